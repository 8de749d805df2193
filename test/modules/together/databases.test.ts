import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiKeys } from '@plinth/api-keys'
import { routeDatabases, toNodeHandler } from '@plinth/core'
import { readDistribution, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { asAdmin } from '../../core/_lab/databases.ts'
import { authApp, urlEncoded, linkToken, PASSWORD } from '../auth/_accounts.ts'

/** Leaves one tenant in a database. */
async function keepOnly(app: TestPlatform, tenantId: string) {
  const tables = (await readDistribution(app.sql)).filter(({ distribution }) => distribution !== 'platform')
  const deletions = tables.map(({ name }) => `delete from ${name} where tenant_id <> '${tenantId}'`)
  await app.sql(`begin; set local session_replication_role = replica; ${deletions.join('; ')}; commit`)
}

/** Each of two tenants on a database of its own, behind one server. */
async function openTwo() {
  const one = await authApp({ modules: [apiKeys] })
  const two = await authApp({ modules: [apiKeys] })
  await keepOnly(one, tenantA.id)
  await keepOnly(two, tenantB.id)
  const places = new Map<string, string>([
    [tenantA.id, 'one'],
    [tenantB.id, 'two'],
  ])
  const databases = routeDatabases({
    platforms: { one: one.platform, two: two.platform },
    tenantDatabase: (id) => places.get(id),
    others: 'one',
  })
  const server = createServer(toNodeHandler(databases)).listen(0)
  const { port } = server.address() as AddressInfo
  const send = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, init)
    const text = await answer.text()
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
  }
  return {
    one,
    two,
    databases,
    send,
    post: (path: string, body: object, headers: Record<string, string> = {}) =>
      send(path, {
        method: 'POST',
        body: body instanceof URLSearchParams ? body : JSON.stringify(body),
        headers: { ...(!(body instanceof URLSearchParams) && { 'content-type': 'application/json' }), ...headers },
      }),
    as: (token: string) => ({ authorization: `Bearer ${token}` }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await one[Symbol.asyncDispose]()
      await two[Symbol.asyncDispose]()
    },
  }
}

type Two = Awaited<ReturnType<typeof openTwo>>

async function login({ post }: Two, email: string, fields: Record<string, string> = {}) {
  const { status, body } = await post(
    '/auth/login',
    urlEncoded({ email, password: PASSWORD, remember: '1', ...fields }),
  )
  expect(status, email).toBe(200)
  return body as { token: string; refreshToken: string }
}

const emailsOf = (users: { items: readonly { email: string }[] }) => users.items.map(({ email }) => email).toSorted()
const rolesOf = (app: TestPlatform) => app.sql<{ name: string }>(`select name from roles where name like 'In %'`)

test('requests go to the database of their tenant, and rows stay there', { timeout: 120_000 }, async () => {
  await using app = await openTwo()
  const { one, two, send, post, as } = app
  const here = await login(app, 'admin@acme.com')
  const there = await login(app, 'other@acme.com')
  expect(emailsOf((await send('/auth/users', { headers: as(here.token) })).body)).toEqual([
    'admin@acme.com',
    'employee@acme.com',
    'superadmin@acme.com',
    'twin@acme.com',
  ])
  expect(emailsOf((await send('/auth/users', { headers: as(there.token) })).body)).toEqual([
    'other@acme.com',
    'twin@acme.com',
  ])
  expect((await post('/auth/roles', { name: 'In one' }, as(here.token))).status).toBe(201)
  expect((await post('/auth/roles', { name: 'In two' }, as(there.token))).status).toBe(201)
  expect(await rolesOf(one)).toEqual([{ name: 'In one' }])
  expect(await rolesOf(two)).toEqual([{ name: 'In two' }])
  for (const [{ sql }, foreign] of [
    [one, tenantB.id],
    [two, tenantA.id],
  ] as const) {
    const tables = (await readDistribution(sql)).filter(({ distribution }) => distribution !== 'platform')
    const counts = tables.map(({ name }) => `select '${name}' as name from ${name} where tenant_id = '${foreign}'`)
    expect(await sql(counts.join(' union all '))).toEqual([])
  }
})

test('a login finds its tenant, by an address that several databases have as well', { timeout: 120_000 }, async () => {
  await using app = await openTwo()
  const { two, send, post, as } = app
  const twin = await login(app, 'twin@acme.com', { tenantId: tenantB.id })
  const { body } = await send('/auth/profile', { headers: as(twin.token) })
  expect(body.email).toBe('twin@acme.com')
  const password = 'Another-Secret-456'
  const [{ id }] = (await two.sql(`select id from users where email = 'twin@acme.com'`)) as [{ id: string }]
  const { token } = await login(app, 'other@acme.com')
  const changed = await send('/auth/users', {
    method: 'PUT',
    body: JSON.stringify({ id, password }),
    headers: { 'content-type': 'application/json', ...as(token) },
  })
  expect(changed.status).toBe(200)
  // Wrong in the first database that has the address, right in the second.
  const found = await post('/auth/login', urlEncoded({ email: 'twin@acme.com', password }))
  expect(found.status).toBe(200)
  expect((await post('/auth/login', urlEncoded({ email: 'twin@acme.com', password: 'wrong-everywhere' }))).status).toBe(
    401,
  )
  expect((await post('/auth/login', urlEncoded({ email: 'nobody@acme.com', password }))).status).toBe(401)
})

