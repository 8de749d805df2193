import { auditLogs } from '@plinth/audit-logs'
import { type Client, tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { verify } from './_trail.ts'

const PATH = '/audit_logs/audit-logs'
const rights = { features: ['auth.*', 'audit_logs.*'] }
const LOGS = ['action_log', 'changes', 'seals', 'turns'] as const
async function seal(app: TestPlatform): Promise<void> {
  const job = auditLogs.jobs!.find(({ id }) => id === 'audit_logs.seal-trail')!
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(job, {}))
  await app.platform.runJobs()
}

/** How many rows of the tenant lie in which partitions. */
async function places(app: TestPlatform): Promise<Record<string, number>> {
  const rows = await app.sql<{ place: string; n: number }>(
    LOGS.map(
      (log) => `select tableoid::regclass::text as place, count(*)::int as n from plinth.${log}
      where tenant_id = '${tenantA.id}' group by 1`,
    ).join(' union all '),
  )
  return Object.fromEntries(rows.map(({ place, n }) => [place.replace('plinth.', ''), n]))
}

const list = async (client: Client) => (await client.get(`${PATH}/actions?limit=200`)).body.items

test(
  'entries older than the module stay where they are: listed, verified, undone and redone like others',
  { timeout: 120_000 },
  async () => {
    await using old = await authApp({ startAt: new Date('2026-10-05T12:00:00Z') })
    const client = old.as(rights)
    const made = await client.post('/auth/roles', { name: 'Of October' })
    old.clock.set(new Date())
    const today = await client.post('/auth/roles', { name: 'Of this month' })
    // Ids without a timestamp may look like those of any month.
    await old.sql(`insert into plinth.action_log (tenant_id, id, command_id, actor_id, created_at)
    select '${tenantA.id}', gen_random_uuid(), 'bulk', 'somebody', '2026-01-01' from generate_series(1, 50)`)
    await using app = await authApp({ modules: [auditLogs], databaseUrl: old.databaseUrl })
    const now = app.as(rights)
    await seal(app)
    expect((await verify(app)).faults).toEqual([])
    const listed = (await list(now)).map(({ resourceId }: { resourceId: string }) => resourceId)
    expect(listed).toEqual(expect.arrayContaining([made.body.id, today.body.id]))
    const month = `_${new Date().toISOString().slice(0, 7).replace('-', '_')}`
    const placed = await places(app)
    expect(placed).toMatchObject({ action_log_other: expect.any(Number), [`action_log${month}`]: expect.any(Number) })
    expect(placed[`changes${month}`]).toBeGreaterThan(0)
    for (const { operation } of [made, today]) {
      const { status, body } = await now.post(`${PATH}/actions/undo`, { undoToken: operation!.undoToken })
      expect(status, JSON.stringify(body)).toBe(200)
      expect((await now.post(`${PATH}/actions/redo`, { logId: body.logId })).status).toBe(200)
    }
    await seal(app)
    expect((await verify(app)).faults).toEqual([])
    // New entries are stored in their month.
    expect((await places(app))['action_log_other']).toBe(placed['action_log_other'])
  },
)

test('months are made ahead, and what came before its month was made moves there', { timeout: 120_000 }, async () => {
  await using app = await authApp({ modules: [auditLogs], startAt: new Date('2031-03-31T23:00:00Z') })
  const client = app.as(rights)
  const [march] = [await client.post('/auth/roles', { name: 'March' })]
  app.clock.set(new Date('2031-04-01T01:00:00Z'))
  const april = await client.post('/auth/roles', { name: 'April' })
  await seal(app)
  // The month of today holds what the test's database was filled with.
  expect(Object.keys(await places(app)).filter((place) => place.includes('_2031_'))).toEqual([])
  const job = auditLogs.jobs!.find(({ id }) => id === 'audit_logs.retain-accesses')!
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) => enqueue(job, {}))
  await app.platform.runJobs()
  const months = await app.sql(`select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where inhparent = 'plinth.seals'::regclass and c.relname >= 'seals_2031' order by 1`)
  expect(months.map(({ name }) => name)).toEqual(['seals_2031_04', 'seals_2031_05', 'seals_2031_06', 'seals_other'])
  expect(await places(app)).toMatchObject({ action_log_2031_04: 1, seals_2031_04: 1 })
  expect((await verify(app)).faults).toEqual([])
  for (const { operation } of [april, march!]) {
    const { status } = await client.post(`${PATH}/actions/undo`, { undoToken: operation!.undoToken })
    expect(status).toBe(200)
  }
  const found = await app.sql(`select count(*)::int as n from plinth.turns`)
  expect(found).toEqual([{ n: 2 }])
})

test('a partition is reached through its log alone', { timeout: 120_000 }, async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const open = await app.sql(`select c.relname, r, p from pg_inherits i join pg_class c on c.oid = i.inhrelid
    join pg_class l on l.oid = i.inhparent and l.relnamespace = 'plinth'::regnamespace,
    unnest(array['plinth_app', 'plinth_system', 'public']) r, unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p
    where c.relkind = 'r' and r <> 'public' and has_table_privilege(r, c.oid, p)`)
  expect(open).toEqual([])
  const rights = await app.sql(
    `select r, t, p from unnest(array['plinth_app', 'plinth_system']) r, unnest($1::text[]) t,
    unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) p where has_table_privilege(r, 'plinth.' || t, p)`,
    [LOGS],
  )
  expect(rights).toEqual([])
})
