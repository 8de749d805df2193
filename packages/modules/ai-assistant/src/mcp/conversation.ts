import type { Caller } from '@plinth/core'
import { derivedId } from '@plinth/core/security'
import type { OwnConversation } from '../tools/tool.ts'

/**
 * The `_meta` key by which a client names the conversation of a call. In responses to writes, it is the id under which they are
 * listed and undone.
 */
export const CONVERSATION = 'plinth/conversation'

/** What a client reveals about its conversation, and the current time. */
interface ConversationHints {
  /** From `_meta`; ignored unless it is a string. */
  readonly name: unknown
  /** In the 2025 revisions. */
  readonly sessionId: string | null
  readonly at: Date
}

/** Maximum characters of a client-provided name. */
const MAX_WORDS = 100

/**
 * The conversation of a client's calls: the one it names, else its session, else one per day (UTC). The id is derived from caller
 * and scope, so that nobody can name another's conversation, and no lookup is needed.
 */
export function conversationOf({ actor, scope }: Caller, { name, sessionId, at }: ConversationHints): OwnConversation {
  const [kind, word] =
    typeof name === 'string' && name.trim() !== ''
      ? (['name', name.slice(0, MAX_WORDS).toWellFormed()] as const)
      : sessionId !== null && sessionId !== ''
        ? (['session', sessionId.slice(0, MAX_WORDS)] as const)
        : (['day', at.toISOString().slice(0, 10)] as const)
  const id = derivedId(scope.tenantId, scope.organizationId, actor.id, kind, word)
  const label = kind === 'name' ? word : at.toISOString().slice(0, 10)
  return { id, title: `MCP: ${label.replace(/[\p{C}\s]+/gu, ' ').trim()}` }
}
