import type { z } from 'zod'
import type { LaterContext } from './job.ts'

/** A type of event. Other modules import the value instead of referring to it by name. */
export interface EventType<P = unknown> {
  readonly id: string
  readonly payload: z.ZodType<P>
}

/** What a subscriber receives. */
export interface DeliveryContext<P> extends LaterContext {
  readonly payload: P
  /** The same for every attempt to deliver an event; use it to make effects idempotent. */
  readonly deliveryId: string
}

/** Runs after an event's transaction has committed. */
export interface Subscriber {
  readonly event: EventType
  readonly handle: (ctx: DeliveryContext<never>) => unknown
  /** Set for at-least-once delivery that survives crashes: a name that must stay the same across releases. */
  readonly durable?: string
}

/** Declares a module's events: `defineEvents('auth', { 'user.created': … })['user.created'].id` is `auth.user.created`. */
export function defineEvents<const T extends Record<string, z.ZodType>>(
  module: string,
  payloads: T,
): { readonly [K in keyof T]: EventType<z.output<T[K]>> } {
  const events = Object.entries(payloads).map(([key, payload]) => [key, { id: `${module}.${key}`, payload }])
  return Object.freeze(Object.fromEntries(events))
}

/**
 * Subscribes to an event. Plain subscribers run once, right after the commit. With `{ durable }`, delivery is a job queued in
 * the transaction, delivered at least once with the same `deliveryId`.
 */
export function on<P>(
  event: EventType<P>,
  handle: (ctx: DeliveryContext<P>) => unknown,
  { durable }: { durable?: string } = {},
): Subscriber {
  return Object.freeze({ event, handle, durable }) as Subscriber
}
