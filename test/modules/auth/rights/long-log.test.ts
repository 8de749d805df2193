import { auditLogs } from '@plinth/audit-logs'
import { type Caller, type Context, type Route, sql } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import { tenantA } from '@plinth/testing'
import { dashboards } from '@plinth/dashboards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ME, parcelsApp } from './_parcels.ts'

/** Of a tenant with a long log, in which each tenth entry is about a parcel in the south. */
const ENTRIES = 6_000

let app: Awaited<ReturnType<typeof parcelsApp>>

beforeAll(async () => {
  app = await parcelsApp([auditLogs, dashboards])
  const text = (start: number) => `('${start}0000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid`
  await app.sql(`begin; set local session_replication_role = replica;
    insert into plinth.action_log (tenant_id, id, organization_id, command_id, actor_id, actor_user_id, resource_kind, created_at)
      select '${tenantA.id}', ${text(1)}, o.id, 'parcels.parcels.update', '${ME}', '${ME}', 'parcels.parcel', timestamptz '2026-01-01 00:00:00+00' + i * interval '1 s'
      from generate_series(1, ${ENTRIES}) i, (select id from organizations where tenant_id = '${tenantA.id}' order by name limit 1) o;
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
      select '${tenantA.id}', ${text(1)}, x.name, ${text(2)}, image, image from generate_series(1, ${ENTRIES}) i,
        lateral (values ('parcels', jsonb_build_object('region', case when i = 7 then 'rare' when i % 10 = 0 then 'south' else 'north' end)), ('group', '{"name":"x"}')) x (name, image);
    commit`)
  await app.sql('vacuum analyze plinth.action_log')
  await app.sql('vacuum analyze plinth.changes')
}, 60_000)
afterAll(() => app[Symbol.asyncDispose]())

const of = (region: string): Caller => restrictedBy({ field: 'region', operator: '=', value: region })

const restrictedBy = (read: object): Caller => {
  const policies = { 'parcels.parcel': { read } }
  const caller = app.callerWith([[policies as never]], true)
  return { ...caller, actor: { ...caller.actor, grants: compileGrants(['*']) } }
}

const resourceKind = 'parcels.parcel'

type Answer = {
  readonly items: readonly { readonly resourceKind: string; readonly createdAt: string; readonly id: string }[]
  readonly total: number
  readonly isPartial: boolean
  readonly nextCursor?: string
}

