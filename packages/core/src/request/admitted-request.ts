import type { H3Event } from 'h3'
import type { Caller } from '../define/access.ts'
import type { KeyedWrite } from './idempotency.ts'
import type { RequestInfo } from './request-info.ts'

/** A request that its caller may make. */
export interface AdmittedRequest {
  readonly event: H3Event
  readonly request: RequestInfo
  /** In the tenant and organization that the request selects. Null for a public route without a caller. */
  readonly caller: Caller | null
  /** The body as sent, not yet validated. */
  readonly body: unknown
  /** The idempotency key; null if none was sent. */
  readonly key: KeyedWrite | null
}
