import { list, post, view } from '@plinth/core'
import { z } from 'zod'
import { undoRows } from '../commands/undo-rows.ts'
import { features } from '../contract.ts'
import { Import, ImportChunk, ImportedRow, UndoneRow } from '../entities.ts'
import { describeRecord } from './describe-record.ts'

const RowView = view(ImportedRow, ['id', 'importId', 'row', 'isNew', 'recordId']).extend({
  recordId: z
    .uuid()
    .nullable()
    .meta({ description: 'Null if there is no such record any more, or none that the caller may see.' }),
  label: z.string().nullable().meta({ description: 'What the record is called, if the caller may read it.' }),
  isUndone: z.boolean().meta({ description: 'Whether the row was undone, by itself or with the whole import.' }),
})

export const listRows = list('/transfer/rows', ImportedRow, {
  access: features.view,
  summary: 'List the rows that have created or changed a record.',
  select: RowView,
  sort: ['row'],
  defaultSort: { field: 'row' },
  filter: ['isNew'],
  query: { importId: z.uuid() },
  where: ({ eb, from, query: { importId } }) => [
    eb('row.importId', 'in', from(Import, 'i').select('i.id').where('i.id', '=', importId)),
  ],
  computed: {
    isUndone: ({ eb, from }) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom(from.table(UndoneRow, 'u'))
              .select('u.id')
              .whereRef('u.importId', '=', 'row.importId')
              .whereRef('u.row', '=', 'row.row'),
          ),
          eb.exists(
            eb
              .selectFrom(from.table(ImportChunk, 'c'))
              .select('c.id')
              .whereRef('c.id', '=', 'row.chunkId')
              .where('c.isUndone', '=', true),
          ),
        ])
        .$castTo<boolean>(),
  },
  resolve: describeRecord,
})

const KeptView = z.object({
  row: z.number().int().nullable(),
  resourceKind: z.string(),
  resourceId: z.string(),
  fields: z.array(z.string()).readonly(),
})

export const postUndoRows = post(
  '/transfer/imports/{id}/undo-rows',
  {
    operation: 'undoImportedRows',
    access: features.manage,
    runs: undoRows,
    summary: 'Undo some rows of an import. What was edited since is kept, and returned.',
    params: z.object({ id: z.uuid().toLowerCase() }),
    body: z.object({ rows: undoRows.input.shape.rows }),
    response: z.object({ undone: z.number().int(), kept: z.array(KeptView) }),
    errors: [400, 404, 409],
  },
  ({ run, params: { id }, body: { rows } }) => run(undoRows, { id, rows }),
)
