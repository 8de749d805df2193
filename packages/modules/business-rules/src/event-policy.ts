import type { BusinessRulesSettings } from './settings.ts'

/** What an EMIT_EVENT asks for, by either of its names. */
interface RequestedEvent {
  readonly eventName?: unknown
  readonly event?: unknown
  readonly payload?: unknown
}

/** Why rules may not emit this event with this payload, or `undefined`. */
export function findEventFault(
  requested: RequestedEvent,
  { events }: Pick<BusinessRulesSettings, 'events'>,
): string | undefined {
  const id = String(requested.eventName ?? requested.event)
  const event = events.find((eventType) => eventType.id === id)
  if (!event) return `Rules may not emit the event ${id.slice(0, 100)}`
  return event.payload.safeParse(requested.payload ?? {}).success
    ? undefined
    : `The payload does not fit the event ${id}`
}
