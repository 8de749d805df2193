import { list, post, view } from '@plinth/core'
import { z } from 'zod'
import { chooseForDuplicates } from '../commands/choose-for-duplicates.ts'
import { features } from '../contract.ts'
import { CHOICES } from '../rows/choices.ts'
import { REASONS } from '../duplicates/likeness.ts'
import { Duplicate, Import } from '../entities.ts'
import { describeRecord } from './describe-record.ts'

const DuplicateView = view(Duplicate, ['id', 'importId', 'row', 'otherRow']).extend({
  reason: z.enum(REASONS).meta({
    description: 'The same address, the same digits, the same words, or a name with one typing error.',
  }),
  column: z.string().nullable().meta({ description: 'The column of the file with what is alike.' }),
  recordId: z
    .uuid()
    .nullable()
    .meta({ description: 'The record; null for an earlier row, and if the caller cannot see it any more.' }),
  label: z.string().nullable().meta({ description: 'What the record is called, if the caller may read it.' }),
  choice: z.enum(CHOICES).nullable().meta({ description: 'Null if nothing was chosen: a record is created.' }),
})

export const listDuplicates = list('/transfer/duplicates', Duplicate, {
  access: features.view,
  summary:
    'List the rows that would create a record although it looks like another one, as the caller has rehearsed them.',
  select: DuplicateView,
  sort: ['row'],
  defaultSort: { field: 'row' },
  query: { importId: z.uuid() },
  where: ({ eb, from, actor, query: { importId } }) => [
    eb('row.importId', 'in', from(Import, 'i').select('i.id').where('i.id', '=', importId)),
    eb('row.foundBy', '=', actor.id),
  ],
  resolve: describeRecord,
})

export const postChoice = post(
  '/transfer/imports/{id}/duplicates',
  {
    operation: 'chooseForDuplicates',
    access: features.manage,
    runs: chooseForDuplicates,
    summary: 'Choose what is done with rows that look like a record or like an earlier row.',
    params: z.object({ id: z.uuid().toLowerCase() }),
    body: chooseForDuplicates.input.omit({ id: true }),
    response: z.object({ chosen: z.number().int() }),
    errors: [400, 404, 409],
  },
  ({ run, params: { id }, body }) => run(chooseForDuplicates, { ...body, id }),
)
