import type { EventType } from '@plinth/core'
import { hasToken } from '@plinth/core/rules'
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
  settings: Pick<BusinessRulesSettings, 'events'>,
): string | undefined {
  const found = findEvent(requested, settings)
  if (typeof found === 'string') return found
  return found.payload.safeParse(requested.payload ?? {}).success
    ? undefined
    : `The payload does not fit the event ${found.id}`
}

/** Like `findEventFault` for a stored action: if its payload contains tokens, it is checked when their values are known. */
export function findEventActionFault(
  action: RequestedEvent,
  settings: Pick<BusinessRulesSettings, 'events'>,
): string | undefined {
  if (!hasToken(action.payload)) return findEventFault(action, settings)
  const found = findEvent(action, settings)
  return typeof found === 'string' ? found : undefined
}

/** The event that is requested, or why rules may not emit it. */
function findEvent(requested: RequestedEvent, { events }: Pick<BusinessRulesSettings, 'events'>): EventType | string {
  const id = String(requested.eventName ?? requested.event)
  const event = events.find((eventType) => eventType.id === id)
  if (event) return event
  const allowed = events.length > 0 ? `; they may emit ${events.map((one) => one.id).join(', ')}` : ''
  return `Rules may not emit the event ${id.slice(0, 100)}${allowed}`
}