test('refresh tokens, keys and mailed links find theirs, and nothing else opens it', { timeout: 120_000 }, async () => {
  await using app = await openTwo()
  const { one, two, databases, send, post, as } = app
  const there = await login(app, 'other@acme.com')
  const renewed = await post('/auth/session/refresh', { refreshToken: there.refreshToken })
  expect(renewed.status).toBe(200)
  expect((await send('/auth/profile', { headers: as(renewed.body.accessToken) })).status).toBe(200)

  const key = await post('/api_keys/keys', { name: 'Key', roles: ['admin'] }, as(there.token))
  expect(key.status).toBe(201)
  const { secret } = key.body
  const byKey = await send('/api_keys/keys', { headers: { 'x-api-key': secret } })
  expect(byKey.body.items).toMatchObject([{ name: 'Key' }])
  expect((await one.fetch('/api/api_keys/keys', { headers: { 'x-api-key': secret } })).status).toBe(401)

  // Every account of the address is mailed a link by the jobs of its own database.
  expect((await post('/auth/reset', urlEncoded({ email: 'twin@acme.com' }))).status).toBe(200)
  await one.settled()
  await two.settled()
  await databases.runJobs()
  expect([one.mails.length, two.mails.length]).toEqual([1, 1])
  const token = linkToken(two)
  const confirmed = await post('/auth/reset/confirm', urlEncoded({ token, password: 'Another-Secret-456' }))
  expect(confirmed.status).toBe(200)

  // A tenant that is merely claimed opens nothing.
  const [head, claims] = there.token.split('.')
  expect((await send('/auth/profile', { headers: as(`${head}.${claims}.AAAA`) })).status).toBe(401)
  expect((await one.fetch('/api/auth/profile', { headers: as(there.token) })).status).toBe(401)
  expect(databases.of(tenantB.id)).toBe(two.platform)
  expect(() => databases.of(crypto.randomUUID())).toThrow('is not assigned to any database')
})

/** Ends all connections to a database, and lets nobody connect. */
const putAway = ({ databaseUrl }: TestPlatform) =>
  asAdmin(async (admin) => {
    const name = new URL(databaseUrl).pathname.slice(1)
    await admin.query(`alter database ${name} allow_connections false`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  })

test(
  'while one database is away, what is in another is answered, and nobody is told wrong',
  { timeout: 120_000 },
  async () => {
    await using app = await openTwo()
    const { two, send, post, as } = app
    const here = await login(app, 'admin@acme.com')
    const there = await login(app, 'other@acme.com')
    const makeKey = async ({ token }: { token: string }) =>
      (await post('/api_keys/keys', { name: 'Key', roles: ['admin'] }, as(token))).body.secret as string
    const keys = [await makeKey(here), await makeKey(there)]
    await putAway(two)

    const ask = (headers: Record<string, string>) => send('/api_keys/keys', { headers })
    const logIn = (email: string, password: string) => post('/auth/login', urlEncoded({ email, password }))
    expect((await ask(as(here.token))).status).toBe(200)
    expect((await ask({ 'x-api-key': keys[0]! })).status).toBe(200)
    expect((await logIn('admin@acme.com', PASSWORD)).status).toBe(200)
    expect((await post('/auth/session/refresh', { refreshToken: here.refreshToken })).status).toBe(200)
    const away = [
      await ask(as(there.token)),
      await ask({ 'x-api-key': keys[1]! }),
      await logIn('other@acme.com', PASSWORD),
      await logIn('nobody@acme.com', PASSWORD),
      // There is an account of the address in the other database, too.
      await logIn('twin@acme.com', 'Another-Secret-456'),
      await post('/auth/session/refresh', { refreshToken: there.refreshToken }),
    ]
    for (const { status, body } of away) expect([status, body.error]).toEqual([503, 'The database cannot be reached'])
  },
)

test('a tenant that is said to be in no known database is a failure with a body of ours', async () => {
  await using one = await authApp()
  const databases = routeDatabases({ platforms: { one: one.platform }, tenantDatabase: () => 'two', others: 'one' })
  const claims = Buffer.from(JSON.stringify({ tenantId: tenantA.id })).toString('base64url')
  const headers = { authorization: `Bearer x.${claims}.x` }
  const answer = await databases.fetch(new Request('http://localhost/api/auth/users', { headers }))
  expect([answer.status, await answer.json()]).toEqual([
    500,
    expect.objectContaining({ error: 'Internal server error' }),
  ])
  expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]+$/)
})
