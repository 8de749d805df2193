import { startChild } from '../child.ts'
import { type BenchDatabase, logIn, organizationId, tenantId } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

/** `GET /auth/users?pageSize=50` of 100,000 users against `pg` alone, and its latency from 1,000 to 1,000,000 users. */
export async function users(database: BenchDatabase): Promise<Result[]> {
  const results: Result[] = []
  const latencies: Record<number, number> = {}
  for (const count of [1_000, 100_000, 1_000_000]) {
    await fill(database, count)
    await using platform = await startChild('platform', { DATABASE_URL: database.url })
    const headers = { authorization: `Bearer ${await logIn(platform.url)}` }
    const url = `${platform.url}/auth/users?pageSize=50`
    await applyLoad({ url, headers, duration: 1 })
    const alone = await applyLoad({ url, headers, connections: 1, duration: 3 })
    latencies[count] = 1000 / alone.perSecond
    if (count !== 100_000) continue
    await using floor = await startChild('pg-users', {
      DATABASE_URL: database.url,
      TENANT: tenantId,
      TOTAL: String(count),
    })
    const measured = await compare(
      3,
      async () => (await applyLoad({ url: floor.url, headers })).perSecond,
      async () => (await applyLoad({ url, headers })).perSecond,
    )
    results.push({ name: 'GET /auth/users?pageSize=50 of 100,000', unit: 'requests/s', ...measured, target: 0.6 })
  }
  const [few = 0, many = 0] = [latencies[1_000], latencies[1_000_000]]
  results.push({ name: 'GET /auth/users, 1,000 users', unit: 'ms', subject: few })
  results.push({
    name: 'GET /auth/users, 1,000,000 users',
    unit: 'ms',
    subject: many,
    floor: few,
    ratio: many / few,
    target: 1.25,
    atMost: true,
  })
  return results
}

/** As a restore does: without the checks and records of each row. */
async function fill({ query }: BenchDatabase, count: number): Promise<void> {
  const { rows } = await query(
    `select count(*)::int as n, (select id from roles where name = 'employee' limit 1) as role from users`,
  )
  const { n, role } = rows[0] as { n: number; role: string }
  await query(`begin;
    set local session_replication_role = replica;
    set local synchronous_commit = off;
    with made as (
      insert into users (id, tenant_id, organization_id, email, name)
      select gen_random_uuid(), '${tenantId}', '${organizationId}', 'user' || lpad(i::text, 8, '0') || '@bench.com', 'User ' || i
      from generate_series(${n}, ${count}) i returning id),
    known as (insert into plinth.users_by_id (value, tenant_id, id) select id, '${tenantId}', id from made)
    insert into user_roles (id, tenant_id, user_id, role_id) select gen_random_uuid(), '${tenantId}', id, '${role}' from made;
    commit`)
  await query('vacuum analyze users, user_roles')
}
