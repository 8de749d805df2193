import { auditLogs } from '@plinth/audit-logs'
import { attachments, localStorage, storage } from '@plinth/attachments'
import { provide } from '@plinth/core'
import { type Client, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { idOf } from '../auth/_people.ts'

const PATH = '/audit_logs/audit-logs/access'
const NOON = new Date('2030-05-15T12:00:00Z')
const DAY = 86_400_000

/** What a reader is told in every way: pages, totals, filters, the export. */
async function tell(app: TestPlatform, reader: Client): Promise<unknown> {
  await app.settled()
  const [noon, morning] = [NOON.toISOString(), new Date(NOON.getTime() - DAY / 4).toISOString()]
  const queries = [
    'pageSize=200',
    ...[1, 2, 3, 4, 99].map((page) => `pageSize=7&page=${page}`),
    'resourceKind=auth.user',
    'accessType=read:list',
    'resourceKind=none',
    `after=${morning}`,
    `before=${morning}`,
    `before=${noon}`,
    `after=${noon}`,
    `after=${morning}&before=${noon}`,
    'after=2030-05-14&before=2030-05-17',
  ]
  const answers: unknown[] = []
  for (const query of queries) {
    const { status, body } = await reader.get(`${PATH}?${query}`)
    expect(status, query).toBe(200)
    answers.push([query, body])
  }
  return [
    ...answers,
    (await reader.get(`${PATH}/export`)).text,
    (await reader.get(`${PATH}/export?before=${noon}`)).text,
  ]
}

async function enforce(app: TestPlatform): Promise<void> {
  const jobs = auditLogs.jobs!.filter(({ id }) => /retain-accesses|accesses\.purge/.test(id))
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), async ({ enqueue }) =>
    jobs.forEach((job) => enqueue(job, {})),
  )
  await app.platform.runJobs()
}

const count = async (app: TestPlatform, table: string) =>
  (await app.sql<{ n: number }>(`select count(*)::int as n from plinth.${table}`))[0]!.n

test(
  'lines of past days are packed, and every list, filter, total and export tells the same',
  { timeout: 120_000 },
  async () => {
    const files = provide(storage, () => localStorage({ root: '/tmp/none' }))
    await using app = await authApp({ modules: [auditLogs, attachments()], services: [files], startAt: NOON })
    const admin = app.as({
      features: ['auth.*', 'directory.*', 'audit_logs.*', 'attachments.*'],
      userId: await idOf(app, 'admin@acme.com'),
    })
    const key = app.as({ kind: 'api_key', userId: crypto.randomUUID(), features: ['auth.*', 'audit_logs.*'] })
    const employee = await idOf(app, 'employee@acme.com')
    for (let hour = 0; hour < 30; hour += 3) {
      app.clock.set(new Date(NOON.getTime() + (hour - 18) * 3_600_000))
      for (const reader of [admin, key]) {
        await reader.get('/auth/users?pageSize=3')
        await reader.get(`/auth/users?id=${employee}`)
        await reader.get(`/auth/users/acl?userId=${employee}`)
      }
    }
    await app.settled()
    // As before there were lines of many records, and one whose path names its record.
    await app.sql(`insert into plinth.access_log (tenant_id, created_at, organization_id, actor_id, resource_kind, resource_id,
      access_type, fields, context)
    select tenant_id, created_at + interval '1 millisecond', organization_id, actor_id, resource_kind, r.id, access_type, fields,
      jsonb_build_object('resultCount', 1, 'accessType', 'read', 'path', '/api/files/' || r.id || '/text')
    from plinth.access_log, (values ('a code'), ('${employee}')) r(id) where access_type = 'read:item'`)
    const before = [await tell(app, admin), await tell(app, key)]
    const lines = await count(app, 'access_log')
    const read = lines - 8 // The lists of the log are not noted.
    expect(read).toBeGreaterThan(60)
    await enforce(app)
    const [today] = await app.sql<{ n: number }>(
      `select count(*)::int as n from plinth.access_log where created_at >= '2030-05-15'`,
    )
    expect(await count(app, 'access_log')).toBe(today!.n)
    expect(today!.n).toBeLessThan(lines)
    expect([await tell(app, admin), await tell(app, key)]).toEqual(before)
    app.clock.set(new Date(NOON.getTime() + 2 * DAY))
    await enforce(app)
    expect(await count(app, 'access_log')).toBe(0)
    expect([await tell(app, admin), await tell(app, key)]).toEqual(before)
    // Of each of two kinds, one row a day for what is alike but for the record that the path names, and one for the code.
    const shapes =
      await app.sql(`select day::text, sum(cardinality(line_ids))::int as lines, count(*)::int as packs from plinth.access_packs
    where context ->> 'path' = '/api/files/{id}/text' and key_id is null group by 1 order by 1`)
    expect(shapes).toEqual([
      { day: '2030-05-14', lines: expect.any(Number), packs: 4 },
      { day: '2030-05-15', lines: expect.any(Number), packs: 4 },
    ])
    app.clock.set(new Date(NOON.getTime() + 90 * DAY))
    await enforce(app)
    expect((await app.sql(`select distinct day::text from plinth.access_packs`)).map(({ day }) => day)).toEqual([
      '2030-05-15',
    ])
  },
)

test('days past keeping go in batches, each a transaction of its own, in every tenant by its own setting', async () => {
  await using app = await authApp({ modules: [auditLogs], startAt: NOON })
  const add = (tenant: string, day: string, rows: number) =>
    app.sql(
      `with days as (insert into plinth.access_days select $1, gen_random_uuid(), $2, null, 'auth.user', 'read:item', 1
        from generate_series(1, $3) returning *)
      insert into plinth.access_packs (tenant_id, day, actor_id, resource_kind, access_type, fields, context, line_ids, told_at)
      select tenant_id, day, actor_id, resource_kind, access_type, '{}', '{}', '{}', '{}' from days`,
      [tenant, day, rows],
    )
  await app.sql(`select plinth.make_access_month(day) from unnest('{2030-02-01,2030-03-01,2030-05-01}'::date[]) day`)
  await app.sql(`insert into log_retention (id, tenant_id, log, days) values (gen_random_uuid(), $1, 'access', 2)`, [
    tenantB.id,
  ])
  await add(tenantA.id, '2030-02-13', 5_001)
  await add(tenantA.id, '2030-02-14', 2)
  await add(tenantB.id, '2030-05-12', 5_001)
  await add(tenantB.id, '2030-05-13', 3)
  await app.sql(`create table deleted (log text, rows bigint);
    create function count_deleted() returns trigger language plpgsql security definer as $$ begin
      insert into public.deleted select tg_table_name, count(*) from gone having count(*) > 0; return null; end $$;
    create trigger counted after delete on plinth.access_days referencing old table as gone
      for each statement execute function count_deleted();
    create trigger counted after delete on plinth.access_packs referencing old table as gone
      for each statement execute function count_deleted();`)
  await enforce(app)
  for (const log of ['access_days', 'access_packs']) {
    expect(await app.sql(`select day::text, count(*)::int from plinth.${log} group by 1 order by 1`)).toEqual([
      { day: '2030-02-14', count: 2 },
      { day: '2030-05-13', count: 3 },
    ])
    expect(await app.sql('select rows::int from deleted where log = $1 order by 1', [log])).toEqual(
      [1, 1, 5_000, 5_000].map((rows) => ({ rows })),
    )
  }
})
