import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { startWriters } from './_busy-clients.ts'
import { type HostEnv, runHost } from './_run-host.ts'

const PASSWORD = 'Chosen-Secret-1'
const CLIENTS = 10
const opened = new AsyncDisposableStack()
let database: Awaited<ReturnType<typeof emptyDatabase>>
let env: HostEnv

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plinth-drain-'))
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  database = opened.use(await emptyDatabase())
  env = {
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    SEED_PASSWORD: PASSWORD,
    JWT_SECRET: 'the same secret for every host of the test',
  }
}, 60_000)
afterAll(() => opened.disposeAsync())

/** What is not there of what the host said it had written. A request without an answer may have written more. */
async function lost(written: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const rows = (await database.sql('select id, name from roles')) as readonly { id: string; name: string }[]
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return [...written].flatMap(([id, name]) => (names.get(id) === name ? [] : [name]))
}

test('a host that is told to stop answers what arrives meanwhile', async () => {
  await using host = await runHost({ ...env, DRAIN_SECONDS: '5' })
  const token = await host.logIn('admin@acme.com', PASSWORD)
  const clients = startWriters(host, { token, clients: CLIENTS, pause: 40 })
  await clients.reach(100)
  const ended = host.end('SIGTERM')
  await expect.poll(() => host.output, { interval: 5, timeout: 20_000 }).toContain('shutting down')
  expect((await host.call('/readyz')).status).toBe(503)
  const asked = await host.call('/api/auth/profile', { token })
  expect([asked.status, asked.headers.get('connection')]).toEqual([200, 'close'])
  await clients.stop()
  expect((await ended).code).toBe(0)
  expect(clients.failures).toEqual({})
  expect(Object.keys(clients.statuses)).toEqual(['200'])
  expect([clients.written.size, await lost(clients.written)]).toEqual([CLIENTS, []])
}, 90_000)

test('a restart of all workers fails no write', async () => {
  await using host = await runHost({ ...env, WORKERS: '2' })
  const token = await host.logIn('admin@acme.com', PASSWORD)
  const clients = startWriters(host, { token, clients: CLIENTS, pause: 40 })
  await clients.reach(100)
  process.kill(host.pid, 'SIGHUP')
  await expect.poll(() => host.output, { timeout: 90_000 }).toContain('"msg":"workers restarted"')
  await clients.reach((await clients.reach(0)) + 100)
  await clients.stop()
  expect(clients.failures).toEqual({})
  expect(Object.keys(clients.statuses)).toEqual(['200'])
  expect([clients.written.size, await lost(clients.written)]).toEqual([CLIENTS, []])
}, 150_000)
