import { defineModule, open, post } from '@plinth/core'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { modules } from '../architecture/_modules.ts'
import { authApp, bearer, cookiesOf, urlEncoded, PASSWORD, signIn, withHeaders } from '../modules/auth/_accounts.ts'

const ORIGIN = 'https://acme.example'
const REFUSAL = 'Requests that other sites send are refused.'

/** What a browser says of a request that a page of another site makes it send. */
const elsewhere: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://acme.example.evil.example' },
  { origin: 'http://acme.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: ORIGIN, 'sec-fetch-site': 'cross-site' },
]

/** What needs no preflight. */
const bodies: { readonly type: string; readonly body: string }[] = [
  { type: 'text/plain', body: '{"name":"Forged","email":"admin@acme.com"}' },
  { type: 'application/x-www-form-urlencoded', body: `email=admin%40acme.com&password=${PASSWORD}` },
  {
    type: 'multipart/form-data; boundary=x',
    body: '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\nadmin@acme.com\r\n--x--\r\n',
  },
]

/** Everything that the example host composes. */
function composed(options: Parameters<typeof authApp>[0] = {}): Promise<TestPlatform> {
  const { auth: _own, directory: _too, ...others } = modules
  return authApp({ ...options, modules: Object.values(others) })
}

const writes = Object.values(modules)
  .flatMap(({ routes = [] }) => routes)
  .filter(({ method, spec }) => method !== 'GET' && !spec.http?.fromOtherSites)
  .map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}/g, () => crypto.randomUUID()) }))

test('no write is carried out that a page of another site sends with a cookie', { timeout: 120_000 }, async () => {
  await using app = await composed()
  const { token } = await signIn(app, 'superadmin@acme.com')
  const logged = () => app.sql('select count(*)::int as n from plinth.action_log')
  const before = await logged()
  expect(writes.length).toBeGreaterThan(60)
  for (const [index, { method, path }] of writes.entries()) {
    for (const cookie of [`auth_token=${token}`, '']) {
      for (const [turn, sender] of elsewhere.entries()) {
        // Each sender with each body, at one route or another.
        const { type, body } = bodies[(index + turn) % bodies.length]!
        const browser = withHeaders(app, { ...sender, 'content-type': type, ...(cookie && { cookie }) })
        const answer = await browser.send(method, path, { body })
        // Other protocols say it under another name.
        const reason: unknown = answer.body.error ?? answer.body.detail
        expect([method, path, sender, answer.status, reason]).toEqual([method, path, sender, 403, REFUSAL])
        expect(answer.headers.getSetCookie()).toEqual([])
      }
    }
  }
  expect(await logged()).toEqual(before)
})

