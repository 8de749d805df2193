import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'

/** Messages that are deleted in one transaction. */
const SLICE = 5_000

/** Deletes the oldest messages of an endpoint beyond a number, except for those that wait to be sent. Only the platform may run it. */
export const trimDeliveries = defineCommand({
  id: 'webhooks.deliveries.trim',
  access: signedIn,
  undoable: false,
  logged: false,
  input: z.object({ endpointId: z.uuid(), keep: z.int().min(0) }),
  output: z.object({ more: z.boolean() }),
  async run({ input: { endpointId, keep }, actor, scope, db }) {
    if (actor.kind !== 'system') throw forbidden()
    const { numAffectedRows = 0n } = await sql`
      with newest_old as materialized (
        select d.created_at, d.id from webhook_deliveries d where d.tenant_id = ${scope.tenantId} and d.endpoint_id = ${endpointId}
        order by d.created_at desc, d.id desc offset ${keep} limit 1
      ), old as materialized (
        select d.id from newest_old n join webhook_deliveries d on (d.created_at, d.id) <= (n.created_at, n.id)
        where d.tenant_id = ${scope.tenantId} and d.endpoint_id = ${endpointId} and d.status <> 'pending'
        order by d.created_at, d.id limit ${SLICE} for update of d skip locked
      )
      delete from webhook_deliveries d using old where d.tenant_id = ${scope.tenantId} and d.id = old.id`.execute(db)
    return { more: Number(numAffectedRows) === SLICE }
  },
})
