import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedUpPage, signUpPage } from '../../packages/console/src/sign-in/sign-up-page.ts'
import { signUpTextsFor } from '../../packages/console/src/sign-in/sign-up-texts.ts'
import { launchChromium } from '../_setup/chromium.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { type MailServer, startMailServer } from './_mail-server.ts'
import { type Host, runHost } from './_run-host.ts'

const PASSWORD = 'Own-Secret-2'
const closers: (() => unknown)[] = []
let host: Host
let mailServer: MailServer
let browser: Browser

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-sign-up-'))
  const database = await emptyDatabase()
  mailServer = await startMailServer()
  host = await runHost({
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SMTP_URL: mailServer.url,
    ADMIN_EMAIL: 'operator@example.com',
    TERMS_URL: 'https://example.com/terms',
  })
  browser = await launchChromium()
  closers.push(
    () => browser.close(),
    () => host.end('SIGTERM'),
    () => mailServer[Symbol.asyncDispose](),
    () => database[Symbol.asyncDispose](),
    () => rm(folder, { recursive: true }),
  )
}, 60_000)
afterAll(async () => {
  for (const close of closers) await close()
})

async function openPage(javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled, locale: 'en-GB' })
  return { page: await context.newPage(), [Symbol.asyncDispose]: () => context.close() }
}

async function fill(page: Page, fields: Readonly<Record<string, string>>) {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('I accept the terms of use').check()
  await page.getByRole('button', { name: 'Create the account' }).click()
}

test.each([
  { javaScript: true, email: 'ann@founder.example' },
  { javaScript: false, email: 'ben@founder.example' },
])(
  'a new customer signs up, follows the mail and signs in, JavaScript: $javaScript',
  async ({ javaScript, email }) => {
    await using visit = await openPage(javaScript)
    const { page } = visit
    await page.goto(`${host.url}/onboarding`)
    const fields = { Organization: 'Founders & <Co>', 'First name': 'Ann', 'Last name': 'Lee', 'E-mail address': email }
    await fill(page, { ...fields, Password: PASSWORD, 'Password again': 'Other-Secret-3' })
    expect(await page.getByRole('alert').textContent()).toBe('Please check the form and try again.')
    expect(await page.locator('#confirmPassword-problem').textContent()).toBe('The passwords do not match.')
    expect(await page.getByLabel('Organization').inputValue()).toBe('Founders & <Co>')
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
    await fill(page, { Password: PASSWORD, 'Password again': PASSWORD })
    expect(await page.getByRole('status').textContent()).toContain(`We have sent a link to ${email}`)

    const { subject, text = '' } = await mailServer.mailTo(email)
    expect(subject).toBe('Confirm your e-mail address for Founders & <Co>')
    const link = /https?:\S+/.exec(text)![0]
    await page.goto(link)
    expect(page.url()).toMatch(new RegExp(`^${host.url}/login\\?tenant=[0-9a-f-]{36}$`))
    await page.goto(link)
    expect(page.url()).toContain('/login?tenant=')
    await page.getByLabel('E-mail address').fill(email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(`${host.url}/backend`)
    const profile = await page.context().request.get(`${host.url}/api/auth/profile`)
    expect(await profile.json()).toMatchObject({ email })
    const token = await host.logIn(email, PASSWORD)
    const users = (await (await host.call('/api/auth/users', { token })).json()) as { items: { email: string }[] }
    expect(users.items.map((user) => user.email)).toEqual([email])

    await page.goto(`${host.url}/onboarding`)
    await fill(page, { ...fields, Password: PASSWORD, 'Password again': PASSWORD })
    expect(await page.getByRole('alert').textContent()).toContain(
      'There is an account with this e-mail address already',
    )
    await page.goto(`${host.url}/api/onboarding/onboarding/verify?token=x`)
    expect(await page.getByRole('alert').textContent()).toContain('This link is invalid or has expired')
  },
  60_000,
)

test('in another browser the link asks for a password, which is the account’s', { timeout: 60_000 }, async () => {
  const email = 'cleo@founder.example'
  await using visit = await openPage(false)
  await visit.page.goto(`${host.url}/onboarding`)
  await fill(visit.page, {
    Organization: 'Founders & <Co>',
    'First name': 'Cleo',
    'Last name': 'Ray',
    'E-mail address': email,
    Password: PASSWORD,
    'Password again': PASSWORD,
  })
  const { text = '' } = await mailServer.mailTo(email)
  await using elsewhere = await openPage(false)
  const { page } = elsewhere
  await page.goto(/https?:\S+/.exec(text)![0])
  expect(page.url()).toContain('/onboarding/confirm/')
  await page.getByLabel('New password').fill('weak')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('alert').textContent()).toBe(
    'The password still needs at least 8 characters, a digit, a capital letter and a special character.',
  )
  await page.getByLabel('New password').fill('Chosen-Here-3')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/login\?tenant=/)
  expect(await host.logIn(email, 'Chosen-Here-3')).toContain('.')
  await expect(host.logIn(email, PASSWORD)).rejects.toThrow('401')
})

test('the operator is told', async () => {
  const { text } = await mailServer.mailTo('operator@example.com')
  expect(text).toContain('founder.example asks for a tenant for "Founders & <Co>".')
})

test('what comes from outside is escaped, in every language', () => {
  const attack = `"><script>alert('1')</script>&`
  const fields = { organizationName: attack, email: attack, firstName: attack }
  const pages = [
    signUpPage({
      locale: attack,
      error: attack,
      fields,
      fieldErrors: fields,
      status: attack,
      rules: attack,
      termsUrl: attack,
    }),
    signedUpPage({ locale: 'en', email: attack }),
  ]
  for (const page of pages) {
    expect(page).not.toContain('<script')
    expect(page).toContain('&lt;script&gt;')
  }
  for (const locale of ['en', 'de', 'es', 'pl']) {
    const texts = signUpTextsFor(locale)
    expect(signUpPage({ locale, status: 'invalid', rules: '' })).toContain(`role="alert" id="error">${texts.invalid}<`)
    expect(signUpPage({ locale, rules: '' })).toContain(`<html lang="${locale}">`)
  }
})
