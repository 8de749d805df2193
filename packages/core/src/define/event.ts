import type { z } from 'zod'
import type { Context } from './context.ts'

/** Something that happened. Other modules import the value; nobody types its name. */
export interface EventType<P = unknown> {
  readonly id: string
  readonly payload: z.ZodType<P>
}

/** Who hears of an event, after its transaction has committed. */
export interface Subscriber {
  readonly event: EventType
  readonly handle: (ctx: Context & { readonly payload: never; readonly deliveryId: string }) => unknown
  /** Set for delivery at least once, also after a crash: a name that stays the same across releases. */
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
 * Subscribes to an event. Plain subscribers run once, right after commit; `{ durable }` ones are jobs queued in the
 * transaction, delivered at least once with the same `deliveryId`.
 */
export function on<P>(
  event: EventType<P>,
  handle: (ctx: Context & { readonly payload: P; readonly deliveryId: string }) => unknown,
  { durable }: { durable?: string } = {},
): Subscriber {
  return Object.freeze({ event, handle, durable }) as Subscriber
}
