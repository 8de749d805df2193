import type { Context } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
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
  entity: Attachment,
  load: async (ctx, id) => (await loadFiles(ctx, [id])).get(id) ?? null,
  loadAll: loadFiles,
})

async function loadFiles({ from }: Pick<Context, 'from'>, ids: readonly string[]) {
  const files = await from(Attachment, 'a')
    .select([
      'a.id',
      'a.entityId',
      'a.recordId',
      'a.partitionCode',
      'a.originalName',
      'a.mimeType',
      'a.fileSize',
      'a.tags',
    ])
    .where('a.id', '=', anyOf(ids))
    .execute()
  return new Map(files.map(({ id, originalName, ...file }) => [id, { ...file, fileName: toFileName(originalName) }]))
}
