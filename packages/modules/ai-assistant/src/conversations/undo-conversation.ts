import { type Context, sql } from '@plinth/core'
import { undoTokens } from '@plinth/core/data'
import { type InternalAnswer, internalRequests, type RequestFacts } from '@plinth/core/http'
import { ownRows } from '../own-rows.ts'
import { type ConversationAction, readActions } from './actions.ts'

/** The outcome of an action when its conversation was undone. */
export interface UndoneAction extends Pick<ConversationAction, 'commandId' | 'label'> {
  readonly logId: string
  readonly isUndone: boolean
  /** Why it could not be undone. */
  readonly error?: string
  /** The rows and fields changed by later actions. */
  readonly conflicts?: readonly unknown[]
}

/** Maximum actions undone per call. */
const MAX_ACTIONS_UNDONE = 100

/**
 * Undoes the actions of a conversation that are still in effect, newest first. Each action is undone atomically, with the same
 * permissions and errors as if its user undid it. Actions that cannot be undone are skipped. The first failure ends the call,
 * since older actions may depend on the failed one; the rest can be undone once the conflict is resolved. Returns null if the
 * caller has no such conversation.
 */
export async function undoConversation(
  ctx: Context,
  { id, request }: { readonly id: string; readonly request: RequestFacts },
): Promise<readonly UndoneAction[] | null> {
  const { db, scope, actor } = ctx
  const { rows } = await sql`select from ai_conversations
    where ${ownRows(scope, actor.id, 'ai_conversations')} and id = ${id}`.execute(db)
  if (rows.length === 0) return null
  const { tokenOf } = ctx.inject(undoTokens)
  const requests = ctx.inject(internalRequests)
  const undone: UndoneAction[] = []
  let [isStopped, tries] = [false, 0]
  for (const { id: logId, commandId, label, state } of await readActions(ctx, id)) {
    const action = { logId, commandId, label }
    if (state === 'final') undone.push({ ...action, isUndone: false, error: 'This cannot be undone' })
    if (state !== 'done') continue
    if (isStopped) {
      undone.push({ ...action, isUndone: false, error: 'Not tried, because a newer action could not be undone' })
      continue
    }
    if (++tries > MAX_ACTIONS_UNDONE) {
      undone.push({
        ...action,
        isUndone: false,
        error: `Not tried, because one call takes back ${MAX_ACTIONS_UNDONE} actions at most`,
      })
      continue
    }
    const answer = await requests.serve({
      method: 'POST',
      path: '/audit_logs/audit-logs/actions/undo',
      body: { undoToken: tokenOf(logId) },
      credential: { request },
      cause: { conversationId: id, callId: 'undo' },
    })
    isStopped = answer.status >= 400
    undone.push({ ...action, isUndone: !isStopped, ...refusalOf(answer) })
  }
  return undone
}

function refusalOf({ status, body }: InternalAnswer): Partial<UndoneAction> {
  if (status < 400) return {}
  const { error = `The platform answered ${status}`, conflicts } = (body ?? {}) as Partial<UndoneAction>
  return { error, ...(conflicts && { conflicts }) }
}
