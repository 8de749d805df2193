import { type Context, sql } from '@plinth/core'
import { inTenant, type LoggedEntry, loggedEntryColumns } from '@plinth/core/data'

/** What the assistant did in a conversation, as the log has it. */
export interface ConversationAction {
  readonly id: string
  readonly commandId: string
  readonly label: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  /** The approval by which it was confirmed, or the call that led to it. */
  readonly callId: string | null
  readonly createdAt: string
  readonly state: 'done' | 'undone' | 'redone' | 'final'
}

/**
 * What the caller did by a conversation, newest first. An undo is no action of its own here; what was redone is one, and
 * is undone as one.
 */
export async function readActions({ db, scope, actor }: Pick<Context, 'db' | 'scope' | 'actor'>, id: string) {
  const turned = (kind: string) =>
    sql`exists (select from plinth.turns t where t.tenant_id = e.tenant_id and t.source_id = e.id and t.kind = ${kind})`
  const { rows } = await sql<LoggedEntry & Pick<ConversationAction, 'state'> & { readonly call: string | null }>`
    select ${loggedEntryColumns}, e.context -> 'cause' ->> 'callId' as call,
      case when ${turned('redo')} then 'redone' when ${turned('undo')} then 'undone'
        when e.undo_token_hash is null then 'final' else 'done' end as state
    from plinth.action_log e
    where ${inTenant(scope, 'e')} and e.context -> 'cause' ->> 'conversationId' = ${id}
      and e.actor_id = ${actor.id}
      and not exists (select from plinth.turns t where t.tenant_id = e.tenant_id and t.entry_id = e.id
        and t.kind = 'undo')
    order by e.created_at desc, e.seq desc limit 1000`.execute(db)
  return rows.map(
    ({
      id,
      commandId,
      actionLabel: label,
      resourceKind,
      resourceId,
      call: callId,
      createdAt,
      state,
    }): ConversationAction => ({
      id,
      commandId,
      label,
      resourceKind,
      resourceId,
      callId,
      createdAt,
      state,
    }),
  )
}
