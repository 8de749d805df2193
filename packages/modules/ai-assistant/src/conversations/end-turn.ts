import { defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { settings } from '../options.ts'
import { ownRows } from '../own-rows.ts'
import { addMessages } from './add-messages.ts'
import { LEASE } from './begin-turn.ts'
import { isBudgetLeft } from './budget.ts'
import { countUsage } from '../usage.ts'
import { HistoryMessage } from './messages.ts'

const TurnKey = z.object({ conversationId: z.uuid(), turnId: z.uuid() })

/** Renews the lease of a running turn, so that no other turn begins. */
export const renewTurn = defineCommand({
  id: 'ai_assistant.turns.renew',
  access: features.view,
  logged: false,
  input: TurnKey,
  output: Ok,
  async run({ input, db, actor, scope, now }) {
    const until = new Date(now().getTime() + LEASE * 1_000).toISOString()
    await sql`update ai_conversations set busy_until = ${until} where ${ownRows(scope, actor.id, 'ai_conversations')}
      and id = ${input.conversationId} and turn_id = ${input.turnId} and busy_until is not null`.execute(db)
    return { ok: true as const }
  },
})

const TurnUsage = TurnKey.extend({
  model: z.string(),
  inputTokens: z.number().int().min(0),
  outputTokens: z.number().int().min(0),
})

/** Counts a step of a running turn, and returns whether any budget is left for another one. */
export const spendTokens = defineCommand({
  id: 'ai_assistant.turns.spend',
  access: features.view,
  logged: false,
  input: TurnUsage,
  output: z.object({ isLeft: z.boolean() }),
  async run(ctx) {
    const { input, db, actor, scope, inject } = ctx
    const { conversationId, turnId, inputTokens, outputTokens } = input
    const { rows } = await sql<{ tokens: number }>`update ai_conversations
      set input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens}
      where ${ownRows(scope, actor.id, 'ai_conversations')} and id = ${conversationId} and turn_id = ${turnId}
      returning (input_tokens + output_tokens)::float8 as tokens`.execute(db)
    await countUsage(ctx, { ...input, answers: 0 })
    const [conversation] = rows
    const { tokensPerConversation } = inject(settings).limits
    // A deleted conversation does not continue.
    const isLeft = conversation !== undefined && conversation.tokens < tokensPerConversation
    return { isLeft: isLeft && (await isBudgetLeft(ctx)) }
  },
})

/** Ends a turn: stores its messages and counts the usage since the last counted step. */
export const endTurn = defineCommand({
  id: 'ai_assistant.turns.end',
  access: features.view,
  logged: false,
  input: TurnUsage.extend({ messages: z.array(HistoryMessage) }),
  output: Ok,
  async run(ctx) {
    const { input, db, actor, scope, now } = ctx
    const { conversationId, turnId, messages, model, inputTokens, outputTokens } = input
    const at = now().toISOString()
    const { rows } = await sql`update ai_conversations set busy_until = null, turn_id = null, updated_at = ${at},
        input_tokens = input_tokens + ${inputTokens}, output_tokens = output_tokens + ${outputTokens}
      where ${ownRows(scope, actor.id, 'ai_conversations')} and id = ${conversationId} and turn_id = ${turnId} returning id`.execute(
      db,
    )
    // Usage counts even if the conversation was deleted or the turn taken over meanwhile.
    if (rows.length > 0) await addMessages(ctx, conversationId, messages)
    await countUsage(ctx, { model, inputTokens, outputTokens })
    return { ok: true as const }
  },
})
