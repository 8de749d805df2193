import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Dictionary } from '../entities.ts'
import { shippedDictionaries } from '../shipped-dictionaries.ts'

/** Adds the shipped dictionaries that the tenant lacks. */
export const seedDictionaries = defineCommand({
  id: 'dictionaries.dictionaries.seed',
  label: 'Add system dictionaries',
  access: features.manage,
  resource: 'dictionaries.dictionary',
  undoable: { because: 'every tenant has these dictionaries' },
  input: z.object({}),
  output: Ok,
  target: () => ({ id: null }),
  async run({ from }) {
    // The entries are stored when someone changes one.
    for (const { key, name } of shippedDictionaries())
      await from
        .insert(Dictionary, {
          key,
          name,
          description: null,
          organizationId: null,
          isSystem: true,
          entrySortMode: 'position_asc',
          entriesFrom: key,
        })
        .onConflict((on) => on.doNothing())
        .execute()
    return { ok: true as const }
  },
})
