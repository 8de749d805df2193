import { type Module, sql } from '@plinth/core'
import type { EmitListener } from '@plinth/core/http'
import { sharedLock } from './event-order.ts'
import { send } from './jobs/send.ts'
import type { StoredEvent } from './read-messages.ts'
import { EVERY_EVENT, findSubscribableEvents, type SubscribableEvent } from './subscribable-events.ts'

/**
 * Writes events for each endpoint that has subscribed to them, in the transaction that emits them. There is one job for each tenant,
 * which many transactions queue once.
 */
export function writeDeliveries(modules: readonly Module[]): EmitListener {
  const known = findSubscribableEvents(modules)
  return async ({ scope, events, db, now, enqueue }) => {
    const told = events.flatMap(({ id, payload }) => {
      const event = known.get(id)
      return event ? [{ event: id, payload: neededOf(event, payload as StoredEvent['payload']) }] : []
    })
    if (told.length === 0) return
    const at = now().toISOString()
    const { rows } = await sql<{ status: string }>`
      insert into webhook_deliveries (id, tenant_id, organization_id, endpoint_id, event, record_id, payload, status, next_attempt_at,
        created_at, updated_at)
      select gen_random_uuid(), e.tenant_id, e.organization_id, e.id, v.event, (v.payload ->> 'id')::uuid, v.payload,
        case when e.url is null then 'pulled' else 'pending' end, case when e.url is not null then ${at}::timestamptz end,
        ${at}::timestamptz, ${at}::timestamptz
      from jsonb_array_elements(${JSON.stringify(told)}::jsonb) with ordinality a (told, place)
      cross join lateral (select told ->> 'event' as event, told -> 'payload' as payload) v
      join webhook_endpoints e on e.tenant_id = ${scope.tenantId} and e.enabled
        and (e.events ? v.event or e.events ? ${EVERY_EVENT})
      cross join lateral (select ${sharedLock(scope.tenantId)} as held) l
      order by a.place, e.id
      returning status`.execute(db)
    if (rows.some(({ status }) => status === 'pending')) enqueue(send, {}, { key: scope.tenantId })
  }
}

/** The members of an event with which its record is read. Others are not stored. */
const neededOf = ({ parameters }: SubscribableEvent, payload: StoredEvent['payload']) =>
  Object.fromEntries(
    ['id', 'organizationId', ...parameters].flatMap((name) => (name in payload ? [[name, payload[name]]] : [])),
  )
