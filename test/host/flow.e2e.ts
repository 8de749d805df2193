import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { type MailServer, startMailServer } from './_mail-server.ts'
import { type Host, runHost } from './_run-host.ts'

const ADMIN_PASSWORD = 'Chosen-Secret-1'
const opened = new AsyncDisposableStack()
let host: Host
let mailServer: MailServer
let browser: Browser
let admin: string
let organizationId: string

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-flow-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const database = opened.use(await emptyDatabase())
  mailServer = opened.use(await startMailServer())
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    SEED_PASSWORD: ADMIN_PASSWORD,
    // One address does here in a minute what many do in a day.
    RATE_LIMIT_ENABLED: 'false',
  }
  host = opened.use(await runHost(env))
  browser = opened.adopt(await launchChromium(), (started) => started.close())
  admin = await host.logIn('admin@acme.com', ADMIN_PASSWORD)
  const { items } = (await ask('GET', '/api/directory/organizations')) as { items: { id: string }[] }
  organizationId = items[0]!.id
}, 120_000)
afterAll(() => opened.disposeAsync())

/** What the admin does; anything but success is an error. */
async function ask(method: string, path: string, json?: object): Promise<unknown> {
  const answer = await host.call(path, { method, token: admin, json })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function createRole(name: string, features: readonly string[]) {
  const { id } = (await ask('POST', '/api/auth/roles', { name })) as { id: string }
  await ask('PUT', '/api/auth/roles/acl', { roleId: id, features })
  return id
}

/** Invites somebody and answers the link of the mail. */
async function invite(email: string, role: string) {
  const body = { email, organizationId, roles: [role], sendInviteEmail: true }
  const { id } = (await ask('POST', '/api/auth/users', body)) as { id: string }
  const { from, text = '', html = '' } = await mailServer.mailTo(email)
  expect(from).toMatchObject({ name: 'Plinth', address: 'no-reply@localhost' })
  expect(text).toContain('Admin (admin@acme.com) has invited you to Acme Corp Tenant')
  const link = /https?:\S+/.exec(text)?.[0] ?? ''
  expect(link).toMatch(new RegExp(`^${host.url}/reset/[\\w-]{40,}$`))
  expect(html).toContain(`href="${link}"`)
  return { id, link }
}

/** A browser whose console must stay silent and that must ask no other server. */
async function openBrowser(javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled, locale: 'en-GB' })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // Chromium reports every answer of 400 and above, and some are asked for here.
    const isAsked = message.text().includes('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isAsked) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (!request.url().startsWith(host.url) && !request.url().startsWith('data:')) complaints.push(request.url())
  })
  return { page, complaints, [Symbol.asyncDispose]: () => context.close() }
}

async function choosePassword(page: Page, password: string) {
  await page.getByLabel('New password').fill(password)
  await page.getByRole('button', { name: 'Save the password' }).click()
}

