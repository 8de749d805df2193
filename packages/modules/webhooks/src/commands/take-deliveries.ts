import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import type { TakenDelivery } from '../deliver.ts'
import { type Attempt, DisabledEndpoint, noteAttempts } from '../note-attempts.ts'

/** Seconds after which a delivery that was taken by a host that has been killed is taken again. */
const LEASE = 60

/**
 * Notes how attempts have ended, then takes deliveries that are due, some of each endpoint, so that a slow one does not hold up others. No other host takes them for a
 * minute. Those of ordered endpoints wait for the earlier ones of their record. Only the platform may run it.
 */
export const takeDeliveries = defineCommand({
  id: 'webhooks.deliveries.take',
  access: signedIn,
  undoable: false,
  logged: false,
  input: z.object({
    /** What has ended. */
    attempts: z.array(z.custom<Attempt>()).readonly(),
    most: z.int().min(0),
    /** How many this host may have taken of one endpoint. */
    mostOfEndpoint: z.int().min(1),
    /** How many it has taken already, by endpoint. */
    busy: z.record(z.string(), z.int()),
  }),
  output: z.object({ taken: z.array(z.custom<TakenDelivery>()), disabled: z.array(DisabledEndpoint).readonly() }),
  async run(ctx) {
    const { input, actor, scope, now, db } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const { attempts, most, mostOfEndpoint, busy } = input
    const noting = noteAttempts(ctx, attempts)
    if (most === 0) return { taken: [], disabled: await noting }
    // Their ids tell the database to look up each: it does not know how few there are, and would read all of an endpoint.
    const taking = sql<TakenDelivery>`
      with due as (
        select d.id, e.owner_id, e.organization_id from webhook_endpoints e cross join lateral (
          select d.id, d.position from webhook_deliveries d
          where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.status = 'pending'
            and d.next_attempt_at <= ${now().toISOString()} and (d.leased_until is null or d.leased_until < now())
            and (not e.ordered or not exists (select from webhook_deliveries o where o.tenant_id = d.tenant_id
              and o.endpoint_id = d.endpoint_id and o.record_id = d.record_id and o.status = 'pending' and o.position < d.position))
          order by d.next_attempt_at, d.position
          limit greatest(0, ${mostOfEndpoint} - coalesce((${JSON.stringify(busy)}::jsonb ->> e.id::text)::int, 0))
          for update skip locked
        ) d
        where e.tenant_id = ${scope.tenantId} and e.enabled and e.url is not null
        order by d.position limit ${most}
      )
      update webhook_deliveries d set leased_until = now() + make_interval(secs => ${LEASE})
      from due
      where d.tenant_id = ${scope.tenantId} and d.id = due.id and d.id = any (array(select id from due))
      returning d.id, d.endpoint_id as "endpointId", d.event, d.record_id as "recordId", d.payload, d.attempts, d.created_at as "createdAt",
        due.owner_id as "ownerId", due.organization_id as "organizationId"`.execute(db)
    const [disabled, { rows }] = await Promise.all([noting, taking])
    return { taken: rows, disabled }
  },
})
