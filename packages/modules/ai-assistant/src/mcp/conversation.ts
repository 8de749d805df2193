import { createHash } from 'node:crypto'
import type { Session } from '@plinth/core'
import type { OwnConversation } from '../tools/tool.ts'

/**
 * The member of `_meta` by which a client says what a call belongs to, in words of its own; in answers to what was
 * written it is the id under which that is listed and undone.
 */
export const CONVERSATION = 'plinth/conversation'

/** What a client says of it, and when. */
interface Said {
  /** In `_meta`; anything but a text counts as nothing. */
  readonly name: unknown
  /** Of the revisions of 2025. */
  readonly sessionId: string | null
  readonly at: Date
}

/** Characters of a client's own words. */
const LONGEST = 100

/**
 * The conversation that a client's calls belong to: the one that it names, else its session, else that of the day (UTC). It
 * is made of who acts and where, so that nobody can name one of somebody else's, and nothing has to be looked up.
 */
export function conversationOf({ actor, scope }: Session, { name, sessionId, at }: Said): OwnConversation {
  const [kind, word] =
    typeof name === 'string' && name.trim() !== ''
      ? (['name', name.slice(0, LONGEST).toWellFormed()] as const)
      : sessionId !== null && sessionId !== ''
        ? (['session', sessionId.slice(0, LONGEST)] as const)
        : (['day', at.toISOString().slice(0, 10)] as const)
  const owner = [scope.tenantId, scope.organizationId, actor.id]
  const id = toUuid(
    createHash('sha256')
      .update(JSON.stringify([...owner, kind, word]))
      .digest('hex'),
  )
  const shown = kind === 'name' ? word : at.toISOString().slice(0, 10)
  return { id, title: `MCP: ${shown.replace(/[\p{C}\s]+/gu, ' ').trim()}` }
}

/** A UUID of our own making (version 8) of the digits of a hash. */
function toUuid(hex: string): string {
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    variant + hex.slice(17, 20),
    hex.slice(20, 32),
  ].join('-')
}
