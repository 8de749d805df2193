import { auditLogs } from '@plinth/audit-logs'
import { type Caller, type Context, type Route, sql } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { tenantA } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ME, parcelsApp } from './_parcels.ts'

/** Of a tenant with a long log, in which each tenth entry is about a parcel in the south. */
const ENTRIES = 6_000

let app: Awaited<ReturnType<typeof parcelsApp>>

beforeAll(async () => {
  app = await parcelsApp([auditLogs])
  const text = (start: number) => `('${start}0000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid`
  await app.sql(`begin; set local session_replication_role = replica;
    insert into plinth.action_log (tenant_id, id, organization_id, command_id, actor_id, actor_user_id, resource_kind, created_at)
      select '${tenantA.id}', ${text(1)}, o.id, 'parcels.parcels.update', '${ME}', '${ME}', 'parcels.parcel', timestamptz '2026-01-01 00:00:00+00' + i * interval '1 s'
      from generate_series(1, ${ENTRIES}) i, (select id from organizations where tenant_id = '${tenantA.id}' order by name limit 1) o;
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
      select '${tenantA.id}', ${text(1)}, x.name, ${text(2)}, image, image from generate_series(1, ${ENTRIES}) i,
        lateral (values ('parcels', jsonb_build_object('region', case when i % 10 = 0 then 'south' else 'north' end)), ('group', '{"name":"x"}')) x (name, image);
    commit`)
  await app.sql('vacuum analyze plinth.action_log')
  await app.sql('vacuum analyze plinth.changes')
}, 60_000)
afterAll(() => app[Symbol.asyncDispose]())

const of = (region: string): Caller => {
  const policies = { 'parcels.parcel': { read: { field: 'region', operator: '=', value: region } } }
  const caller = app.callerWith([[policies as never]], true)
  return { ...caller, actor: { ...caller.actor, grants: compileGrants(['*']) } }
}

const resourceKind = 'parcels.parcel'

type Answer = { readonly items: readonly object[]; readonly total: number; readonly isPartial: boolean }

/** What a route answers, and how many recorded changes are read for it. */
const asked = (caller: Caller, path: string, query: object) =>
  app.platform.actAs(caller, async ({ db, from, scope, locale, inject, actor }: Context) => {
    const route = auditLogs.routes!.find((one) => one.path === `/audit_logs/audit-logs/${path}`) as Route
    const answer = await route.handle!({ db, from, scope, locale, inject, actor, query } as never)
    const { rows } = await sql<{
      n: number
    }>`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
      from pg_stat_xact_user_tables where schemaname = 'plinth' and relname like 'changes%'`.execute(db)
    return { ...(answer as unknown as Answer), changes: rows[0]!.n }
  })

test('a page reads the changes of the entries that it shows, and of those between them', async () => {
  const north = await asked(of('north'), 'actions', { limit: 50 })
  expect(north.items).toHaveLength(50)
  // 56 entries, each with a change of a table without a policy, and decided by two layers.
  expect(north.changes).toBeLessThan(56 * 2 * 6)
  const south = await asked(of('south'), 'actions', { limit: 50 })
  expect(south.items).toHaveLength(50)
  expect(south.changes).toBeLessThan(500 * 2 * 3 + 500)
})

test('totals are those of the newest entries, and say so; older entries are listed all the same', async () => {
  const first = await asked(of('south'), 'actions', { page: 1, pageSize: 50, resourceKind })
  expect(first.total).toBe(500)
  const last = await asked(of('south'), 'actions', { page: 12, pageSize: 50, resourceKind })
  expect([last.items.length, last.total]).toEqual([50, 600])
  const north = await asked(of('north'), 'actions', {
    page: 1,
    pageSize: 50,
    before: '2026-01-01T00:16:40.500Z',
    resourceKind,
  })
  expect(north.total).toBe(900)
  const record = await asked(of('north'), 'actions', {
    page: 1,
    pageSize: 50,
    resourceKind,
    resourceId: '20000000-0000-4000-8000-000000000003',
  })
  expect(record.total).toBe(1)
  const hidden = await asked(of('south'), 'actions', {
    page: 1,
    pageSize: 50,
    resourceKind,
    resourceId: '20000000-0000-4000-8000-000000000003',
  })
  expect(hidden).toMatchObject({ total: 0, items: [] })
  expect(await asked(of('south'), 'activity', { resourceKind })).toMatchObject({ total: 600, isPartial: false })
})
