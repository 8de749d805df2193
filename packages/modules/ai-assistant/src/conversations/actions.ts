import type { Context } from '@plinth/core'
import { type HistoryEntry, readHistory } from '@plinth/core/data'
import type { Cause } from '@plinth/core/http'

/** What the assistant did in a conversation, as the log has it. */
export interface ConversationAction {
  readonly id: string
  readonly commandId: string
  readonly label: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  /** The approval by which it was confirmed, or the call that led to it. */
  readonly callId: string | null
  readonly createdAt: string
  readonly state: 'done' | 'undone' | 'redone' | 'final'
}

/**
 * What the caller did by a conversation, newest first. An undo is no action of its own here; what was redone is one, and
 * is undone as one.
 */
export async function readActions(
  ctx: Pick<Context, 'db' | 'scope' | 'actor'>,
  conversationId: string,
): Promise<readonly ConversationAction[]> {
  const filter = { organizationIds: null, actorId: ctx.actor.id, cause: { conversationId } }
  const entries = await readHistory(ctx, filter, { limit: 1000, withRows: false })
  // What the keys of a person did is not theirs.
  return entries.filter(({ actorId }) => actorId === ctx.actor.id).map(toAction)
}

function toAction({
  id,
  commandId,
  actionLabel: label,
  resourceKind,
  resourceId,
  context,
  createdAt,
  state,
  isUndoable,
}: HistoryEntry): ConversationAction {
  const { callId = null } = (context?.['cause'] ?? {}) as Cause
  return {
    id,
    commandId,
    label,
    resourceKind,
    resourceId,
    callId,
    createdAt,
    state: state === 'done' && !isUndoable ? 'final' : state,
  }
}
