import { startChild } from '../child.ts'
import { type BenchDatabase, logIn, tenantId } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

/** `POST /auth/roles` against `pg` alone doing begin, the same inserts, commit. */
export async function roles(database: BenchDatabase): Promise<Result[]> {
  await using platform = await startChild('platform', { DATABASE_URL: database.url })
  await using floor = await startChild('pg-roles', { DATABASE_URL: database.url, TENANT: tenantId })
  const headers = { authorization: `Bearer ${await logIn(platform.url)}`, 'content-type': 'application/json' }
  const bodies = () => JSON.stringify({ name: `role ${crypto.randomUUID()}` })
  const load = (url: string) =>
    applyLoad({ url: `${url}/auth/roles`, method: 'POST', headers, bodies, connections: 10 })
  const measured = await compare(
    5,
    async () => (await load(floor.url)).perSecond,
    async () => (await load(platform.url)).perSecond,
  )
  return [{ name: 'POST /auth/roles', unit: 'requests/s', ...measured, target: 0.5 }]
}
