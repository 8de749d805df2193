import { defineCommand, notFound, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { ownRows } from '../own-rows.ts'

/** Deletes the messages. Actions stay in the action log, which does not contain messages. */
export const deleteConversation = defineCommand({
  id: 'ai_assistant.conversations.delete',
  access: features.view,
  logged: false,
  input: z.object({ id: z.uuid() }),
  output: Ok,
  async run({ input, db, actor, scope }) {
    const { rows } =
      await sql`delete from ai_conversations where ${ownRows(scope, actor.id, 'ai_conversations')} and id = ${input.id}
      returning id`.execute(db)
    if (rows.length === 0) throw notFound('Conversation')
    return { ok: true as const }
  },
})
