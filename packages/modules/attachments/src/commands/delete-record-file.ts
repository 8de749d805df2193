import { composition, defineCommand, notFound, Ok, signedIn } from '@plinth/core'
import { entityNames } from '@plinth/core/rules'
import { z } from 'zod'
import { Attachment } from '../entities.ts'
import { assertMayWrite, kindOf } from '../records.ts'
import { beforeRevert } from './before-revert.ts'
import { deleteAttachment } from './delete-attachment.ts'

/** Deletes a file of a record for whoever may write the files of that record. */
export const deleteRecordFile = defineCommand({
  id: 'attachments.record_files.delete',
  label: 'Delete file',
  // Depends on the entity.
  access: signedIn,
  resource: 'attachments.attachment',
  input: z.object({ id: z.uuid(), entityId: z.string(), recordId: z.string() }),
  output: Ok,
  target: ({ input }) => ({ id: input.id, parent: { kind: kindOf(input.entityId), id: input.recordId } }),
  beforeRevert,
  async run(ctx) {
    const { id, entityId, recordId } = ctx.input
    assertMayWrite(ctx, entityId)
    const names = entityNames(ctx.inject(composition).modules, entityId)
    const file = await ctx.widenScope('organizations', 'find a file of a record', ({ from }) =>
      from(Attachment, 'a')
        .select('a.id')
        .where('a.id', '=', id)
        .where('a.entityId', 'in', names)
        .where('a.recordId', '=', recordId)
        .executeTakeFirst(),
    )
    if (!file) throw notFound('File')
    return ctx.run(deleteAttachment, { id })
  },
})
