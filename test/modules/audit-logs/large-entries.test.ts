import { auditLogs, defineAuditLogs, sealEntries } from '@plinth/audit-logs'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { countByMonth, memoryStore } from './_archive.ts'
import { nobody, verify, write } from './_trail.ts'

/** Entries whose changes are tiny as they are stored, and have 15 MB as text each. */
const large = (app: TestPlatform, count: number) =>
  app.sql(`with entry as (
      insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
      select '${tenantA.id}', gen_random_uuid(), 'large', 'somebody', now() from generate_series(1, ${count}) returning id)
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, after)
    select '${tenantA.id}', id, 'roles', gen_random_uuid(), image
    from entry, (select jsonb_agg(1e308::numeric) as image from generate_series(1, 48000)) i`)

const digesting = (app: TestPlatform) => app.statements.filter((text) => text.includes('sha256(')).length

test(
  'large entries are digested one by one and verified a few at a time, small ones together',
  { timeout: 60_000 },
  async () => {
    await using app = await authApp({ modules: [auditLogs] })
    await large(app, 6)
    for (let n = 1; n <= 6; n++) await write(app, `Role ${n}`, tenantB.id)
    const before = digesting(app)
    let { next } = await app.platform.actAs(nobody, ({ run }) => run(sealEntries, { walk: null }))
    while (next) {
      const walk = next
      ;({ next } = await app.platform.actAs(nobody, ({ run }) => run(sealEntries, { walk })))
    }
    const sealing = digesting(app) - before
    expect(sealing).toBeGreaterThanOrEqual(6)
    expect(sealing).toBeLessThanOrEqual(9)
    expect((await verify(app)).faults).toEqual([])
    expect(digesting(app) - before - sealing).toBeGreaterThanOrEqual(4)
    await app.sql(`update plinth.changes set after = '[1]' where seq = (select max(seq) from plinth.changes where table_name = 'roles'
    and tenant_id = '${tenantA.id}')`)
    expect((await verify(app)).faults).toMatchObject([{ tenantId: tenantA.id, kind: 'changed' }])
  },
)

/** Entries whose changes take so many bytes where they are stored. */
const stored = (app: TestPlatform, { entries, rows, bytes }: { entries: number; rows: number; bytes: number }) =>
  app.sql(`with entry as (
      insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
      select '${tenantA.id}', gen_random_uuid(), 'stored', 'somebody', '2030-01-10' from generate_series(1, ${entries}) returning id)
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, after)
    select '${tenantA.id}', id, 'roles', gen_random_uuid(), image
    from entry, (select to_jsonb(repeat('x', ${bytes})) as image) i, generate_series(1, ${rows})`)

test('a part of the archive has no more bytes than leave in a moment, nor rows', { timeout: 120_000 }, async () => {
  const { store, files } = memoryStore()
  const module = defineAuditLogs({ archive: store, actionDays: 31 })
  await using app = await authApp({ modules: [module], startAt: new Date('2030-01-10T12:00:00Z') })
  const job = async (id: string) => {
    const found = module.jobs!.find((one) => one.id === id)!
    await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(found, {}))
    await app.platform.runJobs()
  }
  await app.sql('delete from plinth.changes; delete from plinth.kept_secrets; delete from plinth.action_log')
  await app.sql(`do $$ declare part regclass; begin
    for part in select relid from pg_partition_tree('plinth.changes') loop
      execute format('alter table %s alter column after set storage external', part);
    end loop; end $$`)
  for (const shape of [
    { entries: 1, rows: 1, bytes: 65 * 2 ** 20 },
    // Less than 64 MiB together, but for what each row takes besides.
    { entries: 1, rows: 1, bytes: 40 * 2 ** 20 },
    { entries: 1, rows: 10_000, bytes: 2_400 },
    { entries: 3, rows: 2, bytes: 100 },
  ]) {
    await stored(app, shape)
    await job('audit_logs.seal-trail')
  }
  app.clock.set(new Date('2030-06-01T12:00:00Z'))
  await job('audit_logs.archive-actions')
  expect(app.log.lines.filter(({ level }) => level === 'error')).toEqual([])
  const parts = await app.sql<{ first: number; last: number }>(
    'select first::integer, last::integer from plinth.log_archives order by first',
  )
  expect(parts.map(({ first, last }) => [first, last])).toEqual([
    [1, 1],
    [2, 2],
    [3, 6],
  ])
  expect(files.size).toBe(parts.length)
  expect(await countByMonth(app, tenantA.id)).toEqual([])
  expect((await verify(app)).faults).toEqual([])
})
