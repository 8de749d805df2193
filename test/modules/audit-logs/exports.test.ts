import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { toNodeHandler } from '@plinth/core'
import { auditLogs } from '@plinth/audit-logs'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { compileGrants } from '@plinth/core/acl'
import pg from 'pg'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../auth/_accounts.ts'
import { addRole } from '../auth/_people.ts'

const PATH = '/audit_logs/audit-logs'
const open = () => authApp({ modules: [auditLogs] })
const rights = { features: ['auth.*', 'directory.*', 'audit_logs.*'] }
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** So many entries of tenant A, each with a recorded row of so many bytes. */
async function fill({ sql }: TestPlatform, count: number, bytes = 500): Promise<void> {
  await sql(
    `with made as (insert into plinth.action_log (tenant_id, id, organization_id, command_id, actor_id, created_at)
      select $1, gen_random_uuid(), $2, 'auth.roles.create', 'system:fill', timestamptz '2030-01-01' + i / 3 * interval '1 s'
      from generate_series(1, $3::int) i returning id)
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, after)
      select $1, id, 'roles', id, jsonb_build_object('id', id, 'name', repeat('x', $4::int)) from made`,
    [tenantA.id, tenantA.organization, count, bytes],
  )
}

test('an export has the entries, filters and scope of its list', async () => {
  await using app = await open()
  const admin = app.as(rights)
  await fill(app, 1_200)
  await addRole(admin, 'Clerk')
  const answer = await admin.get(`${PATH}/actions/export`)
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
  const entries = linesOf(answer.text)
  const { total } = (
    await app.sql('select count(*)::int as total from plinth.action_log where organization_id = $1', [
      tenantA.organization,
    ])
  )[0]!
  expect(new Set(entries.map(({ id }) => id)).size).toBe(total)
  expect(entries.map(({ createdAt }) => createdAt)).toEqual(
    entries
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  )
  const listed = (await admin.get(`${PATH}/actions?limit=200`)).body.items
  expect(entries.slice(0, 200)).toEqual(listed)
  const one = linesOf((await admin.get(`${PATH}/actions/export?resourceKind=auth.role`)).text)
  expect(one).toMatchObject([{ resourceKind: 'auth.role', undoToken: expect.any(String) }])
  const stranger = app.as({ ...rights, tenantId: tenantB.id, organizationId: tenantB.organization })
  expect(
    linesOf((await stranger.get(`${PATH}/actions/export`)).text).filter(({ tenantId }) => tenantId !== tenantB.id),
  ).toEqual([])
  expect((await app.as({}).get(`${PATH}/actions/export`)).status).toBe(403)
  expect((await admin.get(`${PATH}/actions/export?before=x`)).status).toBe(400)
  for (const path of ['/auth/roles', '/directory/organizations']) await admin.get(path)
  await app.settled()
  const accesses = (await admin.get(`${PATH}/access?pageSize=200`)).body.items
  expect(linesOf((await admin.get(`${PATH}/access/export`)).text)).toEqual(accesses)
  expect(accesses.length).toBeGreaterThan(3)
})

test('a reader who leaves ends the export, one who is slow holds it up', async () => {
  await using app = await open()
  await fill(app, 5_000)
  const response = await app.as(rights).fetch(`${PATH}/actions/export`)
  const reader = response.body!.getReader()
  await reader.read()
  await new Promise((resolve) => setTimeout(resolve, 200))
  const before = app.statements.filter((text) => text.includes('plinth.changes')).length
  expect(before).toBeLessThanOrEqual(3)
  await reader.cancel()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(app.statements.filter((text) => text.includes('plinth.changes')).length).toBeLessThanOrEqual(before + 1)
})

test('who loses the right in the midst is broken off', async () => {
  await using app = await open()
  await fill(app, 3_000)
  const caller = app.callerOf(rights)
  const response = await app.as(caller).fetch(`${PATH}/actions/export`)
  const reader = response.body!.getReader()
  await reader.read()
  Object.assign(caller.actor, { grants: compileGrants([]) })
  const toEnd = async () => {
    while (!(await reader.read()).done);
  }
  await expect(toEnd()).rejects.toThrow('Forbidden')
  expect(app.log.lines).toContainEqual(expect.objectContaining({ level: 'warn', message: 'an export was interrupted' }))
})

