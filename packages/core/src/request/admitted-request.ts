import type { H3Event } from 'h3'
import type { AuthorizedRequest } from './authorize.ts'
import type { KeyedWrite } from './idempotency.ts'

/** A request that is about to be served. */
export interface AdmittedRequest extends AuthorizedRequest {
  readonly event: H3Event
  /** The idempotency key; null if none was sent. */
  readonly key: KeyedWrite | null
}
