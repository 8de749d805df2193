import { defineAuditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { defineModule, get, mailer, open, provide } from '@plinth/core'
import { directory, Tenant } from '@plinth/directory'
import { type HostOptions, startHost } from '@plinth/host'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { argon2 } from '../_setup/cheap-passwords.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'

const PASSWORD = 'Secret-123'
const Greeting = z.object({ text: z.string() })
const greetings = defineModule({
  id: 'greetings',
  title: 'Greetings',
  routes: [get('/greetings', { access: open, response: Greeting }, async () => ({ text: 'Hello' }))],
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-start-host-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The options of a product inside this process. */
const product = (url: string, more: Partial<HostOptions> = {}): HostOptions => ({
  ownsProcess: false,
  environment: {
    PORT: '0',
    DATABASE_URL: url,
    DATA_DIR: join(folder, crypto.randomUUID()),
    SEED_PASSWORD: PASSWORD,
    LOG_LEVEL: 'silent',
  },
  modules: (host) => [directory, auth({ ...host.auth, argon2 }), defineAuditLogs(host.auditLogs), greetings],
  ...more,
})

/** Without keep-alive, a host that is closed does not wait for the client. */
const read = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(url, { headers: { connection: 'close', ...headers } })

const logIn = (origin: string, email = 'admin@acme.com') =>
  fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { connection: 'close' },
    body: new URLSearchParams({ email, password: PASSWORD }),
  })

test('a host inside another program serves the product and stops when it is closed', { timeout: 60_000 }, async () => {
  await using database = await emptyDatabase()
  const lines: string[] = []
  const note = (_facts: object, message: string) => void lines.push(message)
  const listeners = process.listenerCount('SIGTERM')
  const prepared: string[] = []
  const options = product(database.url, {
    name: 'Shop & Co',
    firstTenant: { tenantName: 'Shop', organizationName: 'Head office' },
    log: { debug: note, info: note, warn: note, error: note },
    async prepare(platform) {
      const tenants = await platform.widenScope('allTenants', 'look', ({ from }) =>
        from(Tenant, 't').select('t.name').execute(),
      )
      prepared.push(...tenants.map(({ name }) => name))
    },
    mount: {
      '/shop': () => (request) => {
        const { pathname } = new URL(request.url)
        return pathname === '/shop/api' ? undefined : new Response(`page ${pathname}`)
      },
    },
  })
  const host = await startHost(options)
  expect(prepared).toEqual(['Shop'])
  expect(host.origin).toBe(`http://localhost:${host.port}`)
  expect((await logIn(host.origin)).status).toBe(200)
  expect(await (await read(`${host.origin}/greetings`)).json()).toEqual({ text: 'Hello' })
  expect(await (await read(`${host.origin}/shop/anything`)).text()).toBe('page /shop/anything')
  expect((await read(`${host.origin}/shop/api`)).status).toBe(404)
  expect(await (await read(`${host.origin}/login`)).text()).toContain('Shop &amp; Co')
  // Nothing offers to sign up where no module does.
  expect(await (await read(`${host.origin}/login`)).text()).not.toContain('/onboarding')
  const metrics = await (await read(`${host.origin}/metrics`)).text()
  expect(metrics).toMatch(/http_requests_total\{[^}]*route="\/shop\/\*\*"[^}]*\} 1/)
  expect(process.listenerCount('SIGTERM')).toBe(listeners)
  await host.close()
  await expect(fetch(`${host.origin}/healthz`)).rejects.toThrow()
  expect(lines).toEqual(expect.arrayContaining(['seeded the first tenant', 'request', 'stopped']))
})

test('a product brings its own mailer, and leaves out pages and the first tenant', { timeout: 60_000 }, async () => {
  await using database = await emptyDatabase()
  const sent: string[] = []
  await using host = await startHost(
    product(database.url, {
      firstTenant: false,
      pages: { signIn: false, apiReference: false },
      services: [provide(mailer, () => ({ send: async ({ to }) => void sent.push(to) }))],
    }),
  )
  const nobody = { actor: 'platform', reason: 'test', scope: { tenantId: crypto.randomUUID() } } as const
  const mail = { to: 'a@b.example', subject: 'Hello', text: 'Hello', html: 'Hello' }
  await host.platform.actAs(nobody, ({ inject }) => inject(mailer).send(mail))
  expect(sent).toEqual(['a@b.example'])
  expect((await logIn(host.origin)).status).toBe(401)
  for (const path of ['/login', '/docs', '/'])
    expect([path, (await read(host.origin + path)).status]).toEqual([path, 404])
  expect((await read(`${host.origin}/openapi.json`)).status).toBe(200)
  expect((await read(`${host.origin}/readyz`)).status).toBe(200)
})

test('a host inside another program throws what is wrong, and leaves nothing open', { timeout: 60_000 }, async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const environment = { PORT: String(port), DATABASE_URL: 'postgres://localhost:1/none', DATA_DIR: folder }
  await expect(startHost(product('', { environment }))).rejects.toMatchObject({ code: 'EADDRINUSE' })
  taken.close()
  await once(taken, 'close')
  await expect(startHost(product('', { environment }))).rejects.toThrow(/ECONNREFUSED/)
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  await expect(startHost(product('mysql://a/b'))).rejects.toMatchObject({ code: 'wrong_environment' })
})

test('a login outlives a change of the secret while the former one is accepted', { timeout: 60_000 }, async () => {
  await using database = await emptyDatabase()
  const [former, present] = ['the former secret of at least 32 characters', 'the present secret, as long as that']
  const options = product(database.url)
  const start = (secrets: Readonly<Record<string, string>>) =>
    startHost({ ...options, environment: { ...options.environment, ...secrets } })
  const before = await start({ SECRET: former })
  const { token } = (await (await logIn(before.origin)).json()) as { token: string }
  await before.close()
  const statusOf = async (origin: string) =>
    (await read(`${origin}/api/auth/profile`, { authorization: `Bearer ${token}` })).status
  {
    await using both = await start({ SECRET: present, RETIRED_SECRETS: former })
    expect(await statusOf(both.origin)).toBe(200)
  }
  await using after = await start({ SECRET: present })
  expect(await statusOf(after.origin)).toBe(401)
  await expect(start({ SECRET: present, RETIRED_SECRETS: 'hidden' })).rejects.toThrow(
    /^Invalid environment variables:\n {2}RETIRED_SECRETS: expected at least 32 characters$/,
  )
})
