import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../../_setup/chromium.ts'
import { startChild } from '../child.ts'
import { type BenchDatabase, PASSWORD } from '../database.ts'
import { startShippedHost } from '../host.ts'
import { applyLoad, compare } from '../load.ts'
import type { Result } from '../result.ts'
import { fillActions } from './actions.ts'

/** How much slower than this machine the visitor's is. */
const SLOWDOWN = 4
const TURNS = 7
const ENTRIES = 1_000_000

/** What people wait for in the console of the example host, in Chromium, and its static files under load. */
export async function* webConsole(database: BenchDatabase): AsyncGenerator<Result> {
  yield await staticFile()

  await database.query('create database bench_console')
  const url = new URL(database.url)
  url.pathname = '/bench_console'
  await using host = await startShippedHost(url.href)
  const origin = host.url.replace(/\/api$/, '')

  await using stack = new AsyncDisposableStack()
  const browser = stack.adopt(await launchChromium(), (opened) => opened.close())
  yield {
    name: `console: largest contentful paint of home, CPU ${SLOWDOWN} times slower`,
    unit: 'ms',
    subject: median(await inTurns(() => paintOfHome(browser, origin))),
    target: 1_200,
    atMost: true,
  }
  yield {
    name: `console: interaction to next paint, 98th percentile, CPU ${SLOWDOWN} times slower`,
    unit: 'ms',
    subject: percentile((await inTurns(() => interactions(browser, origin))).flat(), 98),
    target: 200,
    atMost: true,
  }

  const pool = stack.adopt(new pg.Pool({ connectionString: url.href, max: 1 }), (opened) => opened.end())
  const { rows } = await pool.query(`select tenant_id, organization_id from users where email = 'admin@acme.com'`)
  const place = { tenantId: rows[0].tenant_id as string, organizationId: rows[0].organization_id as string }
  const query = (text: string, values?: unknown[]) => pool.query(text, values)
  await fillActions({ query }, { ...place, count: ENTRIES })
  await openTrail(browser, origin)
  yield {
    name: 'console: opening the audit trail of 1,000,000 entries',
    unit: 'ms',
    subject: median(await inTurns(() => openTrail(browser, origin))),
    target: 400,
    atMost: true,
  }
}

/** The largest file of the console, compressed, against bare h3 with the same bytes in memory. */
async function staticFile(): Promise<Result> {
  await using served = await startChild('console-h3', {})
  const page = await (await fetch(`${served.url}/backend`)).text()
  const [path = ''] = page.match(/\/backend\/assets\/main-[^"]+\.js/) ?? []
  const headers = { 'accept-encoding': 'br' }
  const raw = await rawBody(`${served.url}${path}`, headers)
  const folder = await mkdtemp(join(tmpdir(), 'plinth-bench-console-'))
  const file = join(folder, 'main.js.br')
  await writeFile(file, raw.bytes)
  await using bare = await startChild('bare-h3', { BYTES: file, HEADERS: JSON.stringify(raw.headers) })
  const measured = await compare(
    5,
    async () => (await applyLoad({ url: bare.url, headers })).perSecond,
    async () => (await applyLoad({ url: `${served.url}${path}`, headers })).perSecond,
  )
  await rm(folder, { recursive: true })
  return { name: 'console: static file', unit: 'requests/s', ...measured, target: 0.6 }
}

/** As a browser gets it, not decoded. */
async function rawBody(url: string, headers: Record<string, string>) {
  const [answer] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  const { date: _, connection: __, 'keep-alive': ___, ...kept } = answer.headers
  return { bytes: Buffer.concat((await answer.toArray()) as Buffer[]), headers: kept }
}

/** A signed-in browser with an empty cache, and its page. */
async function visit(browser: Browser, origin: string, slowdown: number): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } })
  const form = { email: 'admin@acme.com', password: PASSWORD }
  const answer = await context.request.post(`${origin}/api/auth/login`, { form })
  if (!answer.ok()) throw new Error(`The login was answered with ${answer.status()}`)
  const page = await context.newPage()
  if (slowdown > 1) {
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  return [context, page]
}

async function paintOfHome(browser: Browser, origin: string): Promise<number> {
  const [context, page] = await visit(browser, origin, SLOWDOWN)
  await page.goto(`${origin}/backend`)
  await page.waitForLoadState('networkidle')
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)!.startTime)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      }),
  )
  await context.close()
  return time
}

/** How long the browser took to show the effect of each of some twenty interactions: links, dialogs, typing, menus, switches. */
async function interactions(browser: Browser, origin: string): Promise<number[]> {
  const [context, page] = await visit(browser, origin, SLOWDOWN)
  await page.addInitScript(() => {
    const slowest = new Map<number, number>()
    Object.assign(globalThis, { slowest })
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
        if (interactionId) slowest.set(interactionId, Math.max(duration, slowest.get(interactionId) ?? 0))
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await page.goto(`${origin}/backend`)
  const menu = page.getByRole('navigation', { name: 'Main navigation' })
  const open = async (name: string) => {
    await menu.getByRole('link', { name, exact: true }).click()
    await page.waitForLoadState('networkidle')
  }
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const name of ['Users', 'Roles', 'Audit trail', 'Products', 'Users']) await open(name)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog').getByLabel('E-mail').first().pressSequentially('grace@example.com')
  await page.keyboard.press('Escape')
  await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('admin')
  await page.waitForLoadState('networkidle')
  await open('Roles')
  await page.locator('tbody .row-link', { hasText: 'employee' }).click()
  await page.getByRole('searchbox', { name: 'Find a feature' }).pressSequentially('view')
  await page.getByRole('checkbox').nth(3).click()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('audit')
  await page.keyboard.press('Enter')
  await page.waitForLoadState('networkidle')
  // Event timing is told after the next paint.
  await page.waitForTimeout(500)
  const times = await page.evaluate(() => [
    ...(globalThis as unknown as { slowest: Map<number, number> }).slowest.values(),
  ])
  await context.close()
  return times
}

/** From the click on the link until its first row is shown. */
async function openTrail(browser: Browser, origin: string): Promise<number> {
  const [context, page] = await visit(browser, origin, 1)
  await page.goto(`${origin}/backend`)
  await page.waitForLoadState('networkidle')
  const time = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const link = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].find((one) =>
          one.textContent?.includes('Audit trail'),
        )!
        const began = performance.now()
        new MutationObserver((_, observer) => {
          if (!document.querySelector('tbody tr td')) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - began))
        }).observe(document.body, { childList: true, subtree: true })
        link.click()
      }),
  )
  await context.close()
  return time
}

async function inTurns<T>(measure: () => Promise<T>): Promise<T[]> {
  const values: T[] = []
  for (let turn = 0; turn < TURNS; turn++) values.push(await measure())
  return values
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * share) / 100))] ?? 0
const median = (values: readonly number[]) => percentile(values, 50)
