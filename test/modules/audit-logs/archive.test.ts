import { type ArchiveStore, defineAuditLogs, restoreMonth } from '@plinth/audit-logs'
import { type Client, tenantA, tenantB, type TestPlatform } from '@plinth/core/testing'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { nobody, verify, write } from './_trail.ts'

const PATH = '/audit_logs/audit-logs'
const rights = { features: ['auth.*', 'audit_logs.*'] }
const START = new Date('2030-01-10T12:00:00Z')

/** A store in memory, and what lies in it. */
function memoryStore() {
  const files = new Map<string, Buffer>()
  const store: ArchiveStore = {
    async write({ key }, source) {
      files.set(key, await buffer(source))
    },
    async read({ key }) {
      const file = files.get(key)
      return file ? { stream: Readable.from([file]) } : null
    },
  }
  return { store, files }
}

/** Two tenants that wrote in January, February and March; one of them keeps actions for 31 days. */
async function open(store: ArchiveStore) {
  const auditLogs = defineAuditLogs({ archive: store })
  const app = await authApp({ modules: [auditLogs], startAt: START })
  const job = async (id: string) => {
    const found = auditLogs.jobs!.find((one) => one.id === id)!
    await app.platform.as(app.sessionOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(found, {}))
    await app.platform.runJobs()
  }
  const client = app.as(rights)
  // What the template was made with has the date of another test.
  await app.sql('delete from plinth.changes; delete from plinth.kept_secrets; delete from plinth.action_log')
  for (const month of [0, 1, 2]) {
    app.clock.set(new Date(Date.UTC(2030, month, 10, 12)))
    await job('audit_logs.retain-accesses')
    for (let n = 0; n < 5; n++) await write(app, `Role "${month}", \\ ${n}; (é)`)
    const undone = await client.post('/auth/roles', { name: `Undone ${month}` })
    await client.post(`${PATH}/actions/undo`, { undoToken: undone.operation!.undoToken })
    await write(app, `Role ${month}`, tenantB.id)
    await job('audit_logs.seal-trail')
  }
  expect((await client.put(`${PATH}/settings`, { actionDays: 31 })).status).toBe(200)
  await job('audit_logs.seal-trail')
  return { app, job, client }
}

const rows = async (app: TestPlatform, tenantId: string) =>
  app.sql<{ month: string; n: number }>(
    `select to_char(created_at, 'YYYY-MM') as month, count(*)::int as n from plinth.action_log where tenant_id = $1
     group by 1 order by 1`,
    [tenantId],
  )

const list = async (client: Client, query = '') => (await client.get(`${PATH}/actions?limit=200${query}`)).body.items

test(
  'sealed months leave the database when they are past keeping, and the trail of what stays and what left holds',
  { timeout: 120_000 },
  async () => {
    const { store, files } = memoryStore()
    const { app, job, client } = await open(store)
    await using _ = app
    const [before, elsewhere] = [await rows(app, tenantA.id), await rows(app, tenantB.id)]
    const listed = await list(client)
    const whole = await verify(app)
    expect(whole).toMatchObject({ archived: 0, faults: [] })
    await job('audit_logs.archive-actions')
    // It is the tenth of March: January is over 31 days ago, February is not.
    expect(await rows(app, tenantA.id)).toEqual(before.filter(({ month }) => month !== '2030-01'))
    expect(await rows(app, tenantB.id)).toEqual(elsewhere)
    expect([...files.keys()]).toEqual([expect.stringMatching(`^${tenantA.id}/2030-01-000000000001.ndjson.gz$`)])
    const after = await verify(app)
    expect(after.faults).toEqual([])
    expect(after.archived).toBeGreaterThan(6)
    expect(after.entries + after.archived).toBe(whole.entries)
    const leftover = await app.sql(`select
    (select count(*)::int from plinth.changes c where not exists (select from plinth.action_log e where e.id = c.entry_id)) as changes,
    (select count(*)::int from plinth.turns t where not exists (select from plinth.action_log e where e.id = t.source_id)) as turns`)
    expect(leftover).toEqual([{ changes: 0, turns: 0 }])
    // The chain goes on, and a second night has nothing to do.
    await write(app, 'Later')
    await job('audit_logs.seal-trail')
    await job('audit_logs.archive-actions')
    expect((await verify(app)).faults).toEqual([])
    expect(files.size).toBe(1)
    // Where everything has left, the next entry follows on the archive.
    app.clock.set(new Date(Date.UTC(2030, 6, 1)))
    await job('audit_logs.archive-actions')
    await write(app, 'After an empty log')
    await job('audit_logs.seal-trail')
    const end = await verify(app)
    expect(end.faults).toEqual([])
    expect(await rows(app, tenantA.id)).toEqual([{ month: '2030-07', n: 1 }])
    expect(listed.length).toBeGreaterThan(15)
  },
)

