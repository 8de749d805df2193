import type { StoredPolicies } from '@plinth/core/acl'
import { tenantA } from '@plinth/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { COMPARISONS, ME, OTHER, parcelsApp } from './_parcels.ts'

let app: Awaited<ReturnType<typeof parcelsApp>>

beforeAll(async () => {
  app = await parcelsApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const reads = (read: object, ofSenders?: object): StoredPolicies =>
  ({ 'parcels.parcel': { read }, ...(ofSenders && { 'parcels.sender': { read: ofSenders } }) }) as StoredPolicies
const alone = (read: object, ofSenders?: object) => app.callerWith([[reads(read, ofSenders)]])
const either = (...rules: readonly object[]) => ({ operator: 'OR', rules })

/** Nothing is looked up: each row is read as JSON. */
const NOT_PLAIN = {
  range_of: `create(target regclass, part text) returns text language sql stable return null::text`,
  compared_column: `create(target regclass, slot integer) returns text language sql stable return null::text`,
  if_missing: `create(target regclass, readers regproc[]) returns boolean language sql stable return null::boolean`,
}
/** Rows are read as JSON by nobody. */
const ONLY_PLAIN = {
  permits: `create(policy plinth.row_policy, image jsonb) returns boolean language plpgsql stable as
    $$ begin raise exception 'a row was read as JSON'; end $$`,
}

/** `POLICIES=5000` compares as many, in five minutes. */
const MIXED = Number(process.env['POLICIES'] ?? 50)

/** Numbers that look random, and are the same each time. */
function randomly(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

test(
  'values that are looked up, rows that are read as JSON and conditions of queries decide alike',
  async () => {
    const random = randomly(56)
    const condition = (depth: number): object => {
      const kind = random(depth > 0 ? 8 : 4)
      if (kind < 4) return COMPARISONS[random(COMPARISONS.length)]!
      const rules = Array.from({ length: 1 + random(3) }, () => condition(depth - 1))
      return { operator: kind < 6 ? 'OR' : kind < 7 ? 'AND' : 'NOT', rules }
    }
    const some = <T>(most: number, one: () => T) => Array.from({ length: 1 + random(most) }, one)
    const pair = () => either(COMPARISONS[random(COMPARISONS.length)]!, COMPARISONS[random(COMPARISONS.length)]!)
    const single = [...COMPARISONS, ...Array.from({ length: 30 }, pair)].map((read) => alone(read))
    const bounds = () => {
      const [first] = [COMPARISONS[random(COMPARISONS.length)]!]
      const same = COMPARISONS.filter(({ field }) => field === first.field)
      return { operator: 'AND', rules: some(3, () => same[random(same.length)]!).concat(first) }
    }
    const between = Array.from({ length: 40 }, () => alone(random(3) === 0 ? either(bounds(), bounds()) : bounds()))
    const mixed = Array.from({ length: MIXED }, () => {
      const ofSenders = random(3) === 0 ? { field: 'rank', operator: 'IN', value: [1, 2, 3] } : undefined
      const layers = some(2, () => some(3, () => reads(condition(2), ofSenders)))
      return app.callerWith(layers, random(3) === 0)
    })
    const callers = [...single, ...between, ...mixed]

    const expected = await app.byQueries(callers)
    expect(new Set(expected).size).toBeGreaterThan(50)
    expect(await app.byTables(callers)).toEqual(expected)
    expect(await app.withFunctions(NOT_PLAIN, () => app.byTables(callers))).toEqual(expected)
    // As if there were more related rows than are looked up.
    const few = { most_values: 'create() returns integer language sql immutable return 1' }
    expect(await app.withFunctions(few, () => app.byTables(callers))).toEqual(expected)
  },
  30_000 + MIXED * 200,
)

test('ranges, and values of custom fields, read no row as JSON', async () => {
  const all = (...rules: readonly object[]) => ({ operator: 'AND', rules })
  const [late, small] = [
    { field: 'day', operator: '>=', value: '2026-01-01' },
    { field: 'weight', operator: '<', value: 7 },
  ]
  const mine = { field: 'ownerId', operator: '=', value: ME }
  const kind = { field: 'cf_kind', operator: '=', value: 'a' }
  const callers = [
    late,
    all(late, { field: 'day', operator: '<', value: '2026-02-01' }),
    { field: 'size', operator: '!=', value: 5 },
    { operator: 'NOT', rules: [all(small, { ...small, operator: '>', value: 0 })] },
    { field: 'dueAt', operator: '=', value: '2026-01-01T00:00:00Z' },
    { field: 'weight', operator: 'IN', value: [0.1, 7] },
    either(mine, small),
    kind,
    either(kind, mine, late),
    { field: 'cf_kind', operator: '>', value: 4 },
    either({ field: 'cf_kind', operator: '=', value: 5 }, { ...kind, operator: 'IN', value: [true] }),
  ].map((read) => alone(read))
  callers.push(app.callerWith([[reads(late), reads({ ...late, operator: '<', value: '2025-12-31' })]]))
  callers.push(app.callerWith([[reads(small)], [reads({ ...small, operator: '!=', value: 1 })]]))
  const expected = await app.byQueries(callers)
  expect(new Set(expected).size).toBeGreaterThan(10)
  expect(await app.withFunctions(ONLY_PLAIN, () => app.byTables(callers))).toEqual(expected)
  for (const read of [either(late, small), all(late, kind), either(kind, { ...mine, field: 'region', value: 'north' })])
    await expect(app.withFunctions(ONLY_PLAIN, () => app.byTables([alone(read)]))).rejects.toThrow('read as JSON')
})

test('a table whose policy knows no ranges yet decides alike', async () => {
  const { sql } = app
  const [policy] = await sql<{ now: string }>(
    `select pg_get_expr(polqual, polrelid) as now from pg_policy where polrelid = 'parcels'::regclass and polname = 'rows'`,
  )
  await sql(`select plinth.make_reader('value_in_parcels', 'parcels'::regclass);
    alter policy rows on parcels using ((select plinth.is_open('read', 'parcels'::regclass)) is not null or coalesce(
      case when plinth.value_in_parcels(parcels.*, (select plinth.compared_column('parcels'::regclass, 0))) collate "C" in (select plinth.plain_values('parcels'::regclass, 0))
        or plinth.id_in_parcels(parcels.*, (select plinth.compared_column('parcels'::regclass, 1))) collate "C" in (select plinth.plain_values('parcels'::regclass, 1))
        then (select plinth.if_found('parcels'::regclass))
        else (select plinth.if_missing('parcels'::regclass, '{plinth.value_in_parcels,plinth.id_in_parcels}'::regproc[])) end,
      plinth.permits((select plinth.policy_on('read', 'parcels'::regclass)), to_jsonb(parcels.*))))`)
  const [mine, late] = [
    { field: 'ownerId', operator: '=', value: ME },
    { field: 'day', operator: '>', value: '2026-01-01' },
  ]
  const kind = { field: 'cf_kind', operator: '=', value: 'a' }
  const callers = [
    late,
    kind,
    either(mine, late),
    either(mine, kind),
    { operator: 'AND', rules: [mine, late] },
    mine,
  ].map((read) => alone(read))
  const expected = await app.byQueries(callers)
  expect(new Set(expected).size).toBe(callers.length)
  expect(await app.byTables(callers)).toEqual(expected)
  await sql(`alter policy rows on parcels using (${policy!.now}); select plinth.renew_readers()`)
  expect(await app.byTables(callers)).toEqual(expected)
})

test('conditions on one column, or on two of which one is an id, read no row as JSON', async () => {
  const [mine, ofMine] = [
    { field: 'ownerId', operator: '=', value: ME.toUpperCase() },
    { field: 'sender.ownerId', operator: '=', value: null, valueField: 'me.id' },
  ]
  const north = { field: 'region', operator: '=', value: 'north' }
  const both = { operator: 'AND', rules: [mine, north] }
  const callers = [
    ...[mine, ofMine, north, either(mine, ofMine), either(north, ofMine), either(north, mine)].map((read) =>
      alone(read),
    ),
    // Several roles compare one column, and the key and its creator do.
    app.callerWith([[reads(north), reads({ field: 'region', operator: 'IN', value: ['south', ''] })]]),
    app.callerWith([[reads(either(mine, { ...mine, value: OTHER }))], [reads(mine)]]),
    app.callerWith([[reads(ofMine)], [reads(ofMine)]], true),
    alone({ field: 'size', operator: 'IN', value: [5, 7] }),
    alone({ field: 'isOpen', operator: '=', value: false }),
    alone(either(mine, { field: 'me.id', operator: '=', value: ME })),
    alone({ field: 'region', operator: 'IN', value: [] }),
  ]
  const expected = await app.byQueries(callers)
  expect(await app.withFunctions(ONLY_PLAIN, () => app.byTables(callers))).toEqual(expected)
  for (const read of [both, { ...north, operator: '!=' }, either(north, mine, ofMine)] as const)
    await expect(app.withFunctions(ONLY_PLAIN, () => app.byTables([alone(read)]))).rejects.toThrow('read as JSON')
})

test('of a condition with AND, only rows are read as JSON that satisfy one comparison of it', async () => {
  const all = (...rules: readonly object[]) => ({ operator: 'AND', rules })
  const mine = { field: 'ownerId', operator: '=', value: ME }
  const early = { field: 'dueAt', operator: '<', value: '2026-02-01T00:00:00Z' }
  const north = { field: 'region', operator: '=', value: 'north' }
  const callers = [
    all(mine, early),
    all(early, { field: 'region', operator: 'IN', value: ['north', 'south'] }, mine),
    either(mine, all(north, early)),
    either(all(mine, early), all({ ...mine, value: OTHER }, north)),
  ].map((read) => alone(read))
  const expected = await app.byQueries(callers)
  expect(new Set(expected).size).toBe(callers.length)
  const only = {
    permits: `create(policy plinth.row_policy, image jsonb) returns boolean language plpgsql stable as $$ begin
      if image ->> 'owner_id' is distinct from '${ME}' and image ->> 'owner_id' is distinct from '${OTHER}'
        and image ->> 'region' is distinct from 'north' then raise exception 'a row was read as JSON'; end if;
      return coalesce(jsonb_path_match(image, policy.path, policy.vars, true), false); end $$`,
  }
  expect(await app.withFunctions(only, () => app.byTables(callers))).toEqual(expected)
})

test('years that do not sort as texts are compared as what they are, and not as JSON', async () => {
  const { sql } = app
  const [{ id } = { id: '' }] = await sql<{ id: string }>(`select id from parcels where title = '001'`)
  const fields = { day: '2026-01-01', dueAt: '2026-01-01T00:00:00Z' }
  const callers = Object.entries(fields).flatMap(([field, value]) =>
    ['<', '<=', '>', '>='].map((operator) => alone({ field, operator, value })),
  )
  for (const far of ['10000-01-01', '2030-01-01 BC']) {
    await sql(`update parcels set day = '${far}', due_at = '${far} 00:00:00+00' where id = '${id}'`)
    const expected = await app.byQueries(callers)
    expect(expected.filter((titles) => titles.includes('001'))).toHaveLength(4)
    expect(await app.byTables(callers)).toEqual(expected)
    const asJson = await app.withFunctions(NOT_PLAIN, () => app.byTables(callers))
    expect(asJson).toEqual(callers.map(() => expect.not.stringContaining('001')))
  }
})

test('floats are compared alike, and with no numbers of which PostgreSQL writes other digits than JavaScript', async () => {
  const { sql } = app
  const written = [1e23, -2e23, 18014398509481990, 9007199254740991]
  await sql(
    `update parcels p set ratio = x.value from (select id, row_number() over (order by title) as n from parcels) o,
    unnest($1::float8[]) with ordinality x (value, n) where p.id = o.id and o.n = x.n`,
    [written],
  )
  const callers = written.flatMap((value) =>
    ['=', '!=', '<', '<=', '>', '>=', 'NOT_IN'].map((operator) =>
      alone({ field: 'ratio', operator, value: operator === 'NOT_IN' ? [value] : value }),
    ),
  )
  const expected = await app.byQueries(callers)
  expect(expected.filter((titles) => titles === '')).toHaveLength(3 * 7)
  expect(await app.byTables(callers)).toEqual(expected)
  expect(await app.withFunctions(NOT_PLAIN, () => app.byTables(callers))).toEqual(expected)
})

test('a column that PostgreSQL does not know yet as one to look up is read as JSON', async () => {
  const callers = [alone({ field: 'region', operator: '=', value: 'north' })]
  const expected = await app.byTables(callers)
  expect(expected[0]).not.toBe('')
  const former = {
    text_in_parcels: `create(r anyelement, field text, key text) returns text language sql stable
      as $$ select case field when 'uuid id' then (r).id::text end $$`,
  }
  expect(await app.withFunctions(former, () => app.byTables(callers))).toEqual(expected)
  await expect(app.withFunctions({ ...former, ...ONLY_PLAIN }, () => app.byTables(callers))).rejects.toThrow(
    'read as JSON',
  )
})

test('functions that read a table follow it, and go with it', async () => {
  const { sql } = app
  const readers = async () =>
    (
      await sql<{ name: string }>(`select proname as name from pg_proc where proname like '%_in_crates%' order by 1`)
    ).map(({ name }) => name)
  await sql(`select plinth.scoped_table('crates', 'weight text, owner_id uuid')`)
  expect(await readers()).toEqual(['id_in_crates', 'number_in_crates', 'text_in_crates'])
  await sql('alter table crates rename to crates_before; alter table crates_before drop column weight')
  await sql(`select plinth.scoped_table('crates', 'height integer')`)
  expect(await readers()).toHaveLength(6)
  await sql('select plinth.renew_readers()')
  const settings = `set local plinth.read_crates_before = '{"path":"(1 == 2)","vars":{},"plain":[{"column":"uuid owner_id","values":["${ME}"]}],"isExact":true}';
    set local plinth.policies = 'on'; set local plinth.organizations = '+'; set local role plinth_restricted`
  const [{ tenantId } = { tenantId: '' }] = await sql<{ tenantId: string }>(
    'select id as "tenantId" from tenants limit 1',
  )
  await sql(`begin; set local session_replication_role = replica;
    insert into crates_before (id, tenant_id, owner_id) select gen_random_uuid(), '${tenantId}', owner from unnest('{${ME},${OTHER},null}'::uuid[]) owner;
    commit`)
  await sql(`begin; ${settings}; set local plinth.tenant = '${tenantId}'; create temporary table seen on commit preserve rows as
    select owner_id from crates_before; reset role; create table seen_crates as select * from seen; commit`)
  expect(await sql('select owner_id from seen_crates')).toEqual([{ owner_id: ME }])
  await sql('drop table seen_crates; drop table crates; drop table crates_before; select plinth.renew_readers()')
  expect(await readers()).toEqual([])
})

test('policies on writes compare virtual columns with their values', async ({ skip }) => {
  const { sql } = app
  const [server] = await sql<{ version: number }>(`select current_setting('server_version_num')::integer as version`)
  if (server!.version < 180_000) skip()
  await sql(`alter table parcels add column zone text generated always as (upper(region)) virtual`)
  const [{ tenantId } = { tenantId: '' }] = await sql<{ tenantId: string }>(
    'select id as "tenantId" from tenants limit 1',
  )
  const [ofNorth, refused] = [
    `where region = 'north'`,
    expect.stringMatching(/does not permit|violates row-level security/),
  ]
  const write = async (path: string, statement: string, actions = ['read', 'update', 'delete']) => {
    const policies = actions.map(
      (action) => `set local plinth.${action}_parcels = '${JSON.stringify({ path, vars: {} })}'`,
    )
    try {
      await sql(`begin; set local plinth.tenant = '${tenantId}'; set local plinth.organizations = '+';
        set local plinth.entry = '${crypto.randomUUID()}'; set local plinth.policies = 'on'; ${policies.join('; ')};
        set local role plinth_restricted; ${statement}; rollback`)
      return 'written'
    } catch (error) {
      return String(error)
    }
  }
  const north = '($."zone" == "NORTH")'
  for (const statement of [
    `update parcels set title = 'x' ${ofNorth}`,
    `delete from parcels ${ofNorth}`,
    `update parcels set region = null ${ofNorth}`,
  ]) {
    const isKept = !statement.includes('null')
    const answer = await write(north, statement)
    expect([statement, answer]).toEqual([statement, isKept ? 'written' : refused])
  }
  expect(await write('($."zone" == null)', `update parcels set title = 'x' ${ofNorth}`, ['update'])).toEqual(refused)
  await sql('alter table parcels drop column zone')
})

test('a row without policies that another transaction changes meanwhile is read again', async () => {
  await using opened = new AsyncDisposableStack()
  const connect = async () => {
    const client = opened.adopt(new pg.Client(app.databaseUrl), (one) => one.end())
    await client.connect()
    return client
  }
  const [writer, reader] = [await connect(), await connect()]
  const { rows } = await writer.query(`select id from "group" where tenant_id = $1 limit 1`, [tenantA.id])
  const { id } = rows[0]
  const { pid } = (await reader.query('select pg_backend_pid() as pid')).rows[0]
  await writer.query(
    `begin; set local session_replication_role = replica; update "group" set rank = 77 where id = '${id}'`,
  )
  await reader.query(
    `begin; set local role plinth_restricted; set local plinth.tenant = '${tenantA.id}'; set local plinth.organizations = '*'`,
  )
  const locked = reader.query(`select rank from "group" where id = '${id}' for no key update`)
  const waits = async () => (await writer.query('select from pg_locks where not granted and pid = $1', [pid])).rowCount
  await expect.poll(waits).toBeGreaterThan(0)
  await writer.query('commit')
  expect((await locked).rows).toEqual([{ rank: 77 }])
  await reader.query('rollback')
})
