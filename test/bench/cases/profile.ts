import { startChild } from '../child.ts'
import { type BenchDatabase, logIn } from '../database.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'

/** `GET /auth/profile`, warm, against bare h3 answering the same JSON. */
export async function profile(database: BenchDatabase): Promise<Result[]> {
  await using platform = await startChild('platform', { DATABASE_URL: database.url })
  const headers = { authorization: `Bearer ${await logIn(platform.url)}` }
  const body = await (await fetch(`${platform.url}/auth/profile`, { headers })).text()
  await using bare = await startChild('bare-h3', { BODY: body })
  const measured = await compare(
    5,
    async () => (await applyLoad({ url: `${bare.url}/auth/profile`, headers })).perSecond,
    async () => (await applyLoad({ url: `${platform.url}/auth/profile`, headers })).perSecond,
  )
  return [{ name: 'GET /auth/profile, warm', unit: 'requests/s', ...measured, target: 0.6 }]
}
