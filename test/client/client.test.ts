import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { attachments, localStorage, storage } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { createClient } from '@plinth/client'
import { provide, toNodeHandler } from '@plinth/core'
import { progress } from '@plinth/progress'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { launchChromium } from '../_setup/chromium.ts'
import { replaceGlobals } from '../_setup/replaced-globals.ts'
import { authApp } from '../modules/auth/_accounts.ts'
import { runScenario } from './_scenario.ts'

const EXPECTED = {
  wrong: 401,
  signedIn: { redirect: '/backend' },
  email: 'admin@acme.com',
  made: [201, 'auth.roles.create', true],
  invalid: [400, 'string'],
  undone: [true, 400],
  names: ['Paged 0', 'Paged 1', 'Paged 2', 'Paged 3', 'Paged 4'],
  refusedPages: 401,
  once: [true, 'true'],
  uploaded: [undefined, [0, 100_000, 200_000, 300_000], true],
  empty: [undefined, 0],
  heard: 1,
  renewed: [200, 200, 200],
  unreachable: [0, undefined],
  left: [undefined, null, 401],
  sessions: [true, null],
}

/** JSON has no undefined. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
const expected = { ...EXPECTED, sessions: [true, false] }

async function open() {
  const root = await mkdtemp(join(tmpdir(), 'plinth-client-'))
  const pages = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<title>x</title>')
  }).listen(0, '127.0.0.1')
  await once(pages, 'listening')
  const pageOrigin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
  const app = await authApp({
    modules: [auditLogs, attachments(), progress],
    services: [provide(storage, () => localStorage({ root }))],
    cors: { origins: [pageOrigin] },
  })
  const handle = toNodeHandler(app.platform)
  const server = createServer((request, response) => void handle(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    app,
    baseUrl: `http://127.0.0.1:${port}/api`,
    root,
    pageOrigin,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      pages.close()
      await app[Symbol.asyncDispose]()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** The scenario and the client as one file, for a runtime without Node's module resolution. */
async function bundle(folder: string, tail: string): Promise<string> {
  const entry = join(folder, 'entry.ts')
  await writeFile(
    entry,
    `import { runScenario } from ${JSON.stringify(join(import.meta.dirname, '_scenario.ts'))}\n${tail}`,
  )
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['@plinth/source'],
    write: false,
  })
  return outputFiles[0]!.text
}

test('in Node', { timeout: 60_000 }, async () => {
  await using server = await open()
  expect(toJson(await runScenario(server.baseUrl))).toEqual(toJson(expected))
})

test('in Node, where another library has replaced the global Response', { timeout: 60_000 }, async () => {
  using _globals = replaceGlobals()
  await using server = await open()
  expect(toJson(await runScenario(server.baseUrl))).toEqual(toJson(expected))
})

test('in Deno', { timeout: 120_000 }, async () => {
  await using server = await open()
  const file = join(server.root, 'scenario.js')
  await writeFile(
    file,
    await bundle(server.root, `console.log(JSON.stringify(await runScenario(${JSON.stringify(server.baseUrl)})))`),
  )
  const deno = join(import.meta.dirname, '..', '..', 'node_modules', '.bin', 'deno')
  const { stdout } = await promisify(execFile)(deno, ['run', '--allow-net', '--no-config', file])
  expect(JSON.parse(stdout)).toEqual(toJson(expected))
})

test('in a browser, from a page of another origin', { timeout: 120_000 }, async () => {
  await using server = await open()
  const script = await bundle(server.root, 'globalThis.runScenario = runScenario')
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(server.pageOrigin)
    await page.addScriptTag({ content: script, type: 'module' })
    await page.waitForFunction('globalThis.runScenario !== undefined')
    const found: unknown = await page.evaluate(`runScenario(${JSON.stringify(server.baseUrl)})`)
    // The server ends logins for pages of its own origin only; the client forgets its own in any case.
    const left = [{ status: 403, error: 'Forbidden' }, null, 401]
    expect(toJson(found)).toEqual(toJson({ ...expected, left }))
  } finally {
    await browser.close()
  }
})

test('a request whose response was lost is repeated, and takes effect once', async () => {
  await using server = await open()
  let losses = 2
  const client = createClient({
    baseUrl: server.baseUrl,
    async fetch(request) {
      const response = await fetch(request)
      if (request.url.endsWith('/auth/roles') && request.method === 'POST' && losses-- > 0) {
        await response.body?.cancel()
        throw new TypeError('The connection broke')
      }
      return response
    },
  })
  await client.login({ email: 'admin@acme.com', password: 'Secret-123' })
  const made = await client.POST('/auth/roles', { body: { name: 'Once' } })
  expect([made.response?.status, losses]).toEqual([201, -1])
  expect(await server.app.sql(`select count(*)::int as n from roles where name = 'Once'`)).toEqual([{ n: 1 }])
})

test('an upload goes on where it was, also in another program', async () => {
  await using server = await open()
  const login = createClient({ baseUrl: server.baseUrl })
  await login.login({ email: 'admin@acme.com', password: 'Secret-123' })
  const { session } = login
  let parts = 0
  const broken = createClient({
    baseUrl: server.baseUrl,
    session,
    retries: 0,
    fetch: (request) =>
      request.method === 'PATCH' && ++parts > 2 ? Promise.reject(new TypeError('The network is away')) : fetch(request),
  })
  const text = 'abcdefghij'.repeat(10_000)
  const file = new Blob([text], { type: 'text/plain' })
  const options = { name: 'long.txt', fields: { entityId: 'shop:order', recordId: '1' }, partSize: 20_000, retries: 1 }
  let id = ''
  const failed = await broken.upload(file, { ...options, onStart: (started) => (id = started) })
  expect(failed.error).toMatchObject({ status: 0, error: 'The network is away' })
  const progress: number[] = []
  const done = await createClient({ baseUrl: server.baseUrl, session }).upload(file, {
    ...options,
    resume: id,
    onProgress: (sent) => progress.push(sent),
  })
  expect(done.data).toEqual({ id, size: 100_000 })
  expect(progress[0]).toBe(40_000)
  expect(await (await login.fetch(`/attachments/file/${id}`)).text()).toBe(text)
})

test('an API key is sent instead of a login', async () => {
  let sent: Headers | undefined
  const client = createClient({
    baseUrl: 'https://product.example/api',
    apiKey: 'omk_key',
    async fetch(request) {
      sent = request.headers
      return Response.json({ items: [] })
    },
  })
  await client.GET('/auth/roles')
  expect([sent!.get('x-api-key'), sent!.has('authorization')]).toEqual(['omk_key', false])
})