test('months come back as they were, are listed and verified, and are not undone', { timeout: 120_000 }, async () => {
  const { store } = memoryStore()
  const { app, job, client } = await open(store)
  await using _ = app
  const token = (item: object) => ({ ...item, undoToken: null })
  const listed = (await list(client)).map(token)
  await job('audit_logs.archive-actions')
  expect((await list(client)).map(token)).not.toEqual(listed)
  const part = { tenantId: tenantA.id, month: '2030-01' }
  const { entries } = await app.platform.as(nobody, ({ run }) => run(restoreMonth, part))
  expect(entries).toBeGreaterThan(6)
  expect((await list(client)).map(token)).toEqual(listed)
  expect(await verify(app)).toMatchObject({ archived: 0, faults: [] })
  const january = await list(client, '&before=2030-02-01')
  expect(january.map(({ undoToken }: { undoToken: unknown }) => undoToken)).toEqual(january.map(() => null))
  const undone = january.find(({ executionState }: { executionState: string }) => executionState === 'undone')
  expect((await client.post(`${PATH}/actions/redo`, { logId: undone.id })).status).toBe(400)
  await expect(app.platform.as(nobody, ({ run }) => run(restoreMonth, part))).rejects.toThrow('in the database already')
  await job('audit_logs.archive-actions')
  expect((await list(client)).map(token)).toEqual(listed)
  // A week later they are in the archive alone again.
  app.clock.advance(9 * 86_400_000)
  await job('audit_logs.archive-actions')
  expect((await rows(app, tenantA.id)).map(({ month }) => month)).toEqual(['2030-02', '2030-03'])
  expect((await verify(app)).faults).toEqual([])
})

test(
  'an entry of a clock that was ahead holds up nothing, and one that is missing does',
  { timeout: 120_000 },
  async () => {
    const { store, files } = memoryStore()
    const { app, job } = await open(store)
    await using _ = app
    await app.sql(
      `with moved as (select entry_id from plinth.seals where tenant_id = $1 and number = 3)
    delete from plinth.action_log using moved where id = entry_id`,
      [tenantA.id],
    )
    await job('audit_logs.archive-actions')
    const [part] = await app.sql('select first::int, last::int from plinth.log_archives')
    expect(part).toEqual({ first: 1, last: 2 })
    await job('audit_logs.archive-actions')
    expect(files.size).toBe(1)
    const there = app.clock.now
    app.clock.set(new Date('2039-01-01'))
    await write(app, 'Ahead', tenantB.id)
    await job('audit_logs.seal-trail')
    app.clock.set(there)
    await write(app, 'In time', tenantB.id)
    await job('audit_logs.seal-trail')
    app.clock.set(new Date(Date.UTC(2030, 6, 1)))
    await app
      .as({ ...rights, tenantId: tenantB.id, organizationId: tenantB.organization })
      .put(`${PATH}/settings`, { actionDays: 31 })
    await job('audit_logs.archive-actions')
    expect(
      await app.sql(
        `select to_char(created_at, 'YYYY-MM') as month from plinth.action_log where tenant_id = $1
    and command_id = 'auth.roles.create'`,
        [tenantB.id],
      ),
    ).toEqual([])
  },
)