test('a page that the database refuses once is read again, and nothing is missing', async () => {
  await using app = await open()
  await fill(app, 500)
  const reader = (await app.as(rights).fetch(`${PATH}/actions/export`))
    .body!.pipeThrough(new TextDecoderStream())
    .getReader()
  let text = (await reader.read()).value!
  const blocker = new pg.Client({ connectionString: app.databaseUrl })
  await blocker.connect()
  try {
    await blocker.query('begin; lock table plinth.action_log in access exclusive mode')
    const reading = (async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
    })()
    const cancelWaiting = () =>
      app.sql(`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%action_log%'`)
    await expect.poll(cancelWaiting).toHaveLength(1)
    await blocker.query('rollback')
    await reading
  } finally {
    await blocker.end()
  }
  const undisturbed = await (await app.as(rights).fetch(`${PATH}/actions/export`)).text()
  expect(linesOf(text)).toEqual(linesOf(undisturbed))
  expect(linesOf(text).length).toBeGreaterThan(499)
})

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

test('30 MB of entries are exported with flat memory', { timeout: 300_000 }, async () => {
  await using app = await open()
  await fill(app, 10_000, 2_700)
  const response = await app.as(rights).fetch(`${PATH}/actions/export?before=2040-01-01`)
  const heap: number[] = []
  let [lines, bytes] = [0, 0]
  for await (const chunk of response.body!) {
    lines += Buffer.from(chunk).toString('latin1').split('\n').length - 1
    bytes += chunk.length
    // What is left after a collection, now and then: one of them takes as long as a page.
    if (heap.length < lines / 800) {
      collect()
      heap.push(process.memoryUsage().heapUsed)
    }
  }
  expect(lines).toBeGreaterThanOrEqual(10_000)
  expect(bytes).toBeGreaterThan(30e6)
  expect((Math.max(...heap) - heap[0]!) / 2 ** 20).toBeLessThan(20)
})

test('one export of a tenant runs at once, and long rows make no long list (decision: Limits per tenant)', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const boss = await signIn(app, 'superadmin@acme.com')
  const headers = { authorization: `Bearer ${boss.token}` }
  const role = (await boss.post('/auth/roles', { name: 'Long', tenantId: tenantA.id })).body.id
  const features = (seed: number) => Array.from({ length: 3_000 }, (_, index) => `x${seed}.${index}.${'y'.repeat(120)}`)
  for (let seed = 0; seed < 5; seed++) await boss.put('/auth/roles/acl', { roleId: role, features: features(seed) })
  const path = '/audit_logs/audit-logs/actions/export'
  const first = await app.fetch(path, { headers })
  expect(first.status).toBe(200)
  expect((await app.fetch(path, { headers })).status).toBe(429)
  const text = await first.text()
  expect(text.length).toBeLessThan(200_000)
  expect((await app.fetch(path, { headers })).status).toBe(200)
})

test('an export whose connection is cut off is not in the way of the next one', { timeout: 120_000 }, async () => {
  await using app = await open()
  await fill(app, 5_000)
  const handler = toNodeHandler(app.platform)
  const { token } = await signIn(app, 'superadmin@acme.com')
  const headers = { authorization: `Bearer ${token}` }
  const server = createServer((request, response) => void handler(request, response))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const path = `${PATH}/actions/export`
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) =>
      request({ port, path, headers, agent: false }, resolve).on('error', reject).end(),
    )
  try {
    for (const how of ['at once', 'in the midst', 'while it waits for its reader']) {
      const answer = await ask()
      expect([how, answer.statusCode]).toEqual([how, 200])
      if (how !== 'at once') await once(answer, 'readable')
      if (how === 'while it waits for its reader') await new Promise((resolve) => setTimeout(resolve, 500))
      answer.destroy()
      await expect
        .poll(async () => {
          const next = await ask()
          next.destroy()
          return next.statusCode
        })
        .toBe(200)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('an export whose page is still being read gives its place back as its reader leaves', async () => {
  await using app = await open()
  await fill(app, 500)
  const path = `${PATH}/actions/export`
  const reader = (await app.as(rights).fetch(path)).body!.getReader()
  await reader.read()
  const blocker = new pg.Client({ connectionString: app.databaseUrl })
  await blocker.connect()
  try {
    await blocker.query('begin; lock table plinth.action_log in access exclusive mode')
    const reading = reader.read().catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, 100))
    const leaving = reader.cancel()
    const next = await app.as(rights).fetch(path)
    expect(next.status).toBe(200)
    await blocker.query('rollback')
    await Promise.all([reading, leaving, next.body!.cancel()])
  } finally {
    await blocker.end()
  }
})
