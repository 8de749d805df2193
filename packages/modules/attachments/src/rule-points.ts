import { sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'

const Data = z.object({
  entityId: z.string(),
  recordId: z.string(),
  partitionCode: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  fileSize: z.number(),
  tags: z.array(z.string()),
})

/** What customers' rules may say of files: a GUARD can refuse an upload by type, size or partition. */
export const attachmentRules = defineRulePoint('attachments:attachment', {
  title: 'File',
  data: Data,
  settable: ['tags'],
  async load({ db, scope }, id) {
    const { rows } = await sql<z.output<typeof Data>>`
      select a.entity_id as "entityId", a.record_id as "recordId", a.partition_code as "partitionCode",
        a.file_name as "fileName", a.mime_type as "mimeType", a.file_size::float8 as "fileSize", a.tags
      from attachments a where ${inScope(scope, 'a')} and a.id = ${id}`.execute(db)
    return rows[0] ?? null
  },
})
