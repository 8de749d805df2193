import type { BusinessRulesSettings } from './settings.ts'

/** The payload of an EMIT_EVENT action, under either of its names. */
interface RequestedEvent {
  readonly eventName?: unknown
  readonly event?: unknown
  readonly payload?: unknown
}

/** Explains why rules may not emit this event with this payload; `undefined` if they may. */
export function findEventFault(
  requested: RequestedEvent,
  { events }: Pick<BusinessRulesSettings, 'events'>,
): string | undefined {
  const id = String(requested.eventName ?? requested.event)
  const event = events.find((eventType) => eventType.id === id)
  if (!event) {
    const allowed = events.length > 0 ? `; they may emit ${events.map((one) => one.id).join(', ')}` : ''
    return `Rules may not emit the event ${id.slice(0, 100)}${allowed}`
  }
  return event.payload.safeParse(requested.payload ?? {}).success
    ? undefined
    : `The payload does not fit the event ${id}`
}
