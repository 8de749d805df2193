import { defineCommand, PlatformError } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Attachment } from '../entities.ts'
import { moveAttachment } from './move-attachment.ts'

/** Files that one call may move. */
const MAX_MOVED = 1000
const Name = z.string().trim().min(1).max(200)

/** Moves files to another record of the same kind, and what their assignments say of it. Others are passed over. */
export const transferAttachments = defineCommand({
  id: 'attachments.attachments.transfer',
  label: 'Transfer files',
  access: features.manage,
  resource: 'attachments.attachment',
  input: z.object({
    entityId: Name,
    attachmentIds: z.array(z.uuid()).min(1).max(MAX_MOVED),
    toRecordId: Name,
    fromRecordId: Name.optional(),
  }),
  output: z.object({ ok: z.literal(true), updated: z.number().int() }),
  target: ({ input }) => ({ id: null, parent: { kind: input.entityId, id: input.toRecordId } }),
  async run({ input, from, run }) {
    const { entityId, attachmentIds, toRecordId: recordId, fromRecordId } = input
    let found = from(Attachment, 'a')
      .select(['a.id', 'a.recordId'])
      .where('a.id', 'in', attachmentIds)
      .where('a.entityId', '=', entityId)
    if (fromRecordId !== undefined) found = found.where('a.recordId', '=', fromRecordId)
    const files = await found.orderBy('a.id').forUpdate().execute()
    if (files.length === 0) throw new PlatformError('not_found', 'Attachments not found')
    // One by one: rules may refuse each of them.
    for (const { id, recordId: former } of files) await run(moveAttachment, { id, recordId, fromRecordId: former })
    return { ok: true as const, updated: files.length }
  },
})
