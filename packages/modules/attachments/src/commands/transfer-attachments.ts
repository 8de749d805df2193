import { type CommandContext, composition, type Context, defineCommand, PlatformError } from '@plinth/core'
import { fieldPolicies, notWritable } from '@plinth/core/acl'
import { entityNames, ruleRunner } from '@plinth/core/rules'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Attachment } from '../entities.ts'
import { findAttachable, holdRecord, reachableRecords } from '../records.ts'
import { attachmentRules } from '../rule-points.ts'
import { moveAttachment, moveFiles } from './move-attachment.ts'

/** Maximum number of files moved per call. */
const MAX_MOVED = 1000
const Name = z.string().trim().min(1).max(200)

/**
 * Moves files to another record of the same kind, and updates their assignments to the former record. Other files are skipped.
 */
export const transferAttachments = defineCommand({
  id: 'attachments.attachments.transfer',
  label: 'Transfer files',
  access: features.manage,
  resource: 'attachments.attachment',
  // `entityId` selects files, and stays as it is.
  chosen: [],
  input: z.object({
    entityId: Name,
    attachmentIds: z.array(z.uuid()).min(1).max(MAX_MOVED),
    toRecordId: Name,
    fromRecordId: Name.optional(),
  }),
  output: z.object({ ok: z.literal(true), updated: z.number().int() }),
  target: ({ input }) => ({ id: null, parent: { kind: input.entityId, id: input.toRecordId } }),
  async run(ctx) {
    const { input, from, run, inject, actor } = ctx
    const { entityId, attachmentIds, toRecordId: recordId, fromRecordId } = input
    if (inject(fieldPolicies).of(actor, Attachment)?.may('write', 'recordId') === false) throw notWritable(['recordId'])
    const organizationId = await holdRecord(ctx, { entityId, recordId })
    let found = from(Attachment, 'a')
      .select(['a.id', 'a.recordId'])
      .where('a.id', 'in', attachmentIds)
      .where('a.entityId', 'in', entityNames(inject(composition).modules, entityId))
    if (fromRecordId !== undefined) found = found.where('a.recordId', '=', fromRecordId)
    const files = await withinReach(ctx, await found.orderBy('a.id').forUpdate().execute())
    if (files.length === 0) throw new PlatformError('not_found', 'Attachments not found')
    const ids = files.map(({ id }) => id)
    // Rules may reject or change each file individually.
    if (await meetsRules(ctx)) for (const id of ids) await run(moveAttachment, { id, recordId, organizationId })
    else await moveFiles(ctx, ids, { recordId, organizationId })
    return { ok: true as const, updated: files.length }
  },
})

/** The files whose records are visible to the caller. */
async function withinReach(
  ctx: CommandContext<{ readonly entityId: string }>,
  files: readonly { readonly id: string; readonly recordId: string }[],
) {
  const attachable = findAttachable(ctx, ctx.input.entityId)
  if (!attachable) return files
  const ids = [...new Set(files.map(({ recordId }) => recordId))]
  const reachable = await reachableRecords(ctx, attachable, { ids, use: 'write' })
  return files.filter(({ recordId }) => reachable.has(recordId))
}

/** Whether any rule applies to changes of files. */
async function meetsRules({ inject }: Pick<Context, 'inject'>): Promise<boolean> {
  const { update, entityType } = attachmentRules
  const runner = inject(ruleRunner)
  for (const eventTypes of [update.before, update.after])
    if (await runner?.applies({ entityType, eventTypes })) return true
  return false
}
