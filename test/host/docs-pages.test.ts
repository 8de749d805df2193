import { defineAuditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { customFields } from '@plinth/custom-fields'
import { defineModule, get, open, post, signedIn } from '@plinth/core'
import { directory } from '@plinth/directory'
import { startHost } from '@plinth/host'
import { definePage, pages } from '@plinth/points'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { argon2 } from '../_setup/cheap-passwords.ts'
import { launchChromium } from '../_setup/chromium.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'

const PASSWORD = 'Secret-123'
const opened = new AsyncDisposableStack()
let origin: string
let token: string

/** A value in itself, to any depth. */
interface Branch {
  readonly label: string
  readonly branches: readonly Branch[]
}
const Branch: z.ZodType<Branch> = z
  .lazy(() => z.object({ label: z.string(), branches: z.array(Branch) }))
  .meta({
    id: 'ManualBranch',
  })

const GUIDE = `<!-- ts
import { hidden } from 'nowhere'
-->
# The manual

See [the other](other.md#second-part), [nothing](../outside.md), [a script](javascript:alert(1)) and [a site](https://example.com).

<script>alert(1)</script>

![A picture](images/one.png) ![Not an image](secret.txt) ![Outside](../outside.png)

## Second part

| Name | Value |
| --- | --- |
| \`a\` | <img src=x onerror=alert(1)> |

## Second part
`

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-docs-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'guides/images'), { recursive: true })
  const write = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return pathToFileURL(join(folder, name))
  }
  await Promise.all([write('outside.png', 'x'), write('guides/secret.txt', 'x'), write('guides/images/two.png', 'x')])
  await write('guides/images/one.png', 'picture')
  const manual = defineModule({
    id: 'manual',
    title: 'Manual',
    routes: [
      post(
        '/manual/branches',
        { access: open, summary: 'Plant <b>a tree</b>', body: z.object({ tree: Branch }), response: z.object({}) },
        async () => ({}),
      ),
      get('/manual/echo', { access: signedIn, response: z.object({ said: z.literal('hello') }) }, async () => ({
        said: 'hello' as const,
      })),
    ],
    contributes: [
      pages.of(
        definePage({
          name: 'start',
          title: 'The manual',
          access: signedIn,
          text: await write('guides/start.md', GUIDE),
        }),
        definePage({
          name: 'other',
          title: 'Other',
          access: signedIn,
          text: await write('guides/other.md', '# Other'),
        }),
        definePage({ name: 'public', title: 'For all', access: open, text: 'Words about **kangaroos**' }),
      ),
    ],
  })
  const database = opened.use(await emptyDatabase())
  const host = opened.use(
    await startHost({
      ownsProcess: false,
      environment: {
        PORT: '0',
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'data'),
        SEED_PASSWORD: PASSWORD,
        LOG_LEVEL: 'silent',
        RATE_LIMIT_ENABLED: 'false',
      },
      modules: (its) => [
        directory,
        auth({ ...its.auth, argon2 }),
        defineAuditLogs(its.auditLogs),
        customFields,
        manual,
      ],
    }),
  )
  origin = host.origin
  const body = new URLSearchParams({ email: 'admin@acme.com', password: PASSWORD })
  const answer = await fetch(`${origin}/api/auth/login`, { method: 'POST', headers: { connection: 'close' }, body })
  token = ((await answer.json()) as { token: string }).token
  const level = {
    entityId: 'auth:user',
    key: 'level',
    kind: 'integer',
    configJson: { label: 'Level of `<i>trust</i>`' },
  }
  const created = await send('/api/entities/definitions', { method: 'POST', body: JSON.stringify(level) })
  expect(created.status).toBe(200)
}, 60_000)
afterAll(() => opened.disposeAsync())

