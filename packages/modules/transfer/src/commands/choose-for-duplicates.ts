import { defineCommand, notFound } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { CHOICES } from '../rows/choices.ts'
import { Duplicate, Import } from '../entities.ts'
import { assertAtRest, badState } from '../import-states.ts'

/** Maximum number of rows that are named at once. */
const MAX_ROWS = 500

/** Chooses what is done with rows that look like a record or like an earlier row. */
export const chooseForDuplicates = defineCommand({
  id: 'transfer.imports.choose_for_duplicates',
  label: 'Choose for likely duplicates',
  access: features.manage,
  resource: 'transfer.import',
  undoable: { because: 'an import by itself changes nothing: choose something else' },
  input: z.object({
    id: z.uuid().toLowerCase(),
    choice: z.enum(CHOICES).meta({
      description:
        'Create a record all the same, update the record that the row looks like, or leave the row out. Default: create.',
    }),
    rows: z
      .array(z.number().int().min(1).max(2_147_483_647))
      .min(1)
      .max(MAX_ROWS)
      .optional()
      .meta({ description: 'Numbers of rows, as `GET /transfer/duplicates` lists them. Default: all of them.' }),
  }),
  output: z.object({ id: z.uuid(), chosen: z.number().int() }),
  async run({ from, actor, now, input: { id, choice, rows } }) {
    const row = await from.lock(Import, id, () => notFound('Import'))
    assertAtRest(row, now())
    if (row.lastRow > 0) throw badState('The import has begun')
    const all = from
      .update(Duplicate, 'd')
      .set({ choice })
      .where('d.importId', '=', id)
      .where('d.foundBy', '=', actor.id)
    const { numUpdatedRows } = await (rows ? all.where('d.row', 'in', rows) : all).executeTakeFirstOrThrow()
    return { id, chosen: Number(numUpdatedRows) }
  },
})
