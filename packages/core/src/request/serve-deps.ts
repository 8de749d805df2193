import type { ReadListener } from '../define/logged-reads.ts'
import type { FairSlots } from '../fairness/fair-slots.ts'
import type { FairTurns } from '../fairness/fair-turns.ts'
import type { RequestQuotas } from '../http/request-quotas.ts'
import type { AuthenticateDeps } from './authenticate.ts'
import type { Finished } from './finish-request.ts'
import type { IdempotencyStore } from './idempotency.ts'
import type { OriginCheck } from './own-origin.ts'
import type { Responder } from './responder.ts'

/** What serving requests needs from the platform. */
export interface ServeDeps extends AuthenticateDeps {
  readonly idempotency: IdempotencyStore
  /** If set, applies pending invalidations of other hosts first, so that revoked rights are never used. */
  readonly becomeCurrent: (() => Promise<void>) | undefined
  /** The CSRF check for writes. */
  readonly isOwnOrigin: OriginCheck
  /** The order in which tenants' requests begin. */
  readonly turns: FairTurns
  /** Undefined without quotas. */
  readonly quotas: RequestQuotas | undefined
  /** In bytes. */
  readonly bodyLimit: number
  readonly responder: Responder
  /** Called for reads; undefined if no module listens. */
  readonly onRead: ReadListener | undefined
  /** Maximum number of rows of an exported list. */
  readonly exportLimit: number
  /** Slots for exports of lists. */
  readonly exportSlots: FairSlots
  /** Called after every response. */
  readonly onFinished: ((answer: Finished) => void) | undefined
}
