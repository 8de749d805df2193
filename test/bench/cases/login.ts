import { startChild } from '../child.ts'
import { type BenchDatabase, PASSWORD } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

/** `POST /auth/login` against bare argon2id at the same concurrency, and what it does to the event loop. */
export async function login(database: BenchDatabase): Promise<Result[]> {
  await using platform = await startChild('platform', { DATABASE_URL: database.url })
  await using floor = await startChild('bare-argon2', {})
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = new URLSearchParams({ email: 'admin@bench.com', password: PASSWORD }).toString()
  const load = (url: string) => applyLoad({ url: `${url}/auth/login`, method: 'POST', headers, body, connections: 8 })
  const measured = await compare(
    3,
    async () => (await load(floor.url)).perSecond,
    async () => (await load(platform.url)).perSecond,
  )
  await platform.loopDelay()
  await load(platform.url)
  const delay = await platform.loopDelay()
  return [
    { name: 'POST /auth/login', unit: 'requests/s', ...measured, target: 0.8 },
    { name: 'event-loop delay p99 during logins', unit: 'ms', subject: delay, target: 20, atMost: true },
  ]
}
