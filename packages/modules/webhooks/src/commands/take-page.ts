import { defineCommand, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { settledPosition } from '../event-order.ts'
import type { StoredEvent } from '../read-messages.ts'

/** An event of an endpoint, with its place among all of them. */
export interface PlacedEvent extends StoredEvent {
  readonly id: string
  readonly position: number
}

/** The events of an endpoint after a position. A command, so that they are never read from a replica that lags behind. */
export const takePage = defineCommand({
  id: 'webhooks.events.page',
  access: features.view,
  undoable: false,
  logged: false,
  whileSuspended: true,
  input: z.object({ endpointId: z.uuid(), after: z.int().min(0), limit: z.int().min(1) }),
  output: z.object({ events: z.array(z.custom<PlacedEvent>()) }),
  async run(ctx) {
    const { input, scope, db } = ctx
    const { endpointId, after, limit } = input
    const settled = await settledPosition(ctx, endpointId)
    if (settled === null) return { events: [] }
    const { rows } = await sql<PlacedEvent>`
      select d.id, d.position::float8 as position, d.event, d.record_id as "recordId", d.payload, d.created_at as "createdAt"
      from webhook_deliveries d
      where ${inScope(scope, 'd')} and d.endpoint_id = ${endpointId} and d.position > ${after}
        and d.position <= ${settled}
      order by d.position limit ${limit}`.execute(db)
    return { events: rows }
  },
})
