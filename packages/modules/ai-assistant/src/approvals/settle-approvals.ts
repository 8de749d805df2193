import { type Context, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'

/** The outcome of a confirmed write whose host has stopped. */
export const ApprovalOutcome = z.object({ title: z.string(), outcome: z.string() })
export type ApprovalOutcome = z.output<typeof ApprovalOutcome>

/** The final state of a confirmed approval `a` that was interrupted. Its changes were counted in their own transactions. */
export const endState = sql`case when a.done = a.wanted and a.wanted > 0 then 'done' else 'failed' end`
export const extent = sql`case
    when a.wanted = 0 then 'Whether it has happened is not known.'
    when a.done = a.wanted then 'All of it has happened.'
    when a.done = 0 then 'Nothing of it has happened.'
    else format('Of %s changes, the first %s have happened, each completely.', a.wanted, a.done)
  end`

/** State and outcome of a confirmed approval `a` whose host stopped before the end. */
export const whatHappened = sql`
  select ${endState} as state, 'The host stopped while it carried this out. ' || ${extent} as outcome`

/**
 * Determines and returns what a stopped host completed of its confirmed writes. If the host is alive after all, it cannot
 * continue them. Unanswered approvals are closed.
 */
export async function settleApprovals(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  conversationId: string,
): Promise<ApprovalOutcome[]> {
  const { rows } = await sql<ApprovalOutcome>`update ai_approvals a set (state, outcome) = (${whatHappened})
    where ${inTenant(scope, 'a')} and a.conversation_id = ${conversationId} and a.state in ('approved', 'running')
    returning a.preview ->> 'title' as title, a.outcome`.execute(db)
  await sql`update ai_approvals a set state = 'declined', outcome = 'Nobody answered.'
    where ${inTenant(scope, 'a')} and a.conversation_id = ${conversationId}
      and a.state = 'pending'`.execute(db)
  return rows
}
