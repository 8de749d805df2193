import { type Context, sql } from '@plinth/core'
import { disableEndpoint } from '../commands/disable-endpoint.ts'

/** Messages that may wait to be sent to the endpoints of a tenant. */
const MOST_WAITING = 100_000

/** While too many messages of the tenant wait, disables the endpoint that has the most. Disabled ones get no further messages. */
export async function disableOverloaded({ db, scope, run }: Context): Promise<void> {
  const { rows } = await sql<{ id: string; waiting: number }>`
    select e.id, w.waiting from webhook_endpoints e
    cross join lateral (select count(*)::int as waiting from (select from webhook_deliveries d
      where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.status = 'pending' limit ${MOST_WAITING + 1}) d) w
    where e.tenant_id = ${scope.tenantId} and e.enabled order by w.waiting desc`.execute(db)
  let left = rows.reduce((sum, { waiting }) => sum + waiting, 0)
  for (const { id, waiting } of rows) {
    if (left <= MOST_WAITING) return
    await run(disableEndpoint, { id, because: `More than ${MOST_WAITING} messages wait to be sent` })
    left -= waiting
  }
}
