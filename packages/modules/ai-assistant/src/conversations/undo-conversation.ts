import { type Context, type InternalAnswer, internalRequests, type RequestFacts, undoTokens } from '@plinth/core'
import { readActions } from './actions.ts'

/** What became of an action when its conversation was taken back. */
export interface UndoneAction {
  readonly logId: string
  readonly commandId: string
  readonly isUndone: boolean
  readonly error?: string
  /** Where later changes are in the way. */
  readonly conflicts?: readonly unknown[]
}

/**
 * Takes back what a conversation did, newest first. Each action is undone as its person would undo it by hand, with the
 * same rights and refusals; the first that cannot be undone stops it, because older ones may stand behind it.
 */
export async function undoConversation(
  ctx: Context,
  { id, request }: { readonly id: string; readonly request: RequestFacts },
): Promise<readonly UndoneAction[]> {
  const { tokenOf } = ctx.get(undoTokens)
  const requests = ctx.get(internalRequests)
  const actions = await readActions(ctx, id)
  const done: UndoneAction[] = []
  for (const { id: logId, commandId, state } of actions) {
    if (state !== 'done') continue
    const answer = await requests.serve({
      method: 'POST',
      path: '/audit_logs/audit-logs/actions/undo',
      body: { undoToken: tokenOf(logId) },
      caller: { request },
      cause: { conversationId: id, callId: 'undo' },
    })
    done.push({ logId, commandId, isUndone: answer.status < 400, ...refusalOf(answer) })
    if (answer.status >= 400) break
  }
  return done
}

function refusalOf({ status, body }: InternalAnswer): Partial<UndoneAction> {
  if (status < 400) return {}
  const { error = `The platform answered ${status}`, conflicts } = (body ?? {}) as Partial<UndoneAction>
  return { error, ...(conflicts && { conflicts }) }
}
