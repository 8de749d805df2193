import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSite } from '../../scripts/site/build-site.ts'
import { findBrokenLinks } from '../../scripts/site/check-links.ts'
import { linkOf, readGuides } from '../../scripts/site/texts.ts'
import { launchChromium } from '../_setup/chromium.ts'
import { violationsOf } from '../console/_axe.ts'

const VERSION = '0.2.0'
const EARLIER = '0.1.5'
const opened = new AsyncDisposableStack()
let folder: string
let browser: Browser
let served: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-site-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, EARLIER, 'guides/docs'), { recursive: true })
  const pages = ['index.html', 'guides/docs/1-start.html']
  for (const page of pages) await writeFile(join(folder, EARLIER, page), `<h1>${page} of ${EARLIER}</h1>`)
  await writeFile(join(folder, EARLIER, 'pages.js'), `globalThis.plinthPages = ${JSON.stringify(pages)}`)
  const site = await buildSite({ folder, version: VERSION, address: 'https://example.com/plinth' })
  expect(site.versions).toEqual([VERSION, EARLIER])
  browser = opened.adopt(await launchChromium(), (started) => started.close())
  served = await serve()
}, 120_000)
afterAll(() => opened.disposeAsync())

const read = (path: string) => readFile(join(folder, path), 'utf8')

