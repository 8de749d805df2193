import type { Caller } from '@plinth/core'
import { derivedId } from '@plinth/core/security'
import type { OwnConversation } from '../tools/tool.ts'

/**
 * The member of `_meta` by which a client says what a call belongs to, in words of its own; in answers to what was
 * written it is the id under which that is listed and undone.
 */
export const CONVERSATION = 'plinth/conversation'

/** What a client says of it, and when. */
interface ConversationHints {
  /** In `_meta`; anything but a text counts as nothing. */
  readonly name: unknown
  /** Of the revisions of 2025. */
  readonly sessionId: string | null
  readonly at: Date
}

/** Characters of a client's own words. */
const MAX_WORDS = 100

/**
 * The conversation that a client's calls belong to: the one that it names, else its session, else that of the day (UTC). It
 * is made of who acts and where, so that nobody can name one of somebody else's, and nothing has to be looked up.
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
