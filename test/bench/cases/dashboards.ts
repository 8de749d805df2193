import { startChild } from '../child.ts'
import { type BenchDatabase, logIn, organizationId, tenantId } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

const ROWS = 1_000_000

/** `GET /dashboards/layout`, warm, against bare h3 answering the same JSON; widget data against the same question by hand. */
export async function dashboards(database: BenchDatabase): Promise<Result[]> {
  await fill(database)
  await using platform = await startChild('dashboards', { DATABASE_URL: database.url })
  const headers = { authorization: `Bearer ${await logIn(platform.url)}`, 'content-type': 'application/json' }
  const url = `${platform.url}/dashboards/layout`
  const body = await (await fetch(url, { headers })).text()
  await using bare = await startChild('bare-h3', { BODY: body })
  const layout = await compare(
    3,
    async () => (await applyLoad({ url: `${bare.url}/dashboards/layout`, headers })).perSecond,
    async () => (await applyLoad({ url, headers })).perSecond,
  )
  await using byHand = await startChild('pg-widget-data', { DATABASE_URL: database.url, TENANT: tenantId })
  let asked = 0
  const answered = await compare(
    3,
    () => fastest(() => fetch(byHand.url)),
    () =>
      fastest(() =>
        fetch(`${platform.url}/dashboards/widgets/data`, { method: 'POST', headers, body: question(asked++) }),
      ),
  )
  return [
    { name: 'GET /dashboards/layout, warm', unit: 'requests/s', ...layout, target: 0.5 },
    { name: 'POST /dashboards/widgets/data of 1,000,000', unit: 'ms', ...answered, target: 1.2, atMost: true },
  ]
}

/** Milliseconds of the fastest of five answers, one after the other: few of them fit into the time of a load. */
async function fastest(ask: () => Promise<Response>): Promise<number> {
  let best = Infinity
  for (let round = 0; round < 5; round++) {
    const started = performance.now()
    const answer = await ask()
    await answer.text()
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`)
    best = Math.min(best, performance.now() - started)
  }
  return best
}

/** The question of `servers/pg-widget-data.ts`, worded so that no answer is known yet. */
function question(number: number): string {
  const since = new Date(1_000_000_000_000 + number).toISOString()
  return JSON.stringify({
    entityType: 'auth:users',
    metric: { field: 'id', aggregate: 'count' },
    groupBy: { field: 'createdAt', granularity: 'day' },
    filters: [{ field: 'createdAt', operator: 'gte', value: since }],
  })
}

async function fill({ query }: BenchDatabase): Promise<void> {
  const { rows } = await query('select count(*)::int as n from users')
  await query(
    `insert into users (id, tenant_id, organization_id, email, name, created_at)
     select gen_random_uuid(), $1, $2, 'widget' || i || '@bench.com', 'User ' || i, now() - (i % 90) * interval '1 day'
     from generate_series($3::int, $4::int) i`,
    [tenantId, organizationId, (rows[0] as { n: number }).n, ROWS],
  )
  await query(`update role_acls set features = features || '{dashboards.*,analytics.view}'`)
  await query('vacuum analyze users')
}
