import { defineEntity, p } from '@mikro-orm/core'
import { type Context, defineMigration, Scoped, sql } from '@plinth/core'
import { isFoundBy, isFoundInOrder, searchable } from '@plinth/core/data'
import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { openLab, callerA } from '../_lab/lab.ts'

const Ticket = defineEntity({
  name: 'Ticket',
  tableName: 'tickets',
  extends: Scoped,
  properties: { title: p.string(), sku: p.string().nullable(), pin: p.string().nullable() },
})
const ticketSearch = searchable(Ticket, ['title', 'sku'])
const tickets = defineMigration(
  'lab.tickets',
  `select plinth.scoped_table('tickets', 'title text not null, sku text, pin text');
   select plinth.searchable('tickets', '{title,sku}');`,
)
const north = tenantA.organization
const south = '5a5a5a5a-0000-4000-8000-000000000001'

async function openTickets() {
  const lab = await openLab({ entities: [Ticket], migrations: [tickets], searches: [ticketSearch] })
  const add = (
    title: string,
    { sku = null as string | null, organization = north as string | null, tenant = tenantA.id as string } = {},
  ) =>
    lab.sql(
      'insert into tickets (id, tenant_id, organization_id, title, sku) values (gen_random_uuid(), $1, $2, $3, $4)',
      [tenant, organization, title, sku],
    )
  return { ...lab, add, [Symbol.asyncDispose]: () => lab[Symbol.asyncDispose]() }
}

const find = async ({ db }: Context, text: string) => {
  const { rows } = await sql<{
    title: string
  }>`select t.title from tickets t where ${isFoundBy({ in: ticketSearch, alias: 't', text })}
    order by t.title`.execute(db)
  return rows.map(({ title }) => title)
}

/** As a list does that leaves the index where it likes. */
const findInOrder = async ({ db }: Context, text: string) => {
  const condition = await isFoundInOrder(db, { in: ticketSearch, alias: 't', text })
  const { rows } = await sql<{
    title: string
  }>`select t.title from tickets t where ${condition} order by t.title`.execute(db)
  return rows.map(({ title }) => title)
}

const within = (organizationIds: readonly string[] | null) =>
  ({ actor: 'platform', reason: 'search', scope: { tenantId: tenantA.id, organizationIds } }) as const

test('every word is found where it is part of a word, in any spelling', async () => {
  await using lab = await openTickets()
  await lab.add('Größe der Straße', { sku: 'ABC-1234/X' })
  await lab.add('Crème brûlée')
  await lab.add('Smørrebrød, Łódź')
  await lab.add('Привет мир')
  await lab.add('東京都庁')
  const found = (text: string) => lab.do((ctx) => find(ctx, text))
  for (const text of ['strasse', 'STRASSE grosse', 'abc-123', '1234 stras', 'c', 'abc/x', "größe'", 'rasse der'])
    expect(await found(text), text).toContain('Größe der Straße')
  for (const text of ['creme', 'CRE\u0300ME', 'brulee', 'rule'])
    expect(await found(text), text).toEqual(['Crème brûlée'])
  expect(await found('smorre lodz')).toEqual(['Smørrebrød, Łódź'])
  expect(await found('ПРИВ')).toEqual(['Привет мир'])
  expect(await found('京都')).toEqual(['東京都庁'])
  for (const text of ['creme strasse', 'stress', '!!!', "x' or true --", '%', '_'])
    expect(await found(text), text).toEqual([])
  for (const text of ['strasse', 'ruł', '京都', 'der c', '%'])
    expect(await lab.do((ctx) => findInOrder(ctx, text)), text).toEqual(await found(text))
})

test('long words, long texts and long searches are cut, not refused', async () => {
  await using lab = await openTickets()
  const long = 'x'.repeat(39) + 'end' + '𝒳y'.repeat(50_000)
  await lab.add(long)
  expect(await lab.do((ctx) => find(ctx, 'xend'))).toEqual([long])
  expect(await lab.do((ctx) => find(ctx, 'x'.repeat(10_000)))).toEqual([])
  expect(await lab.do((ctx) => find(ctx, `${'end '.repeat(10_000)} nothing`))).toEqual([long])
})

test('common words are found without the index, and the answer is the same', async () => {
  await using lab = await openTickets()
  await lab.sql(
    `insert into tickets (id, tenant_id, organization_id, title)
     select gen_random_uuid(), $1, $2, case when n % 2 = 0 then 'Invoice ' else 'Letter ' end || n from generate_series(1, 300) n`,
    [tenantA.id, north],
  )
  for (const caller of [callerA, within([north]), within([south])]) {
    for (const text of ['invoice', 'letter 29', '299']) {
      const [byIndex, inOrder] = await Promise.all([
        lab.platform.actAs(caller, (ctx) => find(ctx, text)),
        lab.platform.actAs(caller, (ctx) => findInOrder(ctx, text)),
      ])
      expect(inOrder).toEqual(byIndex)
    }
  }
  const common = async (text: string) =>
    (await lab.do(({ db }) => sql<{ ids: unknown }>`select plinth.search_tickets(${text}, true) as ids`.execute(db)))
      .rows[0]?.ids
  expect([await common('invoice'), await common('299')]).toEqual([null, [expect.any(String)]])
})

