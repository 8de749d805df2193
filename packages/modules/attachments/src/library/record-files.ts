import { badInput, composition, del, get, paged, post, sql } from '@plinth/core'
import { limits } from '@plinth/core/data'
import { entityNames } from '@plinth/core/rules'
import { z } from 'zod'
import { deleteAttachment } from '../commands/delete-attachment.ts'
import { transferAttachments } from '../commands/transfer-attachments.ts'
import { features } from '../contract.ts'
import { Attachment } from '../entities.ts'
import { isReachable } from '../records.ts'
import {
  contentOf,
  fileColumns,
  type FileRow,
  fileTables,
  LISTED_TEXT,
  RecordFile,
  toRecordFile,
} from './attachment-views.ts'

const Key = z.string().trim().min(1).max(200)
/** Absent for clients that read all files at once, as published. */
const PageNumber = z.coerce
  .number()
  .optional()
  .catch(1)
  .transform((page) => (page === undefined ? undefined : Math.min(Math.max(1, Math.trunc(page)), 1_000_000)))
const PageSize = z.coerce
  .number()
  .optional()
  .catch(50)
  .transform((size) => (size === undefined ? undefined : Math.min(Math.max(1, Math.trunc(size)), 100)))
/** Maximum number of files listed per record without paging. */
const MAX_FILES = 1000

const listRecordFiles = get(
  '/attachments',
  {
    access: features.view,
    summary:
      'List the files of a record, newest first, with the beginning of their text. Returns up to 1,000 files unless `page` is given.',
    query: z.object({ entityId: Key, recordId: Key, page: PageNumber, pageSize: PageSize }),
    response: z.object({
      items: z.array(RecordFile),
      page: z
        .number()
        .int()
        .optional()
        .meta({ description: 'This and the totals are included if `page` or `pageSize` was sent.' }),
      pageSize: z.number().int().optional(),
      total: z.number().int().optional(),
      totalPages: z.number().int().optional(),
    }),
    reads: 'attachments.attachment',
    errors: [400],
    onInvalid: () => badInput('entityId and recordId are required'),
  },
  async (ctx) => {
    const { db, from, query, inject } = ctx
    const isPaged = query.page !== undefined || query.pageSize !== undefined
    const slice = { page: query.page ?? 1, pageSize: query.pageSize ?? (isPaged ? 50 : MAX_FILES) }
    const answer = (items: z.input<typeof RecordFile>[], total: number) =>
      isPaged ? paged([items, total], slice, 1) : { items }
    if (!(await isReachable(ctx, query, 'read'))) return answer([], 0)
    const names = entityNames(inject(composition).modules, query.entityId)
    const isOfRecord = sql`${from.isVisible(Attachment, 'a')} and a.entity_id = any (${names}::text[]) and a.record_id = ${query.recordId}`
    const { limit, offset } = limits(slice)
    const { rows } = await sql<FileRow>`select ${fileColumns}, ${contentOf(LISTED_TEXT)} from ${fileTables}
      where ${isOfRecord} order by a.created_at desc, a.id desc limit ${isPaged ? limit : sql.lit(MAX_FILES)} offset ${offset}`.execute(
      db,
    )
    const items = rows.map(toRecordFile)
    if (!isPaged) return answer(items, items.length)
    const counted = await sql<{
      total: number
    }>`select count(*)::integer as total from attachments a where ${isOfRecord}`.execute(db)
    return answer(items, counted.rows[0]!.total)
  },
)

/** Routes for the files of a record. */
export const recordFileRoutes = [
  listRecordFiles,
  del('/attachments', deleteAttachment, {
    summary: 'Delete a file. Its content is kept as long as the deletion can be undone.',
    errors: [400, 404],
    onInvalid: () => badInput('Attachment id is required'),
  }),
  post('/attachments/transfer', transferAttachments, {
    operation: 'transferAttachments',
    summary: 'Move files to another record of the same kind.',
    errors: [400, 404, 422],
    onInvalid: () => badInput('Invalid payload'),
  }),
]
