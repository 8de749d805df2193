import { badInput, composition, del, get, post, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { entityNames } from '@plinth/core/rules'
import { z } from 'zod'
import { deleteAttachment } from '../commands/delete-attachment.ts'
import { transferAttachments } from '../commands/transfer-attachments.ts'
import { features } from '../contract.ts'
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
/** Maximum number of files listed per record. */
const MAX_FILES = 1000

const listRecordFiles = get(
  '/attachments',
  {
    access: features.view,
    summary: 'The files of a record, newest first; 1,000 at most, and of their texts the beginning.',
    query: z.object({ entityId: Key, recordId: Key }),
    response: z.object({ items: z.array(RecordFile) }),
    reads: 'attachments.attachment',
    errors: [400],
    onInvalid: () => badInput('entityId and recordId are required'),
  },
  async (ctx) => {
    const { db, scope, query, inject } = ctx
    if (!(await isReachable(ctx, query, 'read'))) return { items: [] }
    const names = entityNames(inject(composition).modules, query.entityId)
    const { rows } = await sql<FileRow>`select ${fileColumns}, ${contentOf(LISTED_TEXT)} from ${fileTables}
      where ${inScope(scope, 'a')} and a.entity_id = any (${names}::text[]) and a.record_id = ${query.recordId}
      order by a.created_at desc, a.id desc limit ${sql.lit(MAX_FILES)}`.execute(db)
    return { items: rows.map(toRecordFile) }
  },
)

/** Routes for the files of a record. */
export const recordFileRoutes = [
  listRecordFiles,
  del('/attachments', deleteAttachment, {
    summary: 'Delete a file; its bytes are kept as long as that can be undone.',
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
