import { defineEntity, p } from '@mikro-orm/core'
import { Scoped, TenantScoped } from '@plinth/core'

/** A conversation between a user and the assistant. */
export const Conversation = defineEntity({
  name: 'AiConversation',
  tableName: 'ai_conversations',
  extends: Scoped,
  properties: {
    actorId: p.text(),
    title: p.text(),
    /** The running turn, and when the lease of its host expires. */
    turnId: p.uuid().nullable(),
    busyUntil: p.datetime().nullable(),
    inputTokens: p.bigint('number').defaultRaw('0'),
    outputTokens: p.bigint('number').defaultRaw('0'),
  },
})

/** A message of a conversation, in the format of the AI SDK. */
export const ConversationMessage = defineEntity({
  name: 'AiMessage',
  tableName: 'ai_messages',
  extends: Scoped,
  properties: {
    updatedAt: p.datetime().persist(false),
    conversationId: p.uuid(),
    seq: p.bigint('number'),
    role: p.text(),
    content: p.json<unknown>(),
  },
})

/** A write that awaits confirmation, or was answered. */
export const Approval = defineEntity({
  name: 'AiApproval',
  tableName: 'ai_approvals',
  extends: Scoped,
  properties: {
    updatedAt: p.datetime().persist(false),
    actorId: p.text(),
    conversationId: p.uuid().nullable(),
    tool: p.text(),
    argumentsHash: p.text(),
    steps: p.json<unknown>(),
    preview: p.json<unknown>(),
    state: p.text().default('pending'),
    outcome: p.text().nullable(),
    changeCount: p.integer().fieldName('wanted').default(1),
    done: p.integer().default(0),
    expiresAt: p.datetime(),
    decidedAt: p.datetime().nullable(),
  },
})

/** The model provider chosen by a tenant's administrators. */
export const ModelChoice = defineEntity({
  name: 'AiChoice',
  tableName: 'ai_choices',
  extends: TenantScoped,
  properties: { providerId: p.text(), model: p.text().nullable() },
})
