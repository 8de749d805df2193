import type { Session } from './actor.ts'
import type { Context } from './context.ts'
import type { WriteMode } from './preview.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RequestFacts, Selection } from './request.ts'
import { defineService } from './service.ts'

/** What led to an entry beside its request, in the entry's context: `{ conversationId, callId }`. */
export type Cause = Readonly<Record<string, string>>

/** Whose rights a request inside the platform has: they are looked up again for each. */
export type InternalCaller =
  /** Whoever sent the request that is being answered, also while its answer streams. */
  | { readonly request: RequestFacts }
  /** A credential that no header carries. Null where it no longer counts. */
  | { readonly identify: (selection: Selection) => Promise<Session | null>; readonly ip: string }

/** A request for one of the platform's own routes that travels over no socket. */
export interface InternalRequest {
  readonly method: string
  /** As it would be sent, encoded, without the query. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly caller: InternalCaller
  /** How commands are carried out. Default: for good. */
  readonly writes?: WriteMode
  readonly cause?: Cause
  readonly signal?: AbortSignal | undefined
}

/** For whom work is done, and how. */
export type InternalWork = Pick<InternalRequest, 'caller' | 'writes' | 'cause'>

/** What a route answered. */
export interface InternalAnswer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined for an answer without a body or of another type. */
  readonly body: unknown
}

/** The platform's routes, from inside. */
export interface InternalRequests {
  /** Serves a request through everything that one over HTTP passes: identity, access, limits, validation, rules, log. */
  serve(request: InternalRequest): Promise<InternalAnswer>
  /** Works as the caller, in a unit of work of its own, also when the request that led here is answered. Throws 401. */
  work<T>(options: InternalWork, work: (ctx: Context) => Promise<T>): Promise<T>
  /** Who the caller is at this moment; null when the credential no longer counts. */
  identify(caller: InternalCaller): Promise<Session | null>
  /** Counts a call that comes through no route of its own; throws 429 beyond the limit. */
  count(limit: Omit<RateLimit, 'key'>, key: string): Promise<void>
}

/** Resolve with `get(internalRequests)`; every platform provides it. */
export const internalRequests = defineService<InternalRequests>('core.internal-requests')
