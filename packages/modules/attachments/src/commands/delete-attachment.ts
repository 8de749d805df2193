import { defineCommand, notFound, Ok } from '@plinth/core'
import type { From } from '@plinth/core/data'
import { z } from 'zod'
import { emitFileEvent } from '../file-events.ts'
import { features } from '../contract.ts'
import { beforeRevert } from '../quota.ts'
import { isFileReachable, ofOwner } from '../records.ts'
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
    const { id } = ctx.input
    const deleted =
      (await deleteFile(ctx.from, id)) ??
      // Files of a resource belong to their record, in whatever organization they were uploaded.
      (await ofOwner(ctx, id, (tenant) => deleteFile(tenant.from, id)))
    if (!deleted || !(await isFileReachable(ctx, deleted, 'write'))) throw notFound('Attachment')
    emitFileEvent(ctx, 'attachment.deleted', deleted)
    return { ok: true as const }
  },
})

const deleteFile = (from: From, id: string) =>
  from
    .delete(Attachment, 'a')
    .where('a.id', '=', id)
    .returning(['a.id', 'a.organizationId', 'a.entityId', 'a.recordId'])
    .executeTakeFirst()