/** As the administrator; without keep-alive, a host that is closed does not wait for the client. */
const send = (path: string, init: RequestInit = {}) =>
  fetch(origin + path, {
    ...init,
    headers: { connection: 'close', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })

const strangers = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(origin + path, { headers: { connection: 'close', ...headers } })

test('the reference shows what the document of the caller says', async () => {
  const { paths } = (await (await send('/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>
  }
  const index = await (await send('/docs')).text()
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(ids.filter((id) => !index.includes(`href="/docs/operations/${id}"`))).toEqual([])
  expect(index).toContain('Plant &lt;b&gt;a tree&lt;/b&gt;')
  const [own, general] = [
    await send('/docs/operations/authUpdateUser'),
    await strangers('/docs/operations/authUpdateUser'),
  ]
  const text = await own.text()
  expect(text).toContain('cf_level')
  expect(text).not.toContain('<i>trust')
  expect(await general.text()).not.toContain('cf_level')
  expect(Object.fromEntries(own.headers)).toMatchObject({
    'cache-control': 'private, no-cache',
    'content-security-policy': expect.stringMatching(/script-src 'self'; style-src 'self';/),
    vary: expect.stringContaining('authorization'),
  })
  // Every operation and schema has a page, and none is large.
  const { components } = (await (await send('/openapi.json')).json()) as { components: { schemas: object } }
  const names = Object.keys(components.schemas).map((name) => `/docs/schemas/${name}`)
  for (const path of [...ids.map((id) => `/docs/operations/${id}`), ...names]) {
    const page = await send(path)
    expect([path, page.status, (await page.text()).length < 400_000]).toEqual([path, 200, true])
  }
})

test('a schema in itself ends, with a link to its page', async () => {
  const text = await (await strangers('/docs/operations/manualPostBranches')).text()
  expect(text).toContain('<a href="/docs/schemas/ManualBranch">')
  expect(text).toContain('curl -X POST')
  expect(text).not.toContain('x-api-key: $API_KEY')
})

test.each([
  '/docs/operations/none',
  '/docs/operations/constructor',
  '/docs/schemas/__proto__',
  '/docs/guides/manual/none',
  '/docs/guides/manual/start/secret.txt',
  '/docs/guides/manual/start/images/two.png',
  '/docs/guides/manual/start/..%2foutside.png',
  '/docs/guides/manual/start/%2e%2e/outside.png',
])('there is nothing at %s', async (path) => {
  expect((await send(path)).status).toBe(404)
})

test('guides are rendered for those who may read them', async () => {
  const text = await (await send('/docs/guides/manual/start')).text()
  expect(text).toContain('href="/docs/guides/manual/other#second-part"')
  expect(text).toContain('href="https://example.com" rel="noreferrer"')
  expect(text).toContain('<h2 id="second-part">')
  expect(text).toContain('<h2 id="second-part-1">')
  expect(text).toContain('&lt;script&gt;')
  expect(text).toContain('src="/docs/guides/manual/start/images/one.png"')
  for (const wrong of ['javascript:', '<script>', '<img src=x', 'nowhere', 'outside', 'secret.txt'])
    expect(text).not.toContain(wrong)
  const image = await send('/docs/guides/manual/start/images/one.png')
  expect([image.headers.get('content-type'), await image.text()]).toEqual(['image/png', 'picture'])
  for (const path of ['/docs/guides/manual/start', '/docs/guides/manual/start/images/one.png'])
    expect((await strangers(path)).status).toBe(404)
  const open = await (await strangers('/docs/guides/manual/public')).text()
  expect(open).toContain('<h1 id="for-all">For all</h1>')
  const index = await (await strangers('/docs')).text()
  expect(index).toContain('/docs/guides/manual/public')
  expect(index).not.toContain('/docs/guides/manual/start')
})

test.each([
  ['post MANUAL/branches', '/docs/operations/manualPostBranches', '/docs/operations/manualGetEcho'],
  ['kangaroos', '/docs/guides/manual/public', '/docs/operations/manualPostBranches'],
  ['second part', '/docs/guides/manual/start#second-part', '/docs/guides/manual/other"'],
  ['name value', '/docs/guides/manual/start#second-part', '/docs/guides/manual/start#second-part-1"'],
])('a search for %s finds %s', async (words, found, other) => {
  const text = await (await send(`/docs?q=${encodeURIComponent(words)}`)).text()
  expect(text).toContain(`href="${found}"`)
  expect(text).not.toContain(`href="${other}`)
})

test('texts are in the language of the reader, pages compressed', async () => {
  const answer = await strangers('/docs?q=%3Cnothing%3E', { 'accept-language': 'de', 'accept-encoding': 'gzip' })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(await answer.text()).toContain('Für „&lt;nothing&gt;“ wurde nichts gefunden.')
})

test('in a browser, requests are sent with a token that only the page knows', { timeout: 60_000 }, async () => {
  const browser = opened.adopt(await launchChromium(), (started) => started.close())
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('401'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !/^(data|blob):/.test(request.url())) complaints.push(request.url())
  })
  let bytes = 0
  page.on('response', async (response) => void (bytes += (await response.request().sizes()).responseBodySize))
  await page.goto(`${origin}/docs`)
  await page.getByLabel('Search guides and operations').fill('manual/echo')
  await expect.poll(() => page.locator('.operations a').count()).toBe(1)
  expect(bytes).toBeLessThan(100_000)
  await page.locator('.operations a').click()
  const outcome = page.locator('[data-outcome]')
  await page.getByRole('button', { name: 'Send request' }).click()
  await outcome.filter({ hasText: /^401 / }).waitFor()
  await page.getByLabel('Token or API key').fill(token)
  await page.getByRole('button', { name: 'Send request' }).click()
  await outcome.filter({ hasText: /^200 / }).waitFor()
  expect(await page.locator('[data-answer]').textContent()).toBe('{\n  "said": "hello"\n}')
  // Another page knows it too, and shows what its owner may see.
  await page.getByRole('link', { name: 'Documentation', exact: true }).first().click()
  await page.getByRole('link', { name: 'The manual' }).click()
  await page.getByRole('heading', { name: 'The manual' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'The manual' }).waitFor()
  await page.reload()
  await page.getByText('Sign in to read all guides').waitFor()
  expect(complaints).toEqual([])
})
