import { defineCommand, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { emitFileEvent } from '../file-events.ts'
import { features } from '../contract.ts'
import { beforeRevert } from '../quota.ts'
import { isFileReachable } from '../records.ts'
import { attachmentRules } from '../rule-points.ts'
import { Attachment } from '../entities.ts'

/** Deletes a file. Its bytes are kept until the undo window closes. */
export const deleteAttachment = defineCommand({
  id: 'attachments.attachments.delete',
  label: 'Delete file',
  access: features.manage,
  resource: 'attachments.attachment',
  entity: Attachment,
  rules: attachmentRules.delete,
  input: z.object({ id: z.uuid() }),
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const deleted = await ctx.from
      .delete(Attachment, 'a')
      .where('a.id', '=', ctx.input.id)
      .returning(['a.id', 'a.organizationId', 'a.entityId', 'a.recordId'])
      .executeTakeFirst()
    if (!deleted || !(await isFileReachable(ctx, deleted, 'write'))) throw notFound('Attachment')
    emitFileEvent(ctx, 'attachment.deleted', deleted)
    return { ok: true as const }
  },
})
