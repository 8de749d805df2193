import { type CommandContext, conflict, defineCommand, sql } from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { z } from 'zod'
import { inTenant } from '@plinth/core/data'
import { AssignmentInput } from '../assignments.ts'
import { features } from '../contract.ts'
import { Attachment, AttachmentText } from '../entities.ts'
import { emitFileEvent } from '../file-events.ts'
import { flushes } from '../objects/flushes.ts'
import { removedObject } from '../objects/removed-object.ts'
import { assertWithinQuota, beforeRevert } from '../quota.ts'
import { releaseParts } from '../objects/upload-parts.ts'
import { attachmentRules } from '../rule-points.ts'
import { Tags } from '../tags.ts'
import { findAttachable, holdRecord } from '../records.ts'
import { readTexts } from '../texts/read-texts.ts'

const Input = z.object({
  id: z.uuid(),
  objectId: z.uuid(),
  entityId: z.string(),
  recordId: z.string(),
  partitionCode: z.string(),
  fileName: z.string(),
  originalName: z.string(),
  mimeType: z.string(),
  encoding: z.string().nullable().default(null),
  declaredType: z.string().nullable(),
  fileSize: z.number().int(),
  sha256: z.string(),
  tags: Tags,
  assignments: z.array(AssignmentInput),
  /** Whether a worker should extract its text. */
  readsText: z.boolean().optional(),
  /** Whether it was uploaded in parts. The resumable upload with the same id is then completed. */
  isResumable: z.boolean().optional(),
})

/**
 * Creates a file for an object whose bytes are stored, and keeps the object from then on. Rules may reject the file by type, size
 * or partition; as after any rejection, the sweep then removes the bytes. Errors: 413 beyond the tenant's quota.
 */
export const createAttachment = defineCommand({
  id: 'attachments.attachments.create',
  label: 'Upload file',
  access: features.manage,
  resource: 'attachments.attachment',
  rules: attachmentRules.create,
  // There is no upload without a file, its name and its record; what else people send is for `keepFile` to look at.
  chosen: [],
  input: Input,
  output: z.object({ id: z.uuid() }),
  target: ({ input }) => ({ id: input.id, parent: { kind: input.entityId, id: input.recordId } }),
  constraints: {
    attachments_object_kept: removedObject,
    attachments_tenant_id_object_id_fkey: removedObject,
  },
  beforeRevert,
  async run(ctx) {
    const { readsText = false, isResumable = false, ...file } = ctx.input
    const { id, objectId } = file
    const own = findAttachable(ctx, file.entityId)?.isOwner ? undefined : requireOrganization(ctx.scope)
    const organizationId = (await holdRecord(ctx, file)) ?? own ?? requireOrganization(ctx.scope)
    if (isResumable) await completeUpload(ctx)
    // Sent in this order, in one round trip.
    const inserted = ctx.from.insert(Attachment, { ...file, organizationId }).execute()
    await Promise.all([inserted, assertWithinQuota(ctx), ...(readsText ? [awaitText(ctx)] : [])])
    emitFileEvent(ctx, 'attachment.created', { id, organizationId })
    await ctx.inject(flushes).end(objectId)
    return { id }
  },
})

type CreateContext = CommandContext<z.output<typeof Input>>

/** Completes the upload atomically with its file, and only once, even if two requests deliver the last bytes. */
async function completeUpload({ input, actor, db, scope, now }: CreateContext): Promise<void> {
  const { rows } =
    await sql`update attachment_uploads u set is_finished = true, received = u.size, changed_at = ${now().toISOString()}
    where ${inTenant(scope, 'u')} and u.id = ${input.id} and u.created_by = ${actor.id} and not u.is_finished
    returning u.id`.execute(db)
  if (rows.length === 0) throw conflict('Another request has completed or cancelled this upload')
  await releaseParts({ db, scope }, { id: input.id, at: now() })
}

/** Marks the text as pending in the same transaction, so that it is extracted even if this host crashes. */
async function awaitText({ input, from, scope, enqueue }: CreateContext): Promise<void> {
  const text = from.insert(AttachmentText, { id: input.objectId, state: 'waiting' })
  await text.onConflict((on) => on.doNothing()).execute()
  enqueue(readTexts, {}, { key: scope.tenantId })
}
