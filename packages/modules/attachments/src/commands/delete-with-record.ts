import { defineCommand, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Attachment } from '../entities.ts'
import { emitFileEvent } from '../file-events.ts'
import { beforeRevert } from '../quota.ts'
import { attachmentRules } from '../rule-points.ts'

/** Deletes a file whose record is deleted, as part of that command, which has checked the record. */
export const deleteWithRecord = defineCommand({
  id: 'attachments.attachments.delete_with_record',
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
      .returning(['a.id', 'a.organizationId'])
      .executeTakeFirst()
    if (!deleted) throw notFound('Attachment')
    emitFileEvent(ctx, 'attachment.deleted', deleted)
    return { ok: true as const }
  },
})
