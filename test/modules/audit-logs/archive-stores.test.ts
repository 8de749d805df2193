import { localStorage } from '@plinth/attachments'
import { s3Storage } from '@plinth/attachments/s3'
import { type ArchiveStore, defineAuditLogs, restoreMonth } from '@plinth/audit-logs'
import type { Module } from '@plinth/core'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startS3Server } from '../attachments/_s3-server.ts'
import { authApp } from '../auth/_accounts.ts'
import { countByMonth, memoryStore, openArchived } from './_archive.ts'
import { nobody, verify } from './_trail.ts'

/** The stores that a host can name, each with nothing in it. */
const stores: Record<string, () => Promise<AsyncDisposable & { readonly store: ArchiveStore }>> = {
  async 'a folder'() {
    const root = await mkdtemp(join(tmpdir(), 'plinth-archive-'))
    return {
      store: localStorage({ root }),
      [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
    }
  },
  async 'a bucket'() {
    const server = await startS3Server()
    return { store: s3Storage(server.options), [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
  },
}

async function runArchive({ platform, callerOf }: TestPlatform, { jobs = [] }: Module): Promise<void> {
  const found = jobs.find(({ id }) => id === 'audit_logs.archive-actions')!
  await platform.actAs(callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(found, {}))
  await platform.runJobs()
}

test.each(Object.entries(stores))(
  'in %s, two hosts archive at once: each month leaves once, and comes back from either',
  { timeout: 180_000 },
  async (_name, openStore) => {
    await using place = await openStore()
    const { app, job, client } = await openArchived(place.store)
    await using _ = app
    const auditLogs = defineAuditLogs({ archive: place.store })
    await using other = await authApp({ modules: [auditLogs], startAt: app.clock.now, databaseUrl: app.databaseUrl })
    const { entries } = await verify(app)
    // Nothing is kept for longer than a month.
    for (const host of [app, other]) host.clock.set(new Date(Date.UTC(2030, 6, 1)))
    const onOther = runArchive(other, auditLogs)
    await Promise.all([job('audit_logs.archive-actions'), onOther])
    expect([app, other].flatMap(({ log }) => log.lines.filter(({ level }) => level === 'error'))).toEqual([])
    expect(await countByMonth(app, tenantA.id)).toEqual([])
    const after = await verify(other)
    expect(after.faults).toEqual([])
    expect(after.entries + after.archived).toBe(entries)
    const parts = await app.sql<{ month: string; n: number }>(
      'select month::text, count(*)::int as n from plinth.log_archives where tenant_id = $1 group by 1 order by 1',
      [tenantA.id],
    )
    expect(parts.map(({ n }) => n)).toEqual([1, 1, 1])
    const restored = await other.platform.actAs(nobody, ({ run }) =>
      run(restoreMonth, { tenantId: tenantA.id, month: '2030-02' }),
    )
    expect(await countByMonth(app, tenantA.id)).toEqual([{ month: '2030-02', n: restored.entries }])
    expect((await client.get('/audit_logs/audit-logs/actions?limit=200')).body.items.length).toBeGreaterThan(5)
    expect((await verify(app)).faults).toEqual([])
  },
)

test.each([
  ['before its file is read', 0],
  ['after its file was read', 1],
])('where the entries of a part go %s, nothing is archived, and the host goes on', async (_when, isAfter) => {
  await using place = await stores['a folder']!()
  const gone = {
    ...place.store,
    write: async (...[address, source]: Parameters<ArchiveStore['write']>) => {
      const file = isAfter ? Readable.from([await buffer(source)]) : source
      await app.sql('delete from plinth.seals')
      return place.store.write(address, file)
    },
  }
  const { app, job } = await openArchived(gone)
  await using _ = app
  app.clock.set(new Date(Date.UTC(2030, 6, 1)))
  await job('audit_logs.archive-actions')
  expect(app.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
    { message: 'actions could not be archived; retrying the next night' },
  ])
  expect(await app.sql('select from plinth.log_archives')).toEqual([])
})

test('what another host has archived meanwhile keeps its file', async () => {
  const { store, files } = memoryStore()
  let isFirst = true
  const slow = {
    ...store,
    // Between the beginning of this host's file and its end, another host archives the same part.
    write: async (...[address, source]: Parameters<ArchiveStore['write']>) => {
      if (isFirst) {
        isFirst = false
        await onOther()
      }
      return store.write(address, source)
    },
  }
  const { app, job } = await openArchived(slow)
  await using _ = app
  const auditLogs = defineAuditLogs({ archive: store })
  await using other = await authApp({ modules: [auditLogs], startAt: app.clock.now, databaseUrl: app.databaseUrl })
  for (const host of [app, other]) host.clock.set(new Date(Date.UTC(2030, 6, 1)))
  const onOther = () => runArchive(other, auditLogs)
  await job('audit_logs.archive-actions')
  expect(files.size).toBeGreaterThanOrEqual(3)
  expect((await verify(app)).faults).toEqual([])
  expect(await countByMonth(app, tenantA.id)).toEqual([])
})