async function readSoFar(db: Context['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n
    from pg_stat_xact_user_tables where schemaname = 'plinth' and relname like 'changes%'`.execute(db)
  return rows[0]!.n
}

/** What a route answers, and how many recorded changes are read for it. */
const asked = (caller: Caller, path: string, query: object) =>
  app.platform.actAs(caller, async ({ db, from, scope, locale, inject, actor }: Context) => {
    const route = auditLogs.routes!.find((one) => one.path === `/audit_logs/audit-logs/${path}`) as Route
    // Other statements of the connection are counted, too.
    const before = await readSoFar(db)
    const answer = await route.handle!({ db, from, scope, locale, inject, actor, query } as never)
    return { ...(answer as unknown as Answer), changes: (await readSoFar(db)) - before }
  })

test('a page reads the changes of the entries that it shows, and of those between them', async () => {
  const north = await asked(of('north'), 'actions', { limit: 50 })
  expect(north.items).toHaveLength(50)
  // 60 entries, each with a change of a table without a policy, are looked at together, and 54 are decided by two layers.
  expect(north.changes).toBeLessThan(60 * 2 * 7)
  const south = await asked(of('south'), 'actions', { limit: 50 })
  expect(south.items).toHaveLength(50)
  expect(south.changes).toBeLessThan(500 * 2 * 2)
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
  expect(north.total).toBe(899)
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

test('few visible entries of many are found by reading the changes of all of them once', async () => {
  for (const [query, most] of [
    [{ limit: 50 }, 1.2],
    [{ page: 1, pageSize: 50 }, 2.2],
    [{ limit: 50, sortField: 'resourceKind' }, 1.2],
    [{ limit: 50, sortDir: 'asc' }, 1.2],
  ] as const) {
    const rare = await asked(of('rare'), 'actions', { ...query, resourceKind })
    expect([query, rare.items.length, rare.nextCursor]).toEqual([query, 1, undefined])
    expect(rare.changes).toBeLessThan(ENTRIES * 2 * most)
  }
  const counted = await asked(of('rare'), 'activity', { resourceKind })
  expect([counted.total, counted.isPartial]).toEqual([1, false])
  expect(counted.changes).toBeLessThan(ENTRIES * 2 * 1.2)
})

/** Those of a sender are found by deciding on each entry. None of the recorded parcels has one. */
const rareOrSent = {
  operator: 'OR',
  rules: [
    { field: 'region', operator: '=', value: 'rare' },
    { field: 'sender.name', operator: '=', value: 'S1' },
  ],
}

test('a page that looks at too many entries tells where it has stopped, and an export goes on', async () => {
  const caller = restrictedBy(rareOrSent)
  const first = await asked(caller, 'actions', { limit: 50, resourceKind })
  expect(first.items).toEqual([])
  const second = await asked(caller, 'actions', { limit: 50, resourceKind, cursor: first.nextCursor })
  expect([second.items.length, second.nextCursor]).toEqual([1, undefined])
  const oldest = await asked(caller, 'actions', { limit: 1, resourceKind, sortDir: 'asc' })
  expect(oldest.items).toEqual(second.items)
  const route = auditLogs.routes!.find((one) => one.path === '/audit_logs/audit-logs/actions/export') as Route
  const lines = await app.platform.actAs(caller, async (ctx: Context) => {
    const { db, from, scope, locale, inject, actor, actAs, now } = ctx
    const request = { requestId: 'x', callerNow: async () => caller }
    const log = { warn() {} }
    const query = { resourceKind }
    const body = await route.handle!({
      db,
      from,
      scope,
      locale,
      inject,
      actor,
      actAs,
      now,
      request,
      log,
      query,
    } as never)
    return new Response(body as BodyInit).text()
  })
  expect(lines.trim().split('\n')).toHaveLength(1)
})

test('a cursor leads through all visible entries once', async () => {
  const { layers: _layers, ...actor } = of('south').actor
  for (const [caller, sortDir, expected] of [
    [of('south'), 'desc', ENTRIES / 10],
    [of('south'), 'asc', ENTRIES / 10],
    [restrictedBy(rareOrSent), 'asc', 1],
    [{ ...of('south'), actor }, 'asc', ENTRIES],
  ] as const) {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page: Answer = await asked(caller, 'actions', { limit: 200, resourceKind, sortDir, cursor })
      found.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    } while (cursor !== undefined)
    expect([found.length, new Set(found).size]).toEqual([expected, expected])
  }
})

test('entries of one millisecond are on several pages', async () => {
  const caller = of('south')
  await app.sql(`begin; set local session_replication_role = replica;
    update plinth.action_log set created_at = '2026-01-01 00:30:00.123+00' where resource_kind = 'parcels.parcel'
      and created_at between '2026-01-01 00:30:00+00' and '2026-01-01 00:32:00+00'; commit`)
  const found = new Set<string>()
  let cursor: string | undefined
  do {
    const page: Answer = await asked(caller, 'actions', {
      limit: 5,
      resourceKind,
      before: '2026-01-01T01:00:00Z',
      cursor,
    })
    for (const { id } of page.items) found.add(id)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  expect(found.size).toBe(359)
})

test('what is no cursor, and an order without one, are refused', async () => {
  const { nextCursor } = await asked(of('south'), 'actions', { limit: 5, resourceKind })
  // Neither when a hidden entry was made nor how many entries there are can be read from it.
  expect(Buffer.from(nextCursor!, 'base64url').toString()).not.toMatch(/2026|createdAt|seq/)
  for (const query of [
    { cursor: 'x' },
    { cursor: `${nextCursor!.slice(0, -4)}AAAA` },
    { cursor: nextCursor, sortField: 'resourceKind' },
  ])
    await expect(asked(of('south'), 'actions', { limit: 5, ...query })).rejects.toMatchObject({ status: 400 })
  const sorted = await asked(of('south'), 'actions', { limit: 5, sortField: 'resourceKind' })
  expect(sorted.nextCursor).toBe(undefined)
})

test('dashboards sum up the newest entries for somebody with policies, and say so', async () => {
  const count = (caller: Caller) =>
    app.platform.actAs(caller, async (ctx: Context) => {
      const { db, from, scope, locale, inject, actor, now, cached } = ctx
      const route = dashboards.routes!.find((one) => one.path === '/dashboards/widgets/data') as Route
      const filters = [{ field: 'resourceKind', operator: 'eq', value: resourceKind }]
      const body = { entityType: 'audit_logs:actions', metric: { field: 'id', aggregate: 'count' }, filters }
      const answer = await route.handle!({ db, from, scope, locale, inject, actor, now, cached, body } as never)
      const { value, metadata } = answer as { value: number; metadata: { isPartial?: true } }
      return [value, metadata.isPartial]
    })
  // The newest 5,000 of 6,000.
  expect(await count(of('south'))).toEqual([500, true])
})
