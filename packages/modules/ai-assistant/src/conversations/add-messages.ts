import { type Context, sql } from '@plinth/core'
import { toJsonb } from '@plinth/core/data'
import type { HistoryMessage } from './messages.ts'

/** Adds messages to a conversation, in order. */
export async function addMessages(
  { db, scope, now }: Pick<Context, 'db' | 'scope' | 'now'>,
  conversationId: string,
  messages: readonly HistoryMessage[],
): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ role, content }) => ({ id: crypto.randomUUID(), role, content }))
  await sql`insert into ai_messages (id, tenant_id, organization_id, conversation_id, role, content, created_at)
    select m.id, ${scope.tenantId}, ${scope.organizationId}, ${conversationId}, m.role, m.content, ${now().toISOString()}
    from rows from (jsonb_to_recordset(${toJsonb(rows)}::jsonb) as (id uuid, role text, content jsonb))
      with ordinality as m (id, role, content, place) order by m.place`.execute(db)
}
