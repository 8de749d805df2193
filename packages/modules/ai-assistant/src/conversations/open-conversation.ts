import { defineCommand, Ok, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

/** Lists a conversation in which nobody has said anything, because something is about to be written by it. */
export const openConversation = defineCommand({
  id: 'ai_assistant.conversations.open',
  access: signedIn,
  logged: false,
  input: z.object({ id: z.uuid(), title: z.string().max(200) }),
  output: Ok,
  async run({ input: { id, title }, db, actor, scope, now }) {
    const at = now().toISOString()
    await sql`insert into ai_conversations as c (id, tenant_id, organization_id, actor_id, title, created_at, updated_at)
      values (${id}, ${scope.tenantId}, ${scope.organizationId}, ${actor.id}, ${title}, ${at}, ${at})
      on conflict (tenant_id, id) do update set updated_at = excluded.updated_at
      where c.actor_id = ${actor.id}`.execute(db)
    return { ok: true as const }
  },
})
