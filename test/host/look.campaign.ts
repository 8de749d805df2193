import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { type Host, runHost } from './_run-host.ts'

const PASSWORD = 'Chosen-Secret-1'
const WIDTHS = [320, 375, 768, 1280]
const opened = new AsyncDisposableStack()
let host: Host
let browser: Browser

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-look-'))
  opened.defer(() => rm(folder, { recursive: true }))
  const database = opened.use(await emptyDatabase())
  host = opened.use(
    await runHost({
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      SEED_PASSWORD: PASSWORD,
      RATE_LIMIT_ENABLED: 'false',
      TERMS_URL: '/terms',
    }),
  )
  browser = opened.adopt(await launchChromium(), (started) => started.close())
}, 120_000)
afterAll(() => opened.disposeAsync())

/** A page in a language of the host, in light or in dark. */
async function visit(path: string, { locale = 'en', isDark = false } = {}) {
  const context = await browser.newContext({ locale, colorScheme: isDark ? 'dark' : 'light' })
  const page = await context.newPage()
  await page.goto(host.url + path)
  return { page, [Symbol.asyncDispose]: () => context.close() }
}

async function send(page: Page, fields: Readonly<Record<string, string>>) {
  for (const [id, text] of Object.entries(fields)) await page.locator(`#${id}`).fill(text)
  for (const box of await page.locator('input[type=checkbox][required]').all()) await box.check()
  await page.locator('main form button[type=submit]:not([formaction])').click()
}

/** What is wrong with the look of a page at all widths; fonts differ from machine to machine, these things do not. */
async function faultsOf(page: Page): Promise<readonly string[]> {
  const faults: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const found = await page.evaluate(findMisplaced)
    faults.push(...found.map((fault) => `${width} px: ${fault}`))
  }
  return faults
}

/** In the browser: horizontal scrolling, and whatever sticks out of the window or out of what it is laid out in. */
function findMisplaced(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const faults = scrollWidth > clientWidth ? [`the page scrolls sideways, it is ${scrollWidth} px wide`] : []
  const nameOf = ({ tagName, id, className }: Element) =>
    `${tagName.toLowerCase()}${id ? `#${id}` : ''}${className ? `.${String(className)}` : ''}`
  for (const element of document.querySelectorAll('body *')) {
    const box = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    if (box.width <= 1 || style.visibility === 'hidden') continue
    const frames = function* () {
      for (let parent = element.parentElement; parent; parent = parent.parentElement) {
        if (getComputedStyle(parent).overflowX !== 'visible') return
        yield parent
      }
    }
    // What an ancestor cuts or scrolls is seen by that ancestor.
    const [...parents] = frames()
    if (parents.at(-1) !== document.documentElement) continue
    if (box.left < -0.5 || box.right > clientWidth + 0.5) faults.push(`${nameOf(element)} leaves the window`)
    if (!element.matches('main *')) continue
    const parent = element.parentElement!
    const outer = parent.getBoundingClientRect()
    const { paddingLeft, paddingRight, borderLeftWidth, borderRightWidth, display } = getComputedStyle(parent)
    if (display === 'inline' || display === 'contents') continue
    const left = outer.left + Number.parseFloat(paddingLeft) + Number.parseFloat(borderLeftWidth)
    const right = outer.right - Number.parseFloat(paddingRight) - Number.parseFloat(borderRightWidth)
    if (
      element.matches('input, select, textarea, button, form, .field') &&
      (box.left < left - 0.5 || box.right > right + 0.5)
    )
      faults.push(`${nameOf(element)} sticks out of ${nameOf(parent)}`)
  }
  return faults
}

/**
 * Pixels that what a card holds paints beyond its edge. Compared are two pictures of the same page in the same browser, with and
 * without that, so that no font of another machine makes a difference.
 */
async function strayPixels(page: Page): Promise<readonly string[]> {
  const faults: string[] = []
  for (const width of [WIDTHS.at(0)!, WIDTHS.at(-1)!]) {
    await page.setViewportSize({ width, height: 800 })
    const full = await picture(page)
    const card = await page.evaluate(() => {
      const main = document.querySelector('main')!
      for (const child of main.children) (child as HTMLElement).style.visibility = 'hidden'
      const { left, top, right, bottom } = main.getBoundingClientRect()
      return { left, top: top + scrollY, right, bottom: bottom + scrollY }
    })
    const bare = await picture(page)
    await page.evaluate(() => {
      for (const child of document.querySelector('main')!.children) (child as HTMLElement).style.visibility = ''
    })
    expect([bare.width, bare.height]).toEqual([full.width, full.height])
    let painted = 0
    let stray = 0
    for (let at = 0; at < full.data.length; at += 3) {
      if (!differs(full.data, bare.data, at)) continue
      painted++
      const [x, y] = [(at / 3) % full.width, Math.floor(at / 3 / full.width)]
      if (x < card.left || x >= card.right || y < card.top || y >= card.bottom) stray++
    }
    if (painted === 0) faults.push(`${width} px: nothing is painted`)
    if (stray > 0) faults.push(`${width} px: ${stray} pixels beyond the edge of the card`)
  }
  return faults
}

/** Of 255, in any colour: gradients are dithered. */
const TOLERANCE = 8

/** Whether a pixel is painted otherwise. Called for millions of them. */
function differs(one: Buffer, other: Buffer, at: number): boolean {
  for (let channel = at; channel < at + 3; channel++)
    if (Math.abs(one[channel]! - other[channel]!) > TOLERANCE) return true
  return false
}

