import { defineEntity, p } from '@mikro-orm/core'
import { Scoped, TenantScoped } from '@plinth/core'

/** What a person and the assistant say to each other. */
export const Conversation = defineEntity({
  name: 'AiConversation',
  tableName: 'ai_conversations',
  extends: Scoped,
  properties: {
    actorId: p.text(),
    title: p.text(),
    /** The turn that is going on, and until when its host is believed to be alive. */
    turnId: p.uuid().nullable(),
    busyUntil: p.datetime().nullable(),
    inputTokens: p.bigint('number').defaultRaw('0'),
    outputTokens: p.bigint('number').defaultRaw('0'),
  },
})

/** One message of a conversation, in the words of the AI SDK. */
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

/** What waits for the word of a person, or has had it. */
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

/** The provider that the administrators of a tenant have chosen. */
export const ModelChoice = defineEntity({
  name: 'AiChoice',
  tableName: 'ai_choices',
  extends: TenantScoped,
  properties: { providerId: p.text(), model: p.text().nullable() },
})
