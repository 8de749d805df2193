import { type CommandContext, composition, sql } from '@plinth/core'
import { entityNames, ruleRunner } from '@plinth/core/rules'
import { Attachment } from '../entities.ts'
import { emitFileEvent } from '../file-events.ts'
import { attachmentRules } from '../rule-points.ts'
import { deleteWithRecord } from './delete-with-record.ts'

/** Deletes the files of records, as part of the command that deletes the records. File rules are evaluated for each of them. */
export async function deleteFilesOfRecords(
  ctx: CommandContext,
  { entityId, ids }: { readonly entityId: string; readonly ids: readonly string[] },
): Promise<void> {
  const { from, run, inject, widenScope } = ctx
  const names = entityNames(inject(composition).modules, entityId)
  if (await meetsRules(ctx)) {
    const files = await from(Attachment, 'a')
      .select('a.id')
      .where('a.entityId', '=', textIn(names))
      .where('a.recordId', '=', textIn(ids))
      .orderBy('a.id')
      .execute()
    for (const { id } of files) await run(deleteWithRecord, { id })
  }
  // Files uploaded before the entity was declared may belong to any organization.
  const deleted = await widenScope('tenant', 'delete the files of a record with it', (tenant) =>
    tenant.from
      .delete(Attachment, 'a')
      .where('a.entityId', '=', textIn(names))
      .where('a.recordId', '=', textIn(ids))
      .returning(['a.id', 'a.organizationId'])
      .execute(),
  )
  for (const file of deleted) emitFileEvent(ctx, 'attachment.deleted', file)
}

/** A single array parameter, regardless of the number of values. */
const textIn = (values: readonly string[]) => sql<string>`any (${values}::text[])`

async function meetsRules({ inject }: Pick<CommandContext, 'inject'>): Promise<boolean> {
  const { entityType, delete: hook } = attachmentRules
  const runner = inject(ruleRunner)
  for (const eventTypes of [hook.before, hook.after]) if (await runner?.applies({ entityType, eventTypes })) return true
  return false
}
