import { type Caller, type Platform, PlatformError, sql } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'

/** The result of undoing actions in dry runs. */
export interface UndoReplay {
  readonly tried: number
  readonly succeeded: number
  /** Actions that could not be undone before either, by reason: later changes, deleted secrets. */
  readonly blocked: Readonly<Record<string, number>>
  readonly failed: readonly { readonly entryId: string; readonly commandId: string; readonly reason: string }[]
}

/** Refusals that do not depend on the version. */
const AS_BEFORE = new Set([
  'Later changes are in the way',
  'Undo token not available',
  'Undo failed',
  'The data that this action changed is no longer stored',
  'Credentials are never undone or redone',
])

interface Entry {
  readonly tenantId: string
  readonly id: string
  readonly commandId: string
}

/** Undoes the newest actions, each in a separate dry run, as somebody who may do everything in its tenant. */
export async function replayUndo(platform: Platform, most: number): Promise<UndoReplay> {
  const entries = await platform.widenScope('allTenants', 'rehearse undo', async ({ db }) => {
    const { rows } = await sql<Entry>`
      select e.tenant_id as "tenantId", e.id, e.command_id as "commandId" from plinth.action_log e
      where e.undo_token_hash is not null and not exists (
        select from plinth.turns t where t.tenant_id = e.tenant_id and t.source_id = e.id and t.kind = 'undo')
      order by e.created_at desc, e.seq desc limit ${most}`.execute(db)
    return rows
  })
  const blocked: Record<string, number> = {}
  const failed: UndoReplay['failed'][number][] = []
  let succeeded = 0
  for (const { tenantId, id, commandId } of entries) {
    try {
      await platform.actAs(everybody(tenantId), ({ dryRun }) => dryRun(({ undo }) => undo(id, { ofOthers: true })))
      succeeded++
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (error instanceof PlatformError && AS_BEFORE.has(reason)) blocked[reason] = (blocked[reason] ?? 0) + 1
      else failed.push({ entryId: id, commandId, reason })
    }
  }
  return { tried: entries.length, succeeded, blocked, failed }
}

function everybody(tenantId: string): Caller {
  const { actor, scope } = toCaller({ actor: 'platform', reason: 'rehearse undo', scope: { tenantId } })
  return { actor: { ...actor, isSuperAdmin: true }, scope }
}