async function picture(page: Page) {
  const shot = await page.screenshot({ fullPage: true, animations: 'disabled', caret: 'hide' })
  const { data, info } = await sharp(shot).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Violations by axe-core's rules, all of them or some. */
async function violationsOf(page: Page, rules?: string[]): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  return page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, runOnly ? { runOnly } : {})
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
  }, rules)
}

const weakest = { organizationName: 'x', firstName: 'x', lastName: 'x', email: 'x@example.com', password: 'short' }

test.each<[name: string, path: string, act?: (page: Page) => Promise<unknown>]>([
  ['login, also one that failed', '/login', (page) => send(page, { email: 'ann@example.com', password: 'x' })],
  ['reset, also with a link that was sent', '/reset', (page) => send(page, { email: 'ann@example.com' })],
  ['new password, also a weak one', '/reset/some-token-of-a-mail', (page) => send(page, { password: 'weak' })],
  ['sign-up, also one with errors', '/onboarding', (page) => send(page, { ...weakest, confirmPassword: 'other' })],
  ['a link that is over', '/onboarding?status=invalid'],
  ['the password of a new customer', '/onboarding/confirm/some-token-of-a-mail'],
  ['an unknown page', '/nowhere'],
])('%s fits every window, and accessibility rules hold', { timeout: 120_000 }, async (_name, path, act) => {
  await using visited = await visit(path)
  const { page } = visited
  if (act) {
    expect([await faultsOf(page), await violationsOf(page)]).toEqual([[], []])
    await act(page)
  }
  expect([await faultsOf(page), await strayPixels(page), await violationsOf(page)]).toEqual([[], [], []])
  await using dark = await visit(path, { locale: 'de', isDark: true })
  await act?.(dark.page)
  // Another theme changes colours, another language lengths.
  expect([await faultsOf(dark.page), await violationsOf(dark.page, ['color-contrast'])]).toEqual([[], []])
})

test('the documentation fits every window, and accessibility rules hold', { timeout: 180_000 }, async () => {
  await using visited = await visit('/login')
  const { page } = visited
  await send(page, { email: 'admin@acme.com', password: PASSWORD })
  await page.waitForURL(`${host.url}/backend`)
  for (const path of ['/docs', '/docs/operations/authListUsers', '/docs/guides/docs/environment']) {
    await page.goto(host.url + path)
    expect([path, await faultsOf(page), await violationsOf(page)]).toEqual([path, [], []])
  }
  await page.goto(`${host.url}/docs`)
  const found = () => page.locator('.operations a').allTextContents()
  const { paths } = (await (await host.call('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { summary: string }>>
  }
  const search = page.getByLabel('Search guides and operations')
  for (const words of ['post AUTH/roles', paths['/auth/roles']!['post']!.summary]) {
    await search.fill(words)
    await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBeLessThan(5)
    expect(await found()).toContainEqual(expect.stringMatching(/^POST\s*\/auth\/roles/))
  }
  await search.fill('xyzzy')
  await page.getByText('Nothing was found').waitFor()
  await search.fill('get auth/profile')
  // By keyboard alone.
  await page.locator('.operations a[href="/docs/operations/authGetProfile"]').press('Enter')
  await page.getByRole('button', { name: 'Send request' }).press('Enter')
  await page.locator('[data-answer]').waitFor()
  expect([await faultsOf(page), await violationsOf(page)]).toEqual([[], []])
  await using dark = await visit('/docs/operations/authCreateUser', { locale: 'de', isDark: true })
  expect([await faultsOf(dark.page), await violationsOf(dark.page, ['color-contrast'])]).toEqual([[], []])
})

test('the login page leads to sign-up, and who is signed in is led on', { timeout: 60_000 }, async () => {
  await using visited = await visit('/login')
  const { page } = visited
  await page.getByRole('link', { name: 'Create your account' }).click()
  expect(new URL(page.url()).pathname).toBe('/onboarding')
  expect(await page.getByRole('link', { name: 'terms of use' }).getAttribute('href')).toBe('/terms')
  await page.goto(`${host.url}/login`)
  await send(page, { email: 'admin@acme.com', password: PASSWORD })
  await page.waitForURL(`${host.url}/backend`)
  const leads = async (path: string) => (await page.goto(host.url + path), page.url().slice(host.url.length))
  expect(await leads('/')).toBe('/backend')
  expect(await leads('/login?redirect=%2Fdocs')).toBe('/docs')
  expect(await leads('/login?redirect=https%3A%2F%2Fevil.example')).toBe('/backend')
  expect(await leads(`/login?tenant=${crypto.randomUUID()}`)).toMatch(/^\/login\?tenant=/)
})

test('an unknown address is a page in a browser, and JSON for clients', async () => {
  const ask = async (path: string, accept: string) => {
    const answer = await host.call(path, { headers: { accept } })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }
  expect(await ask('/nowhere', 'text/html,*/*;q=0.8')).toEqual([404, 'text/html'])
  expect(await ask('/nowhere', '*/*')).toEqual([404, 'application/json'])
  expect(await ask('/api/nowhere', 'text/html')).toEqual([404, 'application/json'])
  expect(await ask('/auth/profile', 'text/html')).toEqual([401, 'application/json'])
})

test('a password that is refused is refused with the reason', { timeout: 60_000 }, async () => {
  await using visited = await visit('/reset/some-token-of-a-mail')
  const { page } = visited
  const told = async (password: string) => {
    await send(page, { password })
    return page.getByRole('alert').textContent()
  }
  expect(await told('weak-enough')).toBe('The password still needs a digit and a capital letter.')
  expect(await told('Password1!')).toBe('This password is too easy to guess: it is among the most common ones.')
  expect(await told('Strong-Enough-1')).toBe('Invalid or expired token')
})
