import { auth } from '@plinth/auth'
import { totpCode } from '@plinth/auth/testing'
import { defineAuditLogs } from '@plinth/audit-logs'
import { directory } from '@plinth/directory'
import { startHost } from '@plinth/host'
import { sso } from '@plinth/sso'
import type { TestPlatform } from '@plinth/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { argon2 } from '../_setup/cheap-passwords.ts'
import { launchChromium } from '../_setup/chromium.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { startProvider } from '../modules/sso/_provider.ts'

const PASSWORD = 'Chosen-Secret-1'
const codeOf = (key: string, at = Date.now()) =>
  totpCode({ clock: { now: new Date(at) } as TestPlatform['clock'] }, key)

const headingOf = async (page: Page) => page.getByRole('heading').textContent()

test(
  'the sign-in pages link an identity and ask for the second factor after a provider',
  { timeout: 60_000 },
  async () => {
    await using opened = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'plinth-sso-'))
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    const database = opened.use(await emptyDatabase())
    const provider = opened.use(await startProvider())
    const records: string[] = []
    const host = await startHost({
      ownsProcess: false,
      environment: {
        PORT: '0',
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        SEED_PASSWORD: PASSWORD,
        LOG_LEVEL: 'silent',
      },
      modules: (given) => [
        directory,
        auth({ ...given.auth, argon2 }),
        defineAuditLogs(given.auditLogs),
        sso({ localHosts: [provider.host], resolveTxt: async () => records }),
      ],
    })
    opened.defer(() => host.close())

    const form = new URLSearchParams({ email: 'admin@acme.com', password: PASSWORD })
    const login = await fetch(`${host.origin}/api/auth/login`, { method: 'POST', body: form })
    const { token } = (await login.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${host.origin}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      return (await answer.json()) as { id: string; record: { value: string }; items: { id: string }[] }
    }
    const { items } = await call('GET', '/directory/organizations?view=manage')
    const secret = 'AClientSecretThatIsLongEnough'
    const { id } = await call('POST', '/sso/connections', {
      name: 'Corp',
      issuer: provider.issuer,
      clientId: 'plinth',
      secret,
      homeOrganizationId: items[0]!.id,
      asksSecondFactor: true,
    })
    await provider.addClient({
      client_id: 'plinth',
      client_secret: secret,
      redirect_uris: [`${host.origin}/api/sso/callback/${id}`],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    })
    const domain = await call('POST', '/sso/domains', { connectionId: id, domain: 'acme.com' })
    records.push(domain.record.value)
    await call('POST', '/sso/domains/verify', { id: domain.id })
    await call('PUT', '/auth/policies', { secondFactor: 'required', graceDays: 0 })
    provider.person = { sub: 'employee', email: 'employee@acme.com', email_verified: true }

    const browser = opened.adopt(await launchChromium(), (started) => started.close())
    const visit = async () => (await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' })).newPage()
    const start = `${host.origin}/api/sso/start/${id}?redirect=${encodeURIComponent('/api/auth/profile')}`

    // The account exists, so its owner signs in to it first; the factor that this requires does not lose the identity.
    const first = await visit()
    await first.goto(start)
    await first.getByLabel('E-mail address').fill('employee@acme.com')
    await first.getByLabel('Password').fill(PASSWORD)
    await first.getByRole('button', { name: 'Sign in', exact: true }).click()
    expect(await headingOf(first)).toBe('Set up a second factor')
    const key = ((await first.locator('code').textContent()) ?? '').replaceAll(' ', '')
    await first.getByLabel('The code that the app shows now').fill(codeOf(key, Date.now() - 30_000))
    await first.getByRole('button', { name: 'Confirm' }).click()
    expect(await headingOf(first)).toBe('Your recovery codes')

    const second = await visit()
    await second.goto(start)
    expect(new URL(second.url()).pathname).toBe('/login')
    await second.locator('#code').fill('000000')
    await second.getByRole('button', { name: 'Confirm' }).click()
    expect(await second.getByRole('alert').textContent()).toBe('The code is incorrect.')
    await second.locator('#code').fill(codeOf(key))
    await second.getByRole('button', { name: 'Confirm' }).click()
    expect(new URL(second.url()).pathname).toBe('/api/auth/profile')
    expect(await second.textContent('body')).toContain('employee@acme.com')

    // Elsewhere, the address of such a page is worth nothing.
    const other = await visit()
    await other.goto(`${host.origin}/login?code=second_factor_setup_required&challenge=${'x'.repeat(43)}`)
    expect(await other.getByRole('button', { name: 'Sign in', exact: true }).count()).toBe(1)
  },
)
