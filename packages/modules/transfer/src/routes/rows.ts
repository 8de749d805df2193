import { type Context, list, post, view } from '@plinth/core'
import { z } from 'zod'
import { undoRows } from '../commands/undo-rows.ts'
import { features } from '../contract.ts'
import { Import, ImportChunk, ImportedRow, UndoneRow } from '../entities.ts'
import { findLabels } from '../rows/find-labels.ts'
import { targetsOf } from '../targets/target.ts'

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
  resolve: describe,
})

type Label = string | null

interface AskedRow {
  readonly importId: string
  readonly recordId: string
}

/** The records of a page, which are read together. */
interface Page {
  readonly asked: AskedRow[]
  readonly labels: Promise<ReadonlyMap<string, Label>>
}

const pages = new WeakMap<Context, Page>()

/** The record of a row, and what it is called, as far as the caller may know. */
async function describe(ctx: Context, { importId, recordId }: AskedRow) {
  let page = pages.get(ctx)
  if (!page) {
    const asked: AskedRow[] = []
    // All rows of a page are described at once.
    page = { asked, labels: Promise.resolve().then(() => readLabels(ctx, asked)) }
    pages.set(ctx, page)
    page.labels.catch(() => {}).finally(() => pages.delete(ctx))
  }
  page.asked.push({ importId, recordId })
  const labels = await page.labels
  const isSeen = labels.has(recordId)
  return { recordId: isSeen ? recordId : null, label: labels.get(recordId) ?? null }
}

async function readLabels(ctx: Context, asked: readonly AskedRow[]): Promise<ReadonlyMap<string, Label>> {
  const [{ importId }] = asked as [AskedRow]
  const row = await ctx.from(Import, 'i').select('i.entity').where('i.id', '=', importId).executeTakeFirst()
  const target = row && (await targetsOf(ctx)).get(row.entity)
  const ids = asked.map(({ recordId }) => recordId)
  return target ? findLabels(ctx, target, ids) : new Map()
}

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
