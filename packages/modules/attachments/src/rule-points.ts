import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'
import { Attachment } from './entities.ts'
import { toFileName } from './names.ts'

const Data = z.object({
  entityId: z.string(),
  recordId: z.string(),
  partitionCode: z.string(),
  fileName: z.string(),
  mimeType: z.string(),
  fileSize: z.number(),
  tags: z.array(z.string()),
})

/** The rule point for files: a GUARD can reject an upload by type, size or partition. */
export const attachmentRules = defineRulePoint('attachments:attachment', {
  title: 'File',
  aliases: ['attachments:files'],
  data: Data,
  settable: ['tags'],
  async load({ from }, id) {
    const file = await from(Attachment, 'a')
      .select(['a.entityId', 'a.recordId', 'a.partitionCode', 'a.originalName', 'a.mimeType', 'a.fileSize', 'a.tags'])
      .where('a.id', '=', id)
      .executeTakeFirst()
    if (!file) return null
    const { originalName, ...facts } = file
    return { ...facts, fileName: toFileName(originalName) }
  },
})
