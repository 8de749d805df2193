import { defineCommand, signedIn } from '@plinth/core'
import { assertMayWrite, kindOf } from '../records.ts'
import { beforeRevert } from './before-revert.ts'
import { createAttachment } from './create-attachment.ts'

/** Creates a file for whoever may write the files of its record. */
export const addRecordFile = defineCommand({
  id: 'attachments.record_files.create',
  label: 'Upload file',
  // Depends on the entity.
  access: signedIn,
  resource: 'attachments.attachment',
  input: createAttachment.input,
  chosen: createAttachment.chosen!,
  output: createAttachment.output,
  constraints: createAttachment.constraints!,
  target: ({ input }) => ({ id: input.id, parent: { kind: kindOf(input.entityId), id: input.recordId } }),
  beforeRevert,
  run(ctx) {
    assertMayWrite(ctx, ctx.input.entityId)
    return ctx.run(createAttachment, ctx.input)
  },
})
