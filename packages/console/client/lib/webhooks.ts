import type { Condition } from './rules.ts'

/** An address to which events are sent. */
export interface Endpoint {
  readonly id: string
  /** Null if its events are only pulled. */
  readonly url: string | null
  readonly description: string | null
  /** Ids of events, or `*` alone for all. */
  readonly events: readonly string[]
  readonly condition: Condition | null
  readonly enabled: boolean
  readonly ordered: boolean
  readonly ed25519: boolean
  readonly publicKey: string | null
  /** What this person may read is sent. */
  readonly ownerId: string
  /** Why the platform has disabled it. */
  readonly disabledReason: string | null
  readonly createdAt: string
  readonly updatedAt: string
}

export const EVERY_EVENT = '*'

export const ENDPOINTS = '/webhooks/endpoints'

/** What is edited of an endpoint. */
export const toFields = ({ url, description, events, condition, ordered, ed25519 }: Endpoint) => ({
  url,
  description,
  events,
  condition,
  ordered,
  ed25519,
})

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'skipped', 'pulled'] as const

/** An event on its way to an endpoint. */
export interface Delivery {
  readonly id: string
  readonly endpointId: string
  readonly event: string
  readonly recordId: string | null
  readonly status: (typeof DELIVERY_STATES)[number]
  readonly attempts: number
  readonly nextAttemptAt: string | null
  readonly lastAttemptAt: string | null
  readonly answerStatus: number | null
  /** The beginning of the last answer. */
  readonly answer: string | null
  readonly error: string | null
  readonly milliseconds: number | null
  readonly createdAt: string
}

export const DELIVERIES = '/webhooks/deliveries'