async function signIn(page: Page, email: string, password: string) {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test.each([
  { javaScript: true, email: 'ann@example.com' },
  { javaScript: false, email: 'ben@example.com' },
])(
  'from the invitation to the revocation, JavaScript: $javaScript',
  async ({ javaScript, email }) => {
    const password = 'Own-Secret-2'
    const role = await createRole(`auditor of ${email}`, ['auth.roles.list'])
    const { id, link } = await invite(email, role)

    await using visit = await openBrowser(javaScript)
    const { page } = visit
    await page.goto(link)
    await choosePassword(page, 'weak')
    expect(await page.getByRole('alert').textContent()).not.toBe('')
    await choosePassword(page, password)
    expect(await page.getByRole('status').textContent()).toContain('Your password has been changed')
    await signIn(page, email, 'Wrong-Secret-3')
    expect(await page.getByRole('alert').textContent()).toBe('Invalid email or password')
    await signIn(page, email, password)
    await page.waitForURL(`${host.url}/backend`)
    await page.getByRole('main').getByText(email).first().waitFor()
    expect(visit.complaints).toEqual([])

    await using second = await openBrowser(javaScript)
    await second.page.goto(link)
    await choosePassword(second.page, 'Another-Secret-4')
    expect(await second.page.getByRole('alert').textContent()).toContain('expired')

    const token = await host.logIn(email, password)
    const statusOf = async (path: string) => (await host.call(path, { token })).status
    expect(await statusOf('/api/auth/roles')).toBe(200)
    const refused = await host.call('/api/auth/users', { token })
    expect([refused.status, await refused.json()]).toEqual([
      403,
      { error: expect.any(String), requiredFeatures: ['auth.users.list'] },
    ])
    await ask('PUT', '/api/auth/roles/acl', { roleId: role, features: [] })
    expect(await statusOf('/api/auth/roles')).toBe(403)
    expect(await statusOf('/api/auth/profile')).toBe(200)
    await ask('DELETE', `/api/auth/users?id=${id}`)
    expect(await statusOf('/api/auth/profile')).toBe(401)
    await page.goto(`${host.url}/backend`)
    expect(new URL(page.url()).pathname).toBe('/login')
    expect(visit.complaints).toEqual([])
  },
  60_000,
)

test('who forgot a password gets a link, and signs out', async () => {
  await using visit = await openBrowser(false)
  const { page } = visit
  await page.goto(`${host.url}/backend`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail address').fill('employee@acme.com')
  await page.getByRole('button', { name: 'Send the link' }).click()
  expect(await page.getByRole('status').textContent()).toContain('a link is on its way')
  const { text = '' } = await mailServer.mailTo('employee@acme.com')
  const before = await host.logIn('employee@acme.com', ADMIN_PASSWORD)
  await page.goto(/https?:\S+/.exec(text)?.[0] ?? '')
  await choosePassword(page, 'New-Secret-5')
  expect((await host.call('/api/auth/profile', { token: before })).status).toBe(401)
  await signIn(page, 'employee@acme.com', 'New-Secret-5')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(`${host.url}/login`)
  await page.goto(`${host.url}/backend`)
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(visit.complaints).toEqual([])
}, 120_000)

test('the API reference shows every operation and tries them as who is signed in', async () => {
  const { paths } = (await (await host.call('/openapi.json')).json()) as { paths: Record<string, object> }
  await using visit = await openBrowser(true)
  const { page } = visit
  await page.goto(`${host.url}/login`)
  await signIn(page, 'admin@acme.com', ADMIN_PASSWORD)
  await page.waitForURL(`${host.url}/backend`)
  await page.goto(`${host.url}/docs`)
  const operations = page.locator('.operations a')
  expect(await operations.count()).toBe(Object.values(paths).flatMap((path) => Object.keys(path)).length)
  await page.locator('.operations a[href="/docs/operations/authGetProfile"]').click()
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('"email": "admin@acme.com"').waitFor()
  expect(visit.complaints).toEqual([])
}, 120_000)

test('every answer carries the id of its request, those of pages and probes too', async () => {
  const paths = ['/', '/healthz', '/readyz', '/metrics', '/login', '/docs', '/docs/assets/none', '/none', '/api/none']
  for (const path of paths) {
    const id = (await host.call(path)).headers.get('x-request-id')
    expect([path, id]).toEqual([path, expect.stringMatching(/^[\w-]{36}$/)])
  }
})

test('metrics tell of the requests, the pool and the event loop', async () => {
  const text = await (await host.call('/metrics')).text()
  expect(text).toMatch(/http_requests_total\{method="POST",route="\/auth\/users",status="201"\} [1-9]/)
  expect(text).toMatch(/http_requests_total\{method="GET",route="\/login",status="200"\} [1-9]/)
  expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m)
  expect(text).toMatch(/^db_pool_connections [1-9]/m)
  expect(text).toMatch(/^db_pool_connections_idle \d/m)
  expect(text).toMatch(/^db_pool_waiting 0$/m)
})

test('a token in a path that no route matches is in no log', async () => {
  const token = randomBytes(32).toString('base64url')
  const paths = [
    `//reset/${token}`,
    `/RESET/${token}`,
    `/api/RESET//${token}`,
    `/reset%2F${token}`,
    `/en/reset/${token}`,
  ]
  for (const path of paths) await host.call(path)
  await expect
    .poll(() => host.output.match(/"path":"[^"]*\[secret\]/g)?.length ?? 0)
    .toBeGreaterThanOrEqual(paths.length)
  expect(host.output).not.toContain(token.slice(0, 20))
})

test('the log has one line a request, with who and how long, and no secret', async () => {
  const lines = host.output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const created = lines.find(({ method, path }) => method === 'POST' && path === '/auth/users')
  expect(created).toMatchObject({
    msg: 'request',
    status: 201,
    requestId: expect.any(String),
    tenant: expect.any(String),
    actor: expect.any(String),
    milliseconds: expect.any(Number),
  })
  const page = lines.find(({ method, path }) => method === 'POST' && path === '/login')
  const sameRequest = lines.filter(({ requestId }) => requestId === page?.['requestId'])
  expect(sameRequest.map(({ path }) => path)).toEqual(expect.arrayContaining(['/login', '/auth/login']))
  expect(host.output).not.toMatch(/Chosen-Secret-1|Own-Secret-2|New-Secret-5|\/reset\/[\w-]{40,}/)
})
