import { apiKeys } from '@plinth/api-keys'
import { auth } from '@plinth/auth'
import { createPlatform, mailer, type Platform, provide } from '@plinth/core'
import { directory } from '@plinth/directory'
import { type BenchDatabase, PASSWORD } from '../database.ts'
import type { Result } from '../result.ts'

const ROUNDS = 9
const REQUESTS = 4_000

/** What a request costs that shows an API key beside the same one with a bearer token, both warm, without a network. */
export async function apiKeyRequests(database: BenchDatabase): Promise<Result[]> {
  await using platform = await createPlatform({
    database: { url: database.url, privilegedLogin: true },
    modules: [directory, auth({ secret: 'bench'.repeat(8) }), apiKeys],
    services: [provide(mailer, () => ({ send: async () => {} }))],
    secret: 'bench'.repeat(8),
    rateLimits: { enabled: false },
  })
  await platform.migrate()
  await platform.start({ workers: false })
  // The bench's tenant is older than the module, so that its admin has no right to keys yet.
  await database.query(
    `update role_acls set features = features || '{api_keys.*}' where not features @> '{api_keys.*}'`,
  )
  const token = await logIn(platform)
  const bearer = { authorization: `Bearer ${token}` }
  const key = { 'x-api-key': await createKey(platform, bearer) }
  const rounds: { bearer: number; key: number }[] = []
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push({ bearer: await timeOf(platform, bearer), key: await timeOf(platform, key) })
  const [, ...warm] = rounds
  const extra = median(warm.map((times) => times.key - times.bearer))
  return [
    { name: 'a request with a bearer token', unit: 'ms', subject: median(warm.map((times) => times.bearer)) },
    { name: 'an API key costs more by', unit: 'ms', subject: extra, target: 0.05, atMost: true },
  ]
}

type Headers = Readonly<Record<string, string>>

/** Milliseconds of one request, answered without a query. */
async function timeOf(platform: Platform, headers: Headers): Promise<number> {
  const init = { method: 'POST', headers, body: '{"features":["auth.users.list"]}' }
  const started = performance.now()
  for (let request = 0; request < REQUESTS; request++) {
    const { status } = await platform.fetch(new Request('http://localhost/auth/feature-check', init))
    if (status !== 200) throw new Error(`${Object.keys(headers)[0]}: ${status}`)
  }
  return (performance.now() - started) / REQUESTS
}

async function logIn(platform: Platform): Promise<string> {
  const body = new URLSearchParams({ email: 'admin@bench.com', password: PASSWORD })
  const answer = await platform.fetch(new Request('http://localhost/auth/login', { method: 'POST', body }))
  return ((await answer.json()) as { token: string }).token
}

async function createKey(platform: Platform, headers: Headers): Promise<string> {
  const body = JSON.stringify({ name: 'Bench', roles: ['admin'] })
  const url = 'http://localhost/api_keys/keys'
  const answer = await platform.fetch(new Request(url, { method: 'POST', headers, body }))
  return ((await answer.json()) as { secret: string }).secret
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
