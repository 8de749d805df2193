import type { Context } from '@plinth/core'
import { type HistoryEntry, readHistory } from '@plinth/core/data'
import { type Cause, texts } from '@plinth/core/http'

/** What the assistant did in a conversation, from the action log. */
export interface ConversationAction {
  readonly id: string
  readonly commandId: string
  readonly label: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  /** The approval that confirmed it, or the call that caused it. */
  readonly callId: string | null
  readonly createdAt: string
  readonly state: 'done' | 'undone' | 'redone' | 'final'
}

/** The caller's actions in a conversation, newest first. An undo is not listed; a redo is, and can be undone. */
export async function readActions(
  ctx: Pick<Context, 'db' | 'scope' | 'actor' | 'inject' | 'from' | 'locale'>,
  conversationId: string,
): Promise<readonly ConversationAction[]> {
  const filter = { organizationIds: null, actorId: ctx.actor.id, cause: { conversationId } }
  const entries = await readHistory(ctx, filter, { limit: 1000, withRows: false })
  // Exclude what the person's API keys did.
  const { language } = await ctx.locale()
  const translate = (label: string) => ctx.inject(texts).in(language, label)
  return entries
    .filter(({ actorId }) => actorId === ctx.actor.id)
    .map((entry) => ({ ...toAction(entry), label: entry.actionLabel && translate(entry.actionLabel) }))
}

function toAction({
  id,
  commandId,
  resourceKind,
  resourceId,
  context,
  createdAt,
  state,
  isUndoable,
}: HistoryEntry): Omit<ConversationAction, 'label'> {
  const { callId = null } = (context?.['cause'] ?? {}) as Cause
  return {
    id,
    commandId,
    resourceKind,
    resourceId,
    callId,
    createdAt,
    state: state === 'done' && !isUndoable ? 'final' : state,
  }
}
