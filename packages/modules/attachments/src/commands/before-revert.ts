import type { CommandContext } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { beforeRevert as withinQuota } from '../quota.ts'
import { assertMayWrite, findAttachable, reachableRecords, recordNotFound } from '../records.ts'

/** Whether the caller may undo or redo what was done to files: those who may write them now. The quota applies as well. */
export async function beforeRevert(
  ctx: CommandContext,
  rows: readonly RevertedRow[],
): Promise<(() => Promise<void>) | void> {
  const records = new Map<string, Set<string>>()
  for (const { table, before, after } of rows) {
    if (table !== 'attachments') continue
    const { entity_id: entityId, record_id: recordId } = (after ?? before) as { entity_id: string; record_id: string }
    records.set(entityId, (records.get(entityId) ?? new Set()).add(recordId))
  }
  for (const [entityId, ids] of records) {
    assertMayWrite(ctx, entityId)
    const attachable = findAttachable(ctx, entityId)
    if (!attachable?.isOwner) continue
    const reachable = await reachableRecords(ctx, attachable, { ids: [...ids], use: 'write' })
    if (reachable.size < ids.size) throw recordNotFound()
  }
  return withinQuota(ctx, rows)
}
