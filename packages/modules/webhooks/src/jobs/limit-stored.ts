import { type Context, defineJob, sql } from '@plinth/core'
import { eachTenant } from '@plinth/core/data'
import { z } from 'zod'
import { trimDeliveries } from '../commands/trim-deliveries.ts'
import { WebhookEndpoint } from '../entities.ts'
import { settings } from '../settings.ts'

/** Every hour, deletes the oldest messages of tenants that store too many, from the endpoints that have the most. */
export const limitStored = defineJob({
  id: 'webhooks.limit-stored',
  payload: z.object({}),
  schedule: '53 * * * *',
  run: (ctx) =>
    eachTenant(
      ctx,
      {
        reason: 'delete old messages of webhooks',
        find: (from) => from(WebhookEndpoint, 'e').select('e.tenantId').distinct().execute(),
      },
      (own) => limitOfTenant(own, ctx.signal),
    ),
})

async function limitOfTenant({ db, scope, run, inject }: Context, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{ endpointId: string; count: number }>`
    select d.endpoint_id as "endpointId", count(*)::int as count from webhook_deliveries d
    where d.tenant_id = ${scope.tenantId} group by d.endpoint_id`.execute(db)
  const keep = fairShare(
    inject(settings).keepMessages,
    rows.map(({ count }) => count),
  )
  for (const { endpointId, count } of rows)
    if (count > keep) while (!signal.aborted && (await run(trimDeliveries, { endpointId, keep })).more);
}

/** How many messages each endpoint may keep, so that all together keep at most so many, and none suffers from another's. */
function fairShare(most: number, counts: readonly number[]): number {
  let left = most
  for (const [place, count] of counts.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (counts.length - place))
    if (count > share) return share
    left -= count
  }
  return most
}
