import type { Caller, Logger, Watches } from '@plinth/core'
import type { InternalRequests } from '@plinth/core/http'
import type { HistoryMessage } from '../conversations/messages.ts'
import type { Limits } from '../limits.ts'
import type { Choice } from '../settings/model-choice.ts'
import type { Credential } from '../tools/credential.ts'
import type { Tools } from '../tools/tool.ts'
import type { FrameQueue } from './chat-frames.ts'

/** A user's message, and everything needed to answer it. */
export interface Turn {
  readonly conversationId: string
  readonly credential: Credential
  readonly caller: Caller
  readonly choice: Choice
  readonly instructions: string
  readonly history: readonly HistoryMessage[]
  readonly limits: Limits
  readonly tools: Tools
  readonly requests: InternalRequests
  readonly watches: Watches
  readonly log: Logger
  readonly frames: FrameQueue
  /** Aborted when the client disconnects or the turn takes too long. */
  readonly signal: AbortSignal
  /** Counts a step, and returns whether any budget is left for another one. */
  readonly spend: (step: Tokens) => Promise<boolean>
}

interface Tokens {
  readonly inputTokens: number
  readonly outputTokens: number
}

/** The result of a turn. */
export interface TurnResult extends Tokens {
  readonly messages: readonly HistoryMessage[]
  /** Usage not yet counted by `spend`. */
  readonly uncounted: Tokens
  /** A user-facing message; null if the turn completed. */
  readonly failure: string | null
}
