import { defineCommand, Ok, signedIn } from '@plinth/core'
import { z } from 'zod'
import { Conversation } from '../entities.ts'

/** Creates a conversation without messages, because a write is about to be attributed to it. */
export const openConversation = defineCommand({
  id: 'ai_assistant.conversations.open',
  access: signedIn,
  logged: false,
  input: z.object({ id: z.uuid(), title: z.string().max(200) }),
  output: Ok,
  async run({ input, from, actor, scope: { organizationId } }) {
    await from
      .insert(Conversation, { ...input, organizationId, actorId: actor.id })
      .onConflict((on) =>
        on
          .columns(['tenantId', 'id'])
          .doUpdateSet(({ ref }) => ({ updatedAt: ref('excluded.updatedAt') }))
          .where('stored.actorId', '=', actor.id),
      )
      .execute()
    return { ok: true as const }
  },
})