test('pages of our own and clients that are no browsers write as ever', async () => {
  await using app = await composed()
  const { token } = await signIn(app, 'admin@acme.com')
  const senders: Record<string, string>[] = [
    {},
    { origin: ORIGIN },
    { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ]
  for (const sender of senders) {
    for (const { method, path } of writes) {
      const answer = await withHeaders(app, { ...sender, cookie: 'auth_token=nonsense' }).send(method, path)
      expect([method, path, answer.body?.error]).not.toEqual([method, path, REFUSAL])
    }
    const browser = withHeaders(app, { ...sender, cookie: `auth_token=${token}` })
    expect((await browser.post('/auth/roles', { name: `Role ${crypto.randomUUID()}` })).status).toBe(201)
    const login = urlEncoded({ email: 'employee@acme.com', password: PASSWORD })
    expect((await withHeaders(app, sender).post('/auth/login', login)).status).toBe(200)
  }
})

test('a credential in a header was put there on purpose', async () => {
  await using app = await composed()
  const { token } = await signIn(app, 'admin@acme.com')
  const made = await bearer(app, token).post('/api_keys/keys', { name: 'Script', roles: ['admin'] })
  const page = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const credentials: Record<string, string>[] = [
    { authorization: `Bearer ${token}` },
    { 'x-api-key': String(made.body.secret) },
  ]
  for (const credential of credentials) {
    const answer = await withHeaders(app, { ...page, ...credential }).post('/auth/roles', { name: crypto.randomUUID() })
    expect(answer.status).toBe(201)
  }
})

test('what browsers put into `Authorization` by themselves was not put there on purpose', async () => {
  await using app = await composed()
  const { token } = await signIn(app, 'admin@acme.com')
  const page = { origin: 'https://evil.example', 'sec-fetch-site': 'same-site', cookie: `auth_token=${token}` }
  for (const scheme of ['Basic', 'Digest', 'Negotiate', 'NTLM']) {
    const browser = withHeaders(app, { ...page, authorization: `${scheme} dGVzdDp0ZXN0` })
    const answer = await browser.post('/auth/roles', { name: scheme })
    expect([scheme, answer.status, answer.body.error ?? answer.body.detail]).toEqual([scheme, 403, REFUSAL])
  }
  // Behind a server that asks for a password, pages of our own write as ever.
  const own = withHeaders(app, { ...page, origin: ORIGIN, 'sec-fetch-site': 'same-origin', authorization: 'Basic x' })
  expect((await own.post('/auth/roles', { name: 'Own' })).status).toBe(201)
})

test('origins that the operator invited may write, with cookies only when those are invited too', async () => {
  const invited = 'https://app.example.com'
  for (const credentials of [true, false]) {
    await using app = await composed({ cors: { origins: [invited], credentials } })
    const { token } = await signIn(app, 'admin@acme.com')
    const page = { origin: invited, 'sec-fetch-site': 'cross-site' }
    const browser = withHeaders(app, { ...page, cookie: `auth_token=${token}` })
    const answer = await browser.post('/auth/roles', { name: 'From the app' })
    expect(answer.status).toBe(credentials ? 201 : 403)
    const login = urlEncoded({ email: 'employee@acme.com', password: PASSWORD })
    expect((await withHeaders(app, page).post('/auth/login', login)).status).toBe(200)
    // The page can read why it was refused.
    expect(answer.headers.get('access-control-allow-origin')).toBe(invited)
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' }
    const stranger = withHeaders(app, { origin: 'https://evil.example', ...preflight })
    const refused = await stranger.send('OPTIONS', '/auth/roles')
    expect([...refused.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('an invited origin that no browser sends fails at boot by name', async () => {
  for (const origin of ['https://App.example.com', 'https://app.example.com/', 'https://app.example.com:443', 'null'])
    await expect(composed({ cors: { origins: [origin] } })).rejects.toThrow(`'${origin}' of \`cors.origins\``)
  await using app = await composed({ cors: { origins: ['https://app.example.com:8443', 'capacitor://localhost'] } })
  expect((await app.anonymous.get('/auth/profile')).status).toBe(401)
})

test('the names of this machine are one origin, its ports are not', async () => {
  await using app = await composed({ origin: 'http://localhost:3000' })
  const login = (origin: string) =>
    withHeaders(app, { origin }).post('/auth/login', urlEncoded({ email: 'admin@acme.com', password: PASSWORD }))
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect((await login(origin)).status).toBe(200)
  for (const origin of ['http://localhost:3001', 'https://localhost:3000', 'http://localhost'])
    expect((await login(origin)).status).toBe(403)
})

test('no link on another site changes a login', async () => {
  await using app = await composed()
  const { token } = await signIn(app, 'employee@acme.com')
  const links = [
    '/onboarding/onboarding/verify?token=x',
    `/onboarding/onboarding/verify?token=${'0'.repeat(64)}`,
    '/auth/session/refresh',
    '/auth/session/refresh?redirect=/backend',
    '/auth/logout',
  ]
  for (const site of ['cross-site', 'same-site']) {
    const browser = withHeaders(app, { cookie: `auth_token=${token}`, accept: 'text/html', 'sec-fetch-site': site })
    for (const link of links) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await browser.send(method, link)
        expect([link, cookiesOf(answer)]).toEqual([link, {}])
      }
    }
    expect((await browser.get('/auth/profile')).status).toBe(200)
  }
})

test('no GET of the host writes for a page of another site', async () => {
  await using app = await composed()
  const { token } = await signIn(app, 'superadmin@acme.com')
  const logged = () => app.sql('select count(*)::int as n from plinth.action_log')
  const before = await logged()
  const reads = Object.values(modules).flatMap(({ routes = [] }) => routes.filter(({ method }) => method === 'GET'))
  const browser = withHeaders(app, { cookie: `auth_token=${token}`, 'sec-fetch-site': 'cross-site' })
  for (const { path } of reads) {
    const answer = await browser.fetch(path.replace(/\{\w+\}/g, () => crypto.randomUUID()))
    await answer.body?.cancel()
  }
  await app.settled()
  expect(await logged()).toEqual(before)
})

test('what other sites are let post comes from nobody, whatever credentials are with it', async () => {
  const seen = post(
    '/inbox/posts',
    { access: open, http: { fromOtherSites: true }, response: z.object({ kind: z.string() }) },
    async ({ actor }) => ({ kind: actor.kind }),
  )
  await using app = await authApp({ modules: [defineModule({ id: 'inbox', title: 'Inbox', routes: [seen] })] })
  const { token } = await signIn(app, 'admin@acme.com')
  const nobody = (await app.anonymous.post('/inbox/posts')).body
  const credentials: Record<string, string>[] = [
    { cookie: `auth_token=${token}` },
    { authorization: `Bearer ${token}` },
    { authorization: 'Bearer junk' },
  ]
  for (const own of credentials) {
    for (const sender of elsewhere) {
      const answer = await withHeaders(app, { ...own, ...sender }).post('/inbox/posts')
      expect([answer.status, answer.body]).toEqual([200, nobody])
    }
  }
})