test('a common word is looked for along the order of the list, also by a plan that does not know the word', async () => {
  await using lab = await openTickets()
  await lab.sql('create index on tickets (tenant_id, created_at, id)')
  await lab.sql(
    `insert into tickets (id, tenant_id, organization_id, title, created_at)
     select gen_random_uuid(), $1, $2, 'Invoice ' || n, now() - n * interval '1 second' from generate_series(1, 20000) n`,
    [tenantA.id, north],
  )
  await lab.sql('analyze tickets')
  const plans = await lab.platform.actAs(within([north]), async ({ db }) => {
    const condition = await isFoundInOrder(db, { in: ticketSearch, alias: 't', text: 'invoice' })
    const explain = async (mode: string) => {
      await sql`select set_config('plan_cache_mode', ${mode}, true)`.execute(db)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select t.id from tickets t where ${condition}
        order by t.tenant_id, t.created_at desc, t.id desc limit 50`.execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    }
    return [await explain('force_custom_plan'), await explain('force_generic_plan')]
  })
  for (const plan of plans) {
    expect(plan).toContain('Index Scan')
    expect(plan).not.toContain('Sort')
    // The words are made once, not for every row.
    expect(plan).not.toMatch(/Filter:.*search_words/)
  }
})

test('the function answers what row level security would show, and nobody else may ask what it reads', async () => {
  await using lab = await openTickets()
  await lab.add('secret north')
  await lab.add('secret south', { organization: south })
  await lab.add('secret shared', { organization: null })
  await lab.add('secret other', { tenant: tenantB.id, organization: tenantB.organization })
  const seen = (organizations: readonly string[] | null) =>
    lab.platform.actAs(within(organizations), (ctx) => find(ctx, 'secret'))
  expect(await seen(null)).toEqual(['secret north', 'secret shared', 'secret south'])
  expect(await seen([north])).toEqual(['secret north', 'secret shared'])
  expect(await seen([])).toEqual(['secret shared'])
  expect(await seen(Array.from({ length: 60 }, () => crypto.randomUUID()).concat(south))).toEqual([
    'secret shared',
    'secret south',
  ])
  // The ids themselves, without a query that row level security would filter.
  const ids = async (organizations: readonly string[] | null) => {
    const { rows } = await lab.platform.actAs(within(organizations), ({ db }) =>
      sql<{ id: string }>`select unnest(plinth.search_tickets('secret')) as id`.execute(db),
    )
    return rows.length
  }
  expect([await ids(null), await ids([north]), await ids([])]).toEqual([3, 2, 1])
  const [owner] = await lab.sql<{ name: string; path: string }>(`select proowner::regrole::text as name,
    array_to_string(proconfig, ';') as path from pg_proc where proname = 'search_tickets' and prosecdef`)
  expect(owner).toMatchObject({
    name: 'plinth_search',
    path: expect.stringContaining('search_path=pg_catalog, pg_temp'),
  })
  const readable = await lab.sql<{ column: string }>(`select attname as column from pg_attribute
    where attrelid = 'tickets'::regclass and attnum > 0 and has_column_privilege('plinth_search', attrelid, attnum, 'select')
    order by attname`)
  expect(readable.map(({ column }) => column)).toEqual(['id', 'organization_id', 'sku', 'tenant_id', 'title'])
})

test('objects of the session that are called like its own do not lead the function astray', async () => {
  await using lab = await openTickets()
  await lab.add('secret other', { tenant: tenantB.id, organization: tenantB.organization })
  const { rows } = await lab.platform.actAs(within(null), async ({ db }) => {
    await sql`set local search_path = pg_temp, public`.execute(db)
    return sql<{ id: string }>`select unnest(plinth.search_tickets('secret')) as id`.execute(db)
  })
  expect(rows).toEqual([])
})

test('what cannot be searched is refused with its reason', async () => {
  await using lab = await openTickets()
  const refusal = (statement: string) =>
    lab.sql(statement).then(
      () => '',
      (error: Error) => error.message,
    )
  expect(await refusal(`select plinth.searchable('tickets', '{nothing}')`)).toBe(
    'table public.tickets has no column nothing with text to search',
  )
  expect(await refusal(`select plinth.searchable('tickets', '{created_at}')`)).toContain(
    'no column created_at with text',
  )
  expect(await refusal(`select plinth.searchable('tickets', '{}')`)).toContain('is searched in no column')
  expect(await refusal(`select plinth.searchable('plinth_migrations', '{id}')`)).toContain('has no policy "tenant"')
})

test('a platform does not start when a search has no function', async () => {
  const bare = defineMigration(
    'lab.tickets',
    `select plinth.scoped_table('tickets', 'title text not null, sku text, pin text')`,
  )
  await expect(openLab({ entities: [Ticket], migrations: [bare], searches: [ticketSearch] })).rejects.toThrow(
    `'tickets' is searched, but no migration runs`,
  )
})
