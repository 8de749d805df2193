import { type Caller, sql, type Watches } from '@plinth/core'
import type { InternalRequests } from '@plinth/core/http'
import { approvalTag } from '../approvals/approvals.ts'
import { ownRows } from '../own-rows.ts'
import type { Credential } from '../tools/credential.ts'

/** Waits until a user has answered, on whichever host. Returns false if they decline or the time is up. */
export async function waitForAnswer(
  { requests, watches, caller, credential }: WaitContext,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { actor, scope } = caller
  const watch = { owner: actor.id, tenantId: scope.tenantId, signal, every: 5_000 }
  for await (const _ of watches.of(approvalTag(id), watch)) {
    const state = await requests.work({ credential: credential.internal }, async ({ db, now }) => {
      const { rows } = await sql<{ state: string; over: boolean }>`
        select state, expires_at <= ${now().toISOString()} as over from ai_approvals
        where ${ownRows(scope, actor.id, 'ai_approvals')} and id = ${id}`.execute(db)
      return rows[0]
    })
    if (state?.state === 'approved') return true
    if (state?.state !== 'pending' || state.over) return false
  }
  return false
}

interface WaitContext {
  readonly requests: InternalRequests
  readonly watches: Watches
  readonly caller: Caller
  readonly credential: Credential
}
