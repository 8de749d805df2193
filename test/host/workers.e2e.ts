import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Host, runHost, runToEnd } from './_run-host.ts'

const PASSWORD = 'Chosen-Secret-1'
const opened = new AsyncDisposableStack()
let host: Host
let token: string

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-workers-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  // With a database of its own, which the primary process starts once for all.
  host = opened.use(await runHost({ DATA_DIR: folder, WORKERS: '2', SEED_PASSWORD: PASSWORD }))
  token = await host.logIn('admin@acme.com', PASSWORD)
}, 120_000)
afterAll(() => opened.disposeAsync())

const ask = (path: string) =>
  host.call(path, { token, headers: { authorization: `Bearer ${token}`, connection: 'close' } })

/** A number of the metrics, summed over its labels. */
async function measure(name: string, labels = ''): Promise<number> {
  const text = await (await ask('/metrics')).text()
  const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(labels))
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

/** Of this host: those that its lines about restarts and deaths name. */
const logged = (message: string) =>
  host.output
    .split('\n')
    .flatMap((line) => (line.includes(`"msg":"${message}"`) ? [JSON.parse(line) as { readonly worker?: number }] : []))

/** Waits until so many workers have become ready since the host started. */
const awaitWorkers = (count: number) =>
  expect.poll(() => logged('a worker is ready').length, { timeout: 60_000 }).toBe(count)

test('two processes answer on one port, and metrics are of both', async () => {
  await awaitWorkers(2)
  expect(await measure('host_workers')).toBe(2)
  const before = await measure('http_requests_total', 'route="/auth/profile"')
  const statuses = await Promise.all(Array.from({ length: 40 }, async () => (await ask('/api/auth/profile')).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await measure('http_requests_total', 'route="/auth/profile"')) - before).toBe(40)
  expect(host.accounts.size).toBe(3)
}, 90_000)

test('a restart replaces both, one after the other, and no request fails; what was counted stays counted', async () => {
  const before = await measure('http_requests_total', 'route="/auth/profile"')
  const over = new AbortController()
  let sent = 0
  const failed: string[] = []
  const caller = async () => {
    while (!over.signal.aborted) {
      sent++
      await ask('/api/auth/profile').then(
        ({ status }) => void (status === 200 || failed.push(String(status))),
        (error: unknown) => failed.push(String((error as Error).cause ?? error)),
      )
    }
  }
  const callers = Promise.all([caller(), caller()])
  process.kill(host.pid, 'SIGHUP')
  await expect.poll(() => logged('workers restarted').length, { timeout: 90_000 }).toBe(1)
  over.abort()
  await callers
  expect(failed).toEqual([])
  await awaitWorkers(4)
  expect(await measure('host_workers')).toBe(2)
  expect((await measure('http_requests_total', 'route="/auth/profile"')) - before).toBe(sent)
}, 120_000)

test('a worker that dies is replaced', async () => {
  const victim = logged('a worker is ready').at(-1)!.worker!
  process.kill(victim, 'SIGKILL')
  await expect
    .poll(() => logged('a worker died'), { timeout: 20_000 })
    .toMatchObject([{ worker: victim, signal: 'SIGKILL' }])
  expect((await ask('/api/auth/profile')).status).toBe(200)
  await expect.poll(() => measure('host_workers'), { timeout: 60_000 }).toBe(2)
}, 90_000)

test('all of them end in order', async () => {
  const { code, output } = await host.end('SIGTERM')
  expect(code).toBe(0)
  expect(output.match(/"msg":"stopped"/g)!.length).toBeGreaterThanOrEqual(3)
  expect(output).not.toContain('"clean":false')
}, 60_000)

test('where no worker can start, the host ends and says why once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-workers-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const { code, output } = await runToEnd({
    DATA_DIR: folder,
    WORKERS: '2',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nowhere',
  })
  expect(code).toBe(1)
  expect(output.match(/The database does not answer/g)).toHaveLength(1)
}, 60_000)
