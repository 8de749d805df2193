import { totpCode } from '@plinth/auth/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestPlatform } from '@plinth/testing'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { type Host, runHost } from './_run-host.ts'

const PASSWORD = 'Chosen-Secret-1'
const opened = new AsyncDisposableStack()
let host: Host
let browser: Browser

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-factors-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const database = opened.use(await emptyDatabase())
  host = opened.use(
    await runHost({
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SEED_PASSWORD: PASSWORD,
      RATE_LIMIT_ENABLED: 'false',
    }),
  )
  browser = opened.adopt(await launchChromium(), (started) => started.close())
}, 120_000)
afterAll(() => opened.disposeAsync())

async function open(javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, locale: 'en-GB' })
  return context.newPage()
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${host.url}/login`)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const codeOf = (key: string, at = Date.now()) =>
  totpCode({ clock: { now: new Date(at) } as TestPlatform['clock'] }, key.replaceAll(' ', ''))

/** What axe-core finds wrong with a page. */
async function violations(page: Page): Promise<string[]> {
  return page.evaluate(`(async () => {
    ${axe.source}
    return (await axe.run()).violations.map(({ id }) => id)
  })()`)
}

test('a required factor is set up while signing in, without JavaScript, and asked for from then on', async () => {
  const admin = await host.logIn('admin@acme.com', PASSWORD)
  const employee = await host.logIn('employee@acme.com', PASSWORD)
  const { items } = (await (await host.call('/api/auth/roles?search=employee', { token: admin })).json()) as {
    items: { id: string }[]
  }
  const policy = { roleId: items[0]!.id, secondFactor: 'required', graceDays: 0 }
  const saved = await host.call('/api/auth/policies', { method: 'PUT', token: admin, json: policy })
  expect(saved.status).toBe(200)
  expect((await host.call('/api/auth/profile', { token: employee })).status).toBe(200)
  const page = await open(false)
  await enterPassword(page, 'employee@acme.com')
  expect(await page.getByRole('heading').textContent()).toBe('Set up a second factor')
  const key = (await page.locator('code').textContent()) ?? ''
  expect(await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByLabel('The code that the app shows now').fill('000000')
  await page.getByRole('button', { name: 'Confirm' }).click()
  expect(await page.getByRole('alert').textContent()).toBe('The code is incorrect.')
  // Of the period before, so that the present one is left for the next sign-in.
  await page.getByLabel('The code that the app shows now').fill(codeOf(key, Date.now() - 30_000))
  await page.getByRole('button', { name: 'Confirm' }).click()
  expect(await page.getByRole('heading').textContent()).toBe('Your recovery codes')
  const [recovery = ''] = await page.locator('li code').allTextContents()
  expect(await page.locator('li').count()).toBe(10)
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL(`${host.url}/backend`)

  const next = await open()
  await enterPassword(next, 'employee@acme.com')
  expect(await next.getByRole('heading').textContent()).toBe('Second factor')
  expect(await violations(next)).toEqual([])
  await next.getByLabel('Code').fill('000000')
  await next.keyboard.press('Enter')
  expect(await next.getByRole('alert').first().textContent()).toBe('The code is incorrect.')
  await next.getByLabel('Code').fill(codeOf(key))
  await next.keyboard.press('Enter')
  await next.waitForURL(`${host.url}/backend`)

  const lost = await open(false)
  await enterPassword(lost, 'employee@acme.com')
  await lost.getByLabel('Code').fill(recovery)
  await lost.getByRole('button', { name: 'Confirm' }).click()
  await lost.waitForURL(`${host.url}/backend`)
})

test('a passkey of the browser signs in alone, and after a password', async () => {
  const page = await open()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await enterPassword(page, 'admin@acme.com')
  await page.waitForURL(`${host.url}/backend`)
  // The page for one's own account is the product's; the browser does what it would do.
  await page.goto(`${host.url}/login?tenant=00000000-0000-4000-8000-000000000000`)
  const status = await page.evaluate(async () => {
    const post = (path: string, body: object) =>
      fetch(`/api/auth/factors/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const options = await (await post('passkeys/options', {})).json()
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options)
    const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    return (await post('passkeys', { credential: made.toJSON(), name: 'Chromium' })).status
  })
  expect(status).toBe(201)
  const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toHaveLength(1)

  await page.context().clearCookies()
  await page.goto(`${host.url}/login`)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${host.url}/backend`)
  const profile = await page.context().request.get(`${host.url}/api/auth/profile`)
  expect(await profile.json()).toMatchObject({ email: 'admin@acme.com' })

  await page.context().clearCookies()
  await enterPassword(page, 'admin@acme.com')
  expect(await page.getByRole('heading').textContent()).toBe('Second factor')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(`${host.url}/backend`)

  // A copy of the key whose counter is behind.
  const [credential] = (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials
  await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId: credential!.credentialId })
  await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...credential!, signCount: 1 } })
  await page.context().clearCookies()
  await page.goto(`${host.url}/login`)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByText('The passkey was not accepted.').waitFor()
  expect(complaints).toEqual([])
})