/** As GitHub Pages does: below a path, with the page of what is missing. */
async function serve(): Promise<string> {
  const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', json: 'application/json' }
  const server = createServer(async ({ url = '' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname.replace(/^\/plinth\//, ''))
    const content = await readFile(join(folder, path)).catch(() => undefined)
    const type = types[path.split('.').at(-1) as keyof typeof types] ?? 'application/octet-stream'
    response.writeHead(content ? 200 : 404, { 'content-type': content ? type : 'text/html', connection: 'close' })
    response.end(content ?? (await readFile(join(folder, '404.html'))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  opened.defer(() => new Promise<void>((resolve) => void server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/plinth/`
}

interface Visit {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

/** A page that must ask no other place and say nothing in the console. */
async function visit(address: string, work: (page: Page) => Promise<void>, options: Visit = {}): Promise<void> {
  const { width = 1280, colorScheme = 'light' } = options
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme })
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (!message.text().includes('404')) complaints.push(message.text())
  })
  page.on('request', (request) => {
    if (![served, pathToFileURL(folder).href, 'data:'].some((known) => request.url().startsWith(known)))
      complaints.push(request.url())
  })
  await page.goto(address)
  await work(page)
  await page.close()
  expect(complaints).toEqual([])
}

/** Pixels by which a page scrolls sideways. */
const overhangOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('every guide, package, entry and operation has a page', async () => {
  const pages = globSync('**/*.html', { cwd: join(folder, VERSION) })
  const { paths } = JSON.parse(await read(`${VERSION}/openapi.json`)) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const operations = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  const named = (pattern: string, toPage: (path: string) => string) => globSync(pattern).map(toPage)
  const expected = [
    ...named('docs/*.md', (path) => `guides/${path.replace('.md', '.html')}`),
    ...named('packages/modules/*/README.md', (path) => `guides/packages/${path.split('/')[2]}.html`),
    ...named('api/*.api.md', (path) => `guides/exports/${path.slice('api/'.length, -'.api.md'.length)}.html`),
    ...operations.map((id) => `operations/${id}.html`),
  ]
  expect(expected.length).toBeGreaterThan(400)
  expect(expected.filter((page) => !pages.includes(page))).toEqual([])
  expect(await read(`${VERSION}/guides/exports/core.html`)).toContain('export function defineModule')
})

test('links between texts lead to pages, those to other files to the repository', async () => {
  const guides = (await readGuides()).map(({ guide }) => guide)
  const start = guides.find(({ page }) => page.name === '1-start')!
  const broken: string[] = []
  const follow = (href: string, source?: string) =>
    linkOf(start, href, { guides, source, onBroken: (link) => void broken.push(link) })
  expect([
    follow('2-modules.md#lists'),
    follow('../packages/modules/auth'),
    follow('../api'),
    follow('../LICENSE'),
    follow('../LICENSE', 'https://example.com/blob/v0.2.0'),
    follow('missing.md'),
  ]).toEqual([
    '/docs/guides/docs/2-modules#lists',
    '/docs/guides/packages/auth',
    '/docs#docs-exports',
    undefined,
    'https://example.com/blob/v0.2.0/LICENSE',
    undefined,
  ])
  expect(broken).toEqual(['missing.md'])
})

test('links of pages that lead to no file or anchor are found', () => {
  const files = new Map([
    ['a.html', '<a href="b/c.html#there"></a> <a href="b/c.html#gone"></a> <a href="d.html"></a> <h1 id="x"></h1>'],
    ['b/c.html', '<h2 id="there"></h2> <a href="../a.html#x"></a> <a href="#y"></a> <img src="https://example.com">'],
  ])
  expect(findBrokenLinks(files)).toEqual(['a.html: b/c.html#gone', 'a.html: d.html', 'b/c.html: #y'])
})

test('machines find what there is: language models, search engines, browsers that lost their way', async () => {
  const [newest, own, full] = [
    await read('llms.txt'),
    await read(`${VERSION}/llms.txt`),
    await read(`${VERSION}/llms-full.txt`),
  ]
  for (const [text, base] of [
    [newest, ''],
    [own, VERSION],
  ] as const) {
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => join(folder, base, link))
    expect([links.length > 80, links.filter((link) => !existsSync(link))]).toEqual([true, []])
  }
  expect(own).toMatch(/^# Plinth 0\.2\.0\n\n> Plinth is a TypeScript library .*\.\n/)
  expect(own).toContain('[Rules](markdown/docs/5-rules.md): This guide shows how to let customers change')
  expect(full).toContain('# Getting started')
  expect(full).toContain('- `POST /auth/login`: ')
  const pages = [...(await read('sitemap.xml')).matchAll(/<loc>https:\/\/example\.com\/plinth\/([^<]*)</g)]
  expect(pages.length).toBeGreaterThan(400)
  const missing = [...(await read('404.html')).matchAll(/ (?:href|src|action)="(\/[^"]*)"/g)]
  expect(missing.length).toBeGreaterThan(5)
  const named = [
    ...pages.map(([, path = '']) => path),
    ...missing.map(([, path = '']) => path.slice('/plinth/'.length)),
  ]
  expect(named.filter((path) => !existsSync(join(folder, path)))).toEqual([])
})

test.each([360, 1280])('words are found without a server, %s px wide', { timeout: 60_000 }, async (width) => {
  const start = pathToFileURL(join(folder, VERSION, 'guides/docs/1-start.html')).href
  const work = async (page: Page) => {
    const field = page.getByRole('searchbox')
    await field.fill('gapless')
    await field.press('Enter')
    await page.waitForURL(/contents\.html\?q=gapless$/)
    const found = page.locator('#docs-results a', { hasText: 'Numbers of documents' })
    await found.waitFor()
    expect(await overhangOf(page)).toBe(0)
    await page.locator('#docs-results .guides ul a').first().click()
    await page.waitForURL(/guides\/.*\.html#/)
    await page.goBack()
    await found.waitFor()
    await page.getByRole('searchbox').fill('users invite')
    await page.locator('.operations a').first().waitFor()
    await page.getByRole('searchbox').fill('<b>nowhere')
    await page.getByText('Nothing was found for “<b>nowhere”.').waitFor()
    await page.getByRole('searchbox').fill('')
    await page.getByRole('heading', { name: 'Exports' }).waitFor()
  }
  await visit(start, work, { width })
})

// With SCREENSHOTS=<folder>, the pages can be looked at.
test.each([
  ['light', 360, ['index', 'guides/docs/5-rules']],
  ['dark', 1280, ['guides/docs/5-rules', 'operations/authUpdateUser', 'guides/exports/points']],
] as const)(
  'pages are readable in the %s theme, %s px wide',
  { timeout: 120_000 },
  async (colorScheme, width, pages) => {
    const shots = process.env['SCREENSHOTS']
    for (const path of pages) {
      const name = `site-${path.replaceAll('/', '-')}-${width}-${colorScheme}.png`
      const look = async (page: Page) => {
        if (shots) await page.screenshot({ path: join(shots, name) })
        expect([path, await overhangOf(page), await violationsOf(page)]).toEqual([path, 0, []])
      }
      await visit(`${served}${VERSION}/${path}.html`, look, { colorScheme, width })
    }
  },
)

test('somebody goes from version to version, and finds the way back from a missing page', async () => {
  await visit(`${served}${VERSION}/guides/docs/1-start.html`, async (page) => {
    await page.getByLabel('Version').selectOption(EARLIER)
    await page.getByRole('heading', { name: `guides/docs/1-start.html of ${EARLIER}` }).waitFor()
    await page.goto(`${served}${VERSION}/guides/docs/money.html`)
    await page.getByLabel('Version').selectOption(EARLIER)
    await page.getByRole('heading', { name: `index.html of ${EARLIER}` }).waitFor()
    await page.goto(`${served}nowhere/at/all`)
    await page.getByRole('link', { name: 'start page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Plinth' }).waitFor()
    await page.goto(`${served}index.html`)
    await page.waitForURL(`${served}${VERSION}/index.html`)
  })
})
