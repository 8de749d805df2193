import { type Context, PlatformError, sql, watches } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { internalRequests, type RequestFacts } from '@plinth/core/http'
import { beginTurn, LEASE } from '../conversations/begin-turn.ts'
import { endTurn, renewTurn, spendTokens } from '../conversations/end-turn.ts'
import type { Usage } from '../usage.ts'
import { readMessages, toHistory } from '../conversations/messages.ts'
import { settings } from '../options.ts'
import { type Choice, chooseModel } from '../settings/model-choice.ts'
import { credentialOf } from '../tools/credential.ts'
import { toolbox } from '../tools/tool.ts'
import { type Frame, FrameQueue } from './chat-frames.ts'
import { toInstructions } from './instructions.ts'
import type { TurnResult } from './turn-parts.ts'

/** A message from a user. */
export interface ChatMessage {
  readonly conversationId: string | null
  readonly text: string
  readonly request: RequestFacts
}

/**
 * Begins a turn and returns a function that produces its frames. Everything that can be rejected is rejected before this
 * function returns. The dependencies of the stream outlive the request; permissions are looked up again for every call.
 */
export async function openChat(ctx: Context, { conversationId: continued, text, request }: ChatMessage) {
  const { inject, actor, scope, now, log, run, actAs } = ctx
  const { limits, onUsage } = inject(settings)
  const credential = credentialOf(ctx, request)
  const [requests, tools] = [inject(internalRequests), inject(toolbox)]
  const choice = await chooseModel(ctx).catch(toChoiceRefusal)
  const turnId = crypto.randomUUID()
  const { conversationId, isNew, settled } = await run(beginTurn, { conversationId: continued, turnId, text })
  // A character takes at most four bytes.
  const latest = { bytes: 4 * limits.historyCharacters }
  const [{ messages }, decided] = await Promise.all([
    readMessages(ctx, conversationId, latest),
    readDecided(ctx, conversationId),
  ])
  const begun = now().getTime()

  return async function* frames(gone: AbortSignal): AsyncGenerator<readonly { readonly data: Frame }[]> {
    const ended = new AbortController()
    const signal = AbortSignal.any([gone, ended.signal, AbortSignal.timeout(limits.minutes * 60_000)])
    const queue = new FrameQueue()
    const own = { credential: credential.internal }
    const turn = { conversationId, turnId }
    const lease = setInterval(
      () => {
        void requests.work(own, (fresh) => fresh.run(renewTurn, turn)).catch(() => ended.abort())
      },
      (LEASE * 1_000) / 3,
    )
    // Count usage and end the turn even if the user has logged out meanwhile.
    const end = async ({
      messages,
      uncounted,
      model,
      inputTokens,
      outputTokens,
    }: Omit<TurnResult, 'failure'> & Usage) => {
      const rest = { ...uncounted, messages: [...messages], model }
      await actAs({ actor, scope, reason: 'book a turn of a chat' }, (fresh) =>
        fresh.run(endTurn, { ...turn, ...rest }),
      )
      onUsage({ model, inputTokens, outputTokens })
    }
    const answer = async () => {
      if (choice instanceof PlatformError) {
        await end(EMPTY_RESULT)
        return queue.push({ type: 'error', error: choice.message })
      }
      const { model, provider } = choice
      // Loads the SDK on demand.
      const { runTurn } = await import('./turn.ts')
      const { failure, ...result } = await runTurn({
        conversationId,
        credential,
        caller: { actor, scope },
        choice,
        instructions: toInstructions({ tenant: { actor, scope }, at: now(), decided }),
        history: toHistory(messages, limits.historyCharacters),
        limits,
        tools,
        requests,
        watches: inject(watches),
        log,
        frames: queue,
        signal,
        spend: async (step) => {
          const used = { ...turn, ...step, model: `${provider}/${model}` }
          return (
            await actAs({ actor, scope, reason: 'book a turn of a chat' }, (fresh) => fresh.run(spendTokens, used))
          ).isLeft
        },
      })
      await end({ ...result, model: `${provider}/${model}` })
      if (failure !== null) return queue.push({ type: 'error', error: failure })
      const tokens = { input: result.inputTokens, output: result.outputTokens }
      queue.push({ type: 'debug', partType: 'message-completed', data: {} })
      queue.push({ type: 'metadata', model, provider, tokens, durationMs: now().getTime() - begun })
      queue.push({ type: 'done', sessionId: conversationId })
    }
    // Queued before the first read, so that a client that disconnects right away ends the turn normally.
    if (isNew) queue.push({ type: 'session-authorized', sessionToken: toShownToken(conversationId) })
    queue.push({ type: 'thinking' })
    for (const { title, outcome } of settled) queue.push({ type: 'text', content: `${title}: ${outcome}\n\n` })
    const working = answer()
      .catch((error: unknown) => {
        log.error({ err: error, conversationId }, 'a turn failed')
        void end(EMPTY_RESULT).catch(() => {})
        queue.push({ type: 'error', error: 'The assistant failed; please try again.' })
      })
      .finally(() => {
        clearInterval(lease)
        queue.end()
      })
    try {
      for await (const some of queue) yield some.map((data) => ({ data }))
    } finally {
      ended.abort()
      await working
    }
  }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 }
const EMPTY_RESULT = { model: 'none', messages: [], uncounted: NO_TOKENS, ...NO_TOKENS }

/** If no provider is configured, the stream says so; other errors are not exposed to the caller. */
function toChoiceRefusal(error: unknown): Choice | PlatformError {
  if (error instanceof PlatformError && error.status === 503) return error
  throw error
}

/**
 * A placeholder shown to clients. There is no token to steal: a conversation is bound to its user, and its calls are authorized
 * by the request being answered.
 */
const toShownToken = (conversationId: string) => `sess_${conversationId.slice(0, 7)}...`

async function readDecided({ db, scope }: Pick<Context, 'db' | 'scope'>, conversationId: string) {
  const { rows } = await sql<{ tool: string; state: string; outcome: string | null }>`
    select tool, state, outcome from ai_approvals
    where ${inTenant(scope, 'ai_approvals')} and conversation_id = ${conversationId} order by created_at desc limit 20`.execute(
    db,
  )
  return rows.toReversed()
}
