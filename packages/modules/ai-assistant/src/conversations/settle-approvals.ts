import { type Context, sql } from '@plinth/core'

/**
 * Says of what a stopped host was carrying out whether it has happened: the log of actions knows, for it was written with
 * the rows. What nobody has answered is not open any more.
 */
export async function settleApprovals(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  conversationId: string,
): Promise<void> {
  await sql`update ai_approvals a set
      state = case when exists (select from plinth.action_log e where e.tenant_id = a.tenant_id
        and e.context -> 'cause' ->> 'conversationId' = ${conversationId}
        and e.context -> 'cause' ->> 'callId' = a.id::text) then 'done' else 'failed' end,
      outcome = 'The host stopped while this was carried out.'
    where a.tenant_id = ${scope.tenantId} and a.conversation_id = ${conversationId}
      and a.state = 'running'`.execute(db)
  await sql`update ai_approvals set state = 'declined', outcome = 'Nobody answered.'
    where tenant_id = ${scope.tenantId} and conversation_id = ${conversationId}
      and state in ('pending', 'approved')`.execute(db)
}
