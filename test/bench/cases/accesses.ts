import { startChild } from '../child.ts'
import { type BenchDatabase, logIn, organizationId, tenantId } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

/** What the access log costs reads: requests/s with it against the same platform without it. */
export async function accesses({ url: database, query }: BenchDatabase): Promise<Result[]> {
  await query(
    `insert into users (id, tenant_id, organization_id, email)
      select gen_random_uuid(), $1, $2, 'reader' || i || '@bench.com' from generate_series(1, 200) i
      on conflict do nothing`,
    [tenantId, organizationId],
  )
  await using audited = await startChild('audited', { DATABASE_URL: database })
  await using plain = await startChild('platform', { DATABASE_URL: database })
  const headers = { authorization: `Bearer ${await logIn(plain.url)}` }
  const results: Result[] = []
  for (const [path, target] of [
    ['/auth/users?pageSize=50', 0.7],
    ['/auth/users?pageSize=1', 0.85],
    ['/auth/profile', 0.95],
  ] as const) {
    const load = async (server: string) =>
      (await applyLoad({ url: `${server}${path}`, headers, duration: 2 })).perSecond
    const measured = await compare(
      3,
      () => load(plain.url),
      () => load(audited.url),
    )
    results.push({ name: `GET ${path} with the access log`, unit: 'requests/s', ...measured, target })
  }
  return results
}
