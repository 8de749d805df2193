import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostmaster } from '../../packages/host/src/database/postmaster.ts'
import { asAdmin, emptyDatabase } from '../core/_lab/databases.ts'
import { startReceiver, status } from '../modules/webhooks/_receiver.ts'
import { type Host, runHost, runToEnd } from './_run-host.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plinth-restarts-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a chosen password is not printed, tokens outlive restarts and kills, and both signals let a request end', async () => {
  await using database = await emptyDatabase()
  const password = 'Chosen-Secret-1'
  const env = { DATA_DIR: join(folder, 'chosen'), DATABASE_URL: database.url, SEED_PASSWORD: password }
  await using first = await runHost({ ...env, SEED_ADMIN_EMAIL: 'ann@example.com' })
  expect(first.output).toMatch(/ann@example\.com +\(SEED_PASSWORD\)/)
  const token = await first.logIn('ann@example.com', password)
  await first.end('SIGKILL')
  expect(first.output).not.toContain(password)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    await using host = await runHost(env)
    expect((await host.call('/api/auth/profile', { token })).status).toBe(200)
    const slow = beginLogin(host, `email=ann%40example.com&password=${password}`)
    await slow.isUnderWay
    const ended = host.end(signal)
    await sleep(300)
    await expect(host.call('/healthz')).rejects.toThrow()
    expect(await slow.finish()).toBe(200)
    const { code, output } = await ended
    expect([signal, code, output]).toEqual([signal, 0, expect.stringContaining('"clean":true')])
  }
}, 120_000)

test('the embedded database keeps its data over restarts and kills, in a folder with a space', async () => {
  const env = { DATA_DIR: join(folder, 'data of mine') }
  const cluster = join(env.DATA_DIR, 'postgres', 'cluster')
  // An end during the first start leaves nothing running, and the next start does the rest.
  const interrupted = await runToEnd(env, 'Creating the database')
  expect([interrupted.code, findPostmaster(cluster)]).toEqual([0, undefined])
  await using first = await runHost(env)
  expect(first.output).toMatch(/ {2}Starting the database …\n {2}Migrating the database …/)
  expect(first.accounts.size).toBe(3)
  const password = first.accounts.get('admin@acme.com')!
  const token = await first.logIn('admin@acme.com', password)
  const made = await first.call('/api/auth/roles', { method: 'POST', token, json: { name: 'Auditor' } })
  expect(made.status).toBe(201)
  expect((await first.end('SIGINT')).code).toBe(0)
  expect(findPostmaster(cluster)).toBeUndefined()

  await using killed = await runHost(env)
  expect(killed.accounts.size).toBe(0)
  await killed.end('SIGKILL')
  expect(findPostmaster(cluster)).toMatchObject({ ready: true })

  await using third = await runHost(env)
  const roles = await third.call('/api/auth/roles', { token: await third.logIn('admin@acme.com', password) })
  expect(await roles.text()).toContain('"name":"Auditor"')
  expect((await third.end('SIGTERM')).code).toBe(0)
  expect(findPostmaster(cluster)).toBeUndefined()
}, 120_000)

test('a host killed between commit and send loses no webhook, and none is sent of what was rolled back', async () => {
  await using database = await emptyDatabase()
  // It takes messages and does not answer.
  await using receiver = await startReceiver(() => {})
  const env = {
    DATA_DIR: join(folder, 'webhooks'),
    DATABASE_URL: database.url,
    SEED_PASSWORD: 'Chosen-Secret-1',
    WEBHOOK_LOCAL_HOSTS: receiver.host,
  }
  await using first = await runHost(env)
  const token = await first.logIn('admin@acme.com', env.SEED_PASSWORD)
  const create = (host: Host, title: string, sku: string) =>
    host.call('/api/catalog/products', { method: 'POST', token, json: { title, sku } })
  const idOf = async (answer: Promise<Response>) => ((await (await answer).json()) as { id: string }).id
  const events = ['catalog.product.created']
  const subscribed = await first.call('/api/webhooks/endpoints', {
    method: 'POST',
    token,
    json: { url: receiver.url, events },
  })
  expect(subscribed.status).toBe(201)
  const committed = await Promise.all(Array.from({ length: 20 }, (_, at) => idOf(create(first, 'Chair', `C-${at}`))))
  expect((await create(first, 'Twice', 'C-0')).status).toBe(400)
  await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBeGreaterThan(0)
  // One more is about to write its event when the host is killed.
  await asAdmin(async (other) => {
    await other.query('begin')
    await other.query('lock table webhook_deliveries in share mode')
    const unfinished = create(first, 'Unfinished', 'U-1').catch(() => undefined)
    const waiting = `select from pg_locks where relation = 'webhook_deliveries'::regclass and not granted`
    await expect.poll(async () => (await other.query(waiting)).rows.length).toBeGreaterThan(0)
    await first.end('SIGKILL')
    await unfinished
    await other.query('rollback')
  }, database.url)
  const ids = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id']))
  const before = ids()
  expect(before.size).toBeLessThan(20)
  receiver.respond = status(204)
  receiver.received.length = 0
  // As if the minute had passed for which the killed host had taken some.
  await database.sql('update webhook_deliveries set leased_until = null')
  await using second = await runHost(env)
  const last = await idOf(create(second, 'Last', 'L-1'))
  const told = () =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id).toSorted()
  await expect.poll(told, { timeout: 30_000 }).toEqual([...committed, last].toSorted())
  // What had arrived without an answer is repeated with the same ids.
  expect([...ids()]).toEqual(expect.arrayContaining([...before]))
}, 120_000)

/** A login whose last byte is kept back. */
function beginLogin(host: Host, body: string) {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
    // The server says when it has read the headers.
    expect: '100-continue',
  }
  const call = request(`${host.url}/api/auth/login`, { method: 'POST', headers })
  const answered = once(call, 'response').then(([{ statusCode }]) => statusCode as number)
  call.write(body.slice(0, -1))
  return {
    isUnderWay: once(call, 'continue'),
    finish() {
      call.end(body.slice(-1))
      return answered
    },
  }
}