test('what is changed in a file, cut off or said of it in the database is found', { timeout: 120_000 }, async () => {
  const { store, files } = memoryStore()
  const { app, job } = await open(store)
  await using _ = app
  await job('audit_logs.archive-actions')
  const [[key, file]] = [...files] as [[string, Buffer]]
  const lines = gunzipSync(file).toString().trimEnd().split('\n')
  const restore = () =>
    app.platform.as(nobody, ({ run }) => run(restoreMonth, { tenantId: tenantA.id, month: '2030-01' }))
  const broken: Record<string, readonly string[]> = {
    'a name is changed': lines.map((line) => line.replace('Undone 0', 'Undone 1')),
    'an entry is left out': lines.toSpliced(3, 1),
    'the end is left out': lines.slice(0, -1),
    'who undid it is changed': lines.map((line) => line.replace(/"actor":"[^"]*"/, '"actor":"nobody"')),
    'another month': lines.map((line) => line.replace('"month":"2030-01"', '"month":"2029-01"')),
    'a line more': [...lines, lines.at(-1)!],
  }
  for (const [name, content] of Object.entries(broken)) {
    expect(content.join('\n'), name).not.toBe(lines.join('\n'))
    files.set(key, gzipSync(content.map((line) => `${line}\n`).join('')))
    await expect(restore(), name).rejects.toMatchObject({ name: 'ArchiveFault' })
  }
  files.set(key, file.subarray(0, file.length / 2))
  await expect(restore()).rejects.toThrow()
  files.delete(key)
  await expect(restore()).rejects.toThrow('The archive has no file')
  expect((await rows(app, tenantA.id)).map(({ month }) => month)).toEqual(['2030-02', '2030-03'])
  await app.sql(`update plinth.log_archives set first = first, last = last + 1`)
  expect((await verify(app)).faults.map(({ kind }) => kind)).toContain('forged')
  await app.sql(`update plinth.log_archives set last = last - 1; delete from plinth.log_archives`)
  expect((await verify(app)).faults.map(({ kind }) => kind)).toContain('removed')
})

test('nothing leaves before its file is written and read again, whatever stops it', { timeout: 120_000 }, async () => {
  const { store, files } = memoryStore()
  let fault: 'none' | 'write' | 'read' | 'lost' | 'changed' = 'none'
  const failing: ArchiveStore = {
    async write(address, source) {
      if (fault === 'write') throw new Error('the disk is full')
      await store.write(address, source)
      if (fault === 'lost') files.clear()
      if (fault === 'changed') files.set(address.key, gzipSync('{}\n'))
    },
    async read(address) {
      if (fault === 'read') throw new Error('the network is gone')
      return store.read(address)
    },
  }
  const { app, job, client } = await open(failing)
  await using _ = app
  const before = await rows(app, tenantA.id)
  for (fault of ['write', 'read', 'lost', 'changed'] as const) {
    await job('audit_logs.archive-actions').catch(() => {})
    expect(await rows(app, tenantA.id), fault).toEqual(before)
    expect(await verify(app)).toMatchObject({ archived: 0, faults: [] })
  }
  fault = 'none'
  await job('audit_logs.archive-actions')
  expect((await rows(app, tenantA.id)).length).toBe(2)
  expect((await client.get(`${PATH}/settings`)).body).toMatchObject({ actionDays: 31 })
})

test('without an archive nothing leaves, and the setting says so', { timeout: 120_000 }, async () => {
  await using app = await authApp({ modules: [defineAuditLogs()] })
  const { status, body } = await app.as(rights).put(`${PATH}/settings`, { actionDays: 60 })
  expect([status, body.error]).toEqual([400, 'Actions are kept for ever: this server has no archive for them'])
})
