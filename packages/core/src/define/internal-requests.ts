import type { Readable } from 'node:stream'
import type { Caller } from './access.ts'
import type { WriteMode } from './preview.ts'
import type { Cause, Context, RequestFacts, Selection } from './context.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Route } from './route.ts'
import { defineService } from './service.ts'

/** The credential of an internal request; it is authenticated again for each request. */
export type InternalCredential =
  /** The credential of the request being handled, also while its response is streaming. */
  | { readonly request: RequestFacts }
  /** A credential that is not in a header. Resolves to null if it is no longer valid. */
  | { readonly identify: (selection: Selection) => Promise<Caller | null>; readonly ip: string }

/** A request to one of the platform's own routes, without a network connection. */
export interface InternalRequest {
  readonly method: string
  /** The encoded path, without the query. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly credential: InternalCredential
  /** How commands are executed. Default: they are committed. */
  readonly writes?: WriteMode
  readonly cause?: Cause
  readonly signal?: AbortSignal | undefined
  /** Decides whether the matched route may be called; if not, it is treated as not found. Default: all routes. */
  readonly mayReach?: (route: Route) => boolean
}

/** The identity that work runs as, and how its commands are executed. */
export type InternalWork = Pick<InternalRequest, 'credential' | 'writes' | 'cause'>

/** The response of a route. */
export interface InternalAnswer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined if the response has no body or another type. */
  readonly body: unknown
}

/** A list as a file, while it is read. */
export interface ExportedFile {
  readonly stream: Readable
  readonly contentType: string
  /** Of the file's name, without the dot: `csv`. */
  readonly extension: string
  /** The number of rows that have been read so far. */
  rows(): number
}

/** The answer to an export: a file, or a refusal. */
export interface InternalExport extends InternalAnswer {
  readonly file?: ExportedFile
}

/** Calls the platform's routes from inside the process. */
export interface InternalRequests {
  /** Handles a request with the same steps as HTTP: authentication, access, rate limits, validation, rules, logging. */
  serve(request: InternalRequest): Promise<InternalAnswer>
  /**
   * Handles a request to a list whose query names a `format`, and streams all of its pages (decision: Export of lists). Without such a
   * format, or for a route that is not a list, there is no file. Read the stream to its end, or destroy it; it fails if the credential
   * loses the access.
   */
  exportList(request: InternalRequest): Promise<InternalExport>
  /**
   * Works as the caller in a separate unit of work, even after the originating request has been answered. Throws 401 if the
   * credential is no longer valid.
   */
  work<T>(options: InternalWork, work: (ctx: Context) => Promise<T>): Promise<T>
  /** The current caller; null if the credential is no longer valid. */
  identify(credential: InternalCredential): Promise<Caller | null>
  /** Counts a call without its own route as `points` calls (default 1); throws 429 beyond the limit. */
  count(limit: Omit<RateLimit, 'key'>, key: string, points?: number): Promise<void>
  /** Resets what `count` has counted for a key, as after a successful attempt. */
  forget(limit: Omit<RateLimit, 'key'>, key: string): Promise<void>
}

/** Resolve with `inject(internalRequests)`; every platform provides it. */
export const internalRequests = defineService<InternalRequests>('core.internal-requests')
