import { type ArchiveStore, defineAuditLogs, restoreMonth } from '@plinth/audit-logs'
import { tenantA, tenantB } from '@plinth/testing'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { countByMonth, listActions, memoryStore, openArchived, PATH, rights } from './_archive.ts'
import { nobody, verify, write } from './_trail.ts'

test(
  'sealed months leave the database when they are past keeping, and the trail of what stays and what left holds',
  { timeout: 120_000 },
  async () => {
    const { store, files } = memoryStore()
    const { app, job, client } = await openArchived(store)
    await using _ = app
    const [before, elsewhere] = [await countByMonth(app, tenantA.id), await countByMonth(app, tenantB.id)]
    const listed = await listActions(client)
    const whole = await verify(app)
    expect(whole).toMatchObject({ archived: 0, faults: [] })
    await job('audit_logs.archive-actions')
    // It is the tenth of March: January is over 31 days ago, February is not.
    expect(await countByMonth(app, tenantA.id)).toEqual(before.filter(({ month }) => month !== '2030-01'))
    expect(await countByMonth(app, tenantB.id)).toEqual(elsewhere)
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
    expect(await countByMonth(app, tenantA.id)).toEqual([{ month: '2030-07', n: 1 }])
    expect(listed.length).toBeGreaterThan(15)
  },
)

test('months come back as they were, are listed and verified, and are not undone', { timeout: 120_000 }, async () => {
  const { store } = memoryStore()
  const { app, job, client } = await openArchived(store)
  await using _ = app
  const token = (item: object) => ({ ...item, undoToken: null })
  const listed = (await listActions(client)).map(token)
  await job('audit_logs.archive-actions')
  expect((await listActions(client)).map(token)).not.toEqual(listed)
  const part = { tenantId: tenantA.id, month: '2030-01' }
  const { entries } = await app.platform.actAs(nobody, ({ run }) => run(restoreMonth, part))
  expect(entries).toBeGreaterThan(6)
  expect((await listActions(client)).map(token)).toEqual(listed)
  expect(await verify(app)).toMatchObject({ archived: 0, faults: [] })
  const january = await listActions(client, '&before=2030-02-01')
  expect(january.map(({ undoToken }: { undoToken: unknown }) => undoToken)).toEqual(january.map(() => null))
  const undone = january.find(({ executionState }: { executionState: string }) => executionState === 'undone')
  expect((await client.post(`${PATH}/actions/redo`, { logId: undone.id })).status).toBe(400)
  await expect(app.platform.actAs(nobody, ({ run }) => run(restoreMonth, part))).rejects.toThrow(
    'already in the database',
  )
  await job('audit_logs.archive-actions')
  expect((await listActions(client)).map(token)).toEqual(listed)
  // A week later they are in the archive alone again.
  app.clock.advance(9 * 86_400_000)
  await job('audit_logs.archive-actions')
  expect((await countByMonth(app, tenantA.id)).map(({ month }) => month)).toEqual(['2030-02', '2030-03'])
  expect((await verify(app)).faults).toEqual([])
})

test(
  'an entry of a clock that was ahead holds up nothing, and one that is missing does',
  { timeout: 120_000 },
  async () => {
    const { store, files } = memoryStore()
    const { app, job } = await openArchived(store)
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
  const { app, job } = await openArchived(store)
  await using _ = app
  await job('audit_logs.archive-actions')
  const [[key, file]] = [...files] as [[string, Buffer]]
  const lines = gunzipSync(file).toString().trimEnd().split('\n')
  const restore = () =>
    app.platform.actAs(nobody, ({ run }) => run(restoreMonth, { tenantId: tenantA.id, month: '2030-01' }))
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
  expect((await countByMonth(app, tenantA.id)).map(({ month }) => month)).toEqual(['2030-02', '2030-03'])
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
  const { app, job, client } = await openArchived(failing)
  await using _ = app
  const before = await countByMonth(app, tenantA.id)
  for (fault of ['write', 'read', 'lost', 'changed'] as const) {
    await job('audit_logs.archive-actions').catch(() => {})
    expect(await countByMonth(app, tenantA.id), fault).toEqual(before)
    expect(await verify(app)).toMatchObject({ archived: 0, faults: [] })
  }
  fault = 'none'
  await job('audit_logs.archive-actions')
  expect((await countByMonth(app, tenantA.id)).length).toBe(2)
  expect((await client.get(`${PATH}/settings`)).body).toMatchObject({ actionDays: 31 })
})

test('without an archive nothing leaves, and the setting says so', { timeout: 120_000 }, async () => {
  await using app = await authApp({ modules: [defineAuditLogs()] })
  const { status, body } = await app.as(rights).put(`${PATH}/settings`, { actionDays: 60 })
  expect([status, body.error]).toEqual([400, 'This server has no archive, so actions are kept forever'])
})
