import { defineEntity, p } from '@mikro-orm/core'
import {
  conflict,
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  input,
  post,
  resource,
  Scoped,
} from '@plinth/core'
import { searchText } from '@plinth/core/data'
import { tenantLocales } from '@plinth/core/http'
import { money } from '@plinth/core/money'
import { postFile, workOn } from '@plinth/transfer/testing'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { CLERK, importApp } from './_shop.ts'

const features = defineFeatures('depot', { view: 'View', manage: 'Manage' })
const Good = defineEntity({
  name: 'Good',
  tableName: 'depot_goods',
  extends: Scoped,
  properties: {
    code: p.string(),
    title: p.string(),
    slot: p.integer().nullable(),
    size: p.integer().default(42),
    price: money({ currency: 'currencyCode' }).nullable(),
    currencyCode: p.string().length(3).nullable(),
    weight: p.decimal('string').precision(18).scale(6).nullable(),
    ratio: p.double().nullable(),
    big: p.bigint('number').nullable(),
    sold: p.date().nullable(),
    seenAt: p.datetime().nullable(),
    opens: p.time().nullable(),
    tags: p.array<string>().nullable(),
    info: p.json<unknown>().nullable(),
    isOpen: p.boolean().default(true),
    parent: () => p.manyToOne(Good).nullable(),
    status: p.enum(['draft', 'sent']).default('draft'),
    ownerId: p.uuid().nullable(),
    searchText: searchText('code', 'title'),
  },
})
const FIELDS = [
  'code',
  'title',
  'slot',
  'size',
  'price',
  'currencyCode',
  'weight',
  'ratio',
  'big',
  'sold',
  'seenAt',
  'opens',
  'tags',
  'info',
  'isOpen',
  'parent',
] as const
const goods = resource('/depot/goods', Good, {
  access: { read: features.view, write: features.manage },
  input: input(Good, FIELDS),
  owned: true,
  states: {
    property: 'status',
    initial: 'draft',
    values: { draft: { label: 'Draft' }, sent: { label: 'Sent' } },
    transitions: { send: { label: 'Send', from: ['draft'], to: 'sent' } },
  },
  rules: { settable: ['size'] },
  constraints: { depot_goods_title: () => conflict('This title is taken') },
})
/** Its table is not recorded. */
const Pad = defineEntity({
  name: 'Pad',
  tableName: 'depot_pads',
  extends: Scoped,
  properties: { code: p.string(), title: p.string() },
})
const pads = resource('/depot/pads', Pad, {
  access: { read: features.view, write: features.manage },
  input: input(Pad, ['code', 'title']),
})
const stock = defineCommand({
  id: 'depot.goods.stock',
  access: features.manage,
  resource: 'depot.stock',
  input: z.object({ isEach: z.boolean(), items: z.array(z.record(z.string(), z.unknown())) }),
  output: z.object({ ids: z.array(z.uuid()) }),
  async run(ctx) {
    const { items, isEach } = ctx.input
    if (!isEach) return { ids: (await ctx.runAll(goods.create, items as never)).map(({ id }) => id) }
    const ids: string[] = []
    for (const item of items) ids.push((await ctx.run(goods.create, item as never)).id)
    return { ids }
  },
})
const depot = defineModule({
  id: 'depot',
  title: 'Depot',
  features,
  entities: [Good, Pad],
  migrations: [
    defineMigration(
      'depot.tables',
      `select plinth.scoped_table('depot_goods', $$
         code text not null, title text not null, slot integer, size integer not null default 42 check (size < 60),
         price numeric(19,4), currency_code text, weight numeric(18,6), ratio double precision, big bigint, sold date, seen_at timestamptz,
         opens time, tags text[], info jsonb, is_open boolean not null default true, parent_id uuid, status text not null default 'draft',
         owner_id uuid, search_text text not null,
         unique (tenant_id, code), constraint depot_goods_title unique (tenant_id, title),
         constraint depot_goods_slot exclude using btree (tenant_id with =, slot with =),
         foreign key (tenant_id, parent_id) references depot_goods (tenant_id, id)$$)`,
    ),
    defineMigration(
      'depot.pads',
      `create table depot_pads (id uuid not null, tenant_id uuid not null, organization_id uuid, code text not null, title text not null,
         created_at timestamptz not null, updated_at timestamptz not null, primary key (tenant_id, id));
       select plinth.guard('depot_pads', plinth.visible('depot_pads'))`,
    ),
  ],
  resources: [goods, pads],
  commands: [stock],
  routes: [post('/depot/stock', stock)],
})

const app = await importApp(depot)
afterAll(() => app[Symbol.asyncDispose]())
const RIGHTS = [...CLERK, 'depot.*']
const { client } = app.person(RIGHTS)

type Client = typeof client

interface Change {
  readonly work?: 'run' | 'rehearse'
  readonly entity?: string
  readonly name?: string
  readonly [setting: string]: unknown
}

async function run(
  bytes: string | Uint8Array<ArrayBuffer>,
  { work, entity = 'depot.good', name, ...change }: Change = {},
  by: Client = client,
) {
  app.clock.advance(1_000)
  const made = await postFile(by, { bytes, entity, ...(name && { name }) })
  expect(made.status, made.text).toBe(201)
  const { id, settings } = made.body
  const put = await by.put('/transfer/imports', { id, settings: { ...settings, ...change } })
  expect(put.status, put.text).toBe(200)
  const done = await workOn(app, by, { id, work: work ?? 'run' })
  const { items } = (await by.get(`/transfer/refusals?importId=${id}&pageSize=100`)).body
  const refused = items.map(
    ({ row, problems }: { row: number; problems: { column: string | null; message: string }[] }) =>
      `${row} ${problems[0]!.column}: ${problems[0]!.message}`,
  )
  return { id: id as string, done, refused }
}

test('every kind of value is stored as when records are created by themselves', async () => {
  const values = {
    slot: 1,
    size: 7,
    price: '1234567890.12',
    currencyCode: 'EUR',
    weight: '123456789012.123456',
    ratio: 1e300,
    big: 9_007_199_254_740_991,
    sold: '2024-02-29',
    seenAt: '2024-03-31T01:30:00.123+02:00',
    opens: '07:30:00',
    tags: ['a,"b"\\', '{x}', 'null', 'żó😀'],
    info: { a: [1, null, { b: 'x\\"' }], d: '2024-01-01T00:00:00Z' },
    isOpen: false,
  }
  const items = (name: string) =>
    [
      values,
      {},
      { slot: null, price: null, weight: null, tags: null, info: null, parent: null, seenAt: null },
      { tags: [], info: [], weight: '-0.000001', ratio: -0, big: -1, price: '0.5', currencyCode: 'USD' },
      { info: 'text', ratio: 0.1 },
      { info: 0 },
      { info: false },
      { info: 'null' },
      { info: [null], tags: ['NULL', 'x y'] },
    ].map((one, index) => ({
      ...one,
      code: `${name}${index}`,
      title: `${name} Żółć ẞ "x"\n😀 ${index}`.replace('\n', ' '),
    }))
  const rows = async (isEach: boolean) => {
    const name = isEach ? 'each' : 'all-'
    const list = items(name).map((one) => ({ ...one, ...('slot' in one && one.slot ? { slot: isEach ? 1 : 2 } : {}) }))
    const done = await client.post('/depot/stock', { isEach, items: list })
    expect(done.status, done.text).toBe(200)
    const found = await app.sql<Record<string, unknown>>(
      `select g.*, info::text as info_text, ratio::text as ratio_text, seen_at::text, id::text from depot_goods g where code like '${name}%'`,
    )
    const byId = new Map(found.map((row) => [row['id'], row]))
    return done.body.ids.map((id: string) => {
      const row = { ...byId.get(id) }
      delete row['id']
      delete row['created_at']
      delete row['updated_at']
      delete row['slot']
      return JSON.parse(JSON.stringify(row).replaceAll(name, 'x'))
    })
  }
  const each = await rows(true)
  expect(each).toHaveLength(9)
  expect(await rows(false)).toEqual(each)
})

test('what is exported in any format is imported without a change', async () => {
  const titles = [
    '=1+1',
    "'=x",
    "''=y",
    "'",
    '007',
    '1e5',
    'TRUE',
    '2026-01-01',
    '-5',
    '+49 1',
    '@x',
    '12,5',
    '50%',
    '"',
  ]
  const values: Record<string, unknown>[] = [
    { weight: '0.000001', ratio: 0.1, big: 9007199254740991, sold: '2026-03-29', opens: '12:30:15.5' },
    { weight: '123456789012.654321', ratio: 1e21, big: -5, sold: '1899-12-31', opens: '23:59:59' },
    { weight: '-1.5', ratio: 5e-324, tags: ['a', 'b,c', '"x"', 'p|q', '5" pipe'], info: { a: [1, 'x'], b: null } },
    { price: '12.5', currencyCode: 'EUR', tags: [], info: [] },
    { seenAt: '2026-03-29T01:30:15.123Z', tags: ['one; two'], info: 'some text', isOpen: false },
    { seenAt: '2026-12-31T23:59:59.999Z', sold: '0001-01-01', tags: ['"'], info: {} },
    { seenAt: '1899-12-31T12:00:00.500Z', sold: '9999-12-31', info: true },
    { seenAt: '0999-01-01T00:00:00.000Z', sold: '1900-02-28', info: 5 },
    // Around changes of clocks, when they were not set by whole minutes, and at the ends of the calendar.
    { seenAt: '2026-10-25T00:30:00.001Z', info: [1, 2] },
    { seenAt: '2026-10-25T01:30:00.001Z', info: ['a'] },
    { seenAt: '1890-01-01T00:00:00.123Z', info: 'true' },
    { seenAt: '0001-01-01T00:00:00.000Z', info: '"x"' },
    { seenAt: '9999-12-31T23:59:59.999Z', info: '{x' },
    { seenAt: '2026-03-29T00:59:59.999Z', info: ' 5 ' },
    { info: [[1], 'b,c', null] },
    { info: '2026-12-31T23:59:59.999Z' },
    { info: '' },
    { info: '5 pieces' },
  ]
  while (titles.length < values.length) titles.push(`Title ${titles.length}`)
  for (const [at, title] of titles.entries()) {
    const made = await client.post('/depot/goods', { code: `Trip ${at}`, title, ...values[at] })
    expect(made.status, made.text).toBe(201)
  }
  const path = '/depot/goods?search=Trip&pageSize=100'
  const before = (await client.get(path)).body.items
  let timeZone = 'UTC'
  app.platform.override(tenantLocales, {
    of: async () => ({ language: null, weekStart: null, currency: null, timeZone }),
  })
  const byId = { by: 'id', column: 'id' }
  const byCode = { by: 'field', field: 'code' }
  for (const [format, zone, key] of [
    ['csv', 'UTC', byId],
    ['csv', 'Europe/Berlin', byCode],
    ['csv', 'America/Caracas', byId],
    ['jsonl', 'Europe/Berlin', byCode],
    ['xlsx', 'Europe/Berlin', byId],
    ['ods', 'America/Caracas', byCode],
  ] as const) {
    timeZone = zone
    const bytes = new Uint8Array(await (await client.fetch(`${path}&format=${format}`)).arrayBuffer())
    const { done, refused } = await run(bytes, { name: `goods.${format}`, mode: 'both', key })
    expect([format, refused]).toEqual([format, []])
    expect((await client.get(path)).body.items).toEqual(before)
    expect(done.counts).toEqual({ created: 0, updated: 0, unchanged: titles.length, refused: 0 })
  }
}, 120_000)

test('a row that is refused is the only one', async () => {
  const file = (prefix: string, slots = ['1001', '1001']) =>
    `code,title,slot,size\n${prefix}1,${prefix} a,${slots[0]},\n${prefix}2,${prefix} b,${slots[1]},\n${prefix}3,${prefix} c,,70\n${prefix}1,${prefix} d,,\n${prefix}5,${prefix} a,,\n${prefix}6,${prefix} f,,\n`
  const { done, refused } = await run(file('aa'), { key: null, mode: 'create' })
  expect(done).toMatchObject({ status: 'completed', counts: { created: 2, refused: 4 } })
  expect(refused).toEqual([
    '3 null: This conflicts with an existing record',
    '4 size: Must be less than 60',
    '5 code: Already in use',
    '6 null: This title is taken',
  ])
})

test('what somebody could not read is not created, alone or with others', async () => {
  const read = { field: 'code', operator: '!=', value: 'cc2' }
  const by = app.person(RIGHTS, { policies: { 'depot.good': { read } } }).client
  const items = ['cc1', 'cc2', 'cc3'].map((code) => ({ code, title: `Cc ${code}` }))
  for (const isEach of [true, false]) expect((await by.post('/depot/stock', { isEach, items })).status).toBe(403)
  const { done, refused } = await run('code,title\ncc1,Cc 1\ncc2,Cc 2\ncc3,Cc 3\n', { key: null, mode: 'create' }, by)
  expect(refused).toEqual(['3 null: Forbidden'])
  expect(done).toMatchObject({ status: 'completed', counts: { created: 2, refused: 1 } })
})

test('a file with one row that is refused names its column', async () => {
  const one = { key: null, mode: 'create' }
  await run('code,title\ndd1,Dd 1\n', one)
  expect((await run('code,title\ndd1,Dd 2\n', one)).refused).toEqual(['2 code: Already in use'])
  expect((await run('code,title\ndd2,Dd 1\n', one)).refused).toEqual(['2 null: This title is taken'])
})

test('records that refer to each other: rehearsed, imported, undone row by row, as a whole, and redone', async () => {
  await client.post('/depot/goods', { code: 'ee1', title: 'Ee old', size: 5 })
  const mapping = [
    { column: 'code', field: 'code' },
    { column: 'title', field: 'title' },
    { column: 'parent', field: 'parent', lookUp: { entity: 'depot.good', by: 'code' } },
  ]
  const file =
    'code,title,parent\nee2,Ee two,ee1\nee3,Ee three,ee2\nee1,Ee one,ee3\nee4,Ee four,\nee5,Ee five,ee4\nee6,Ee six,none\nee7,Ee seven,\n'
  app.clock.advance(1_000)
  const made = await postFile(client, { bytes: file, entity: 'depot.good' })
  const { id, settings } = made.body
  const put = await client.put('/transfer/imports', {
    id,
    settings: { ...settings, mapping, mode: 'both', key: { by: 'field', field: 'code' } },
  })
  expect(put.status, put.text).toBe(200)
  const counts = { created: 5, updated: 1, unchanged: 0, refused: 1 }
  const tried = await workOn(app, client, { id, work: 'rehearse' })
  expect(tried).toMatchObject({ status: 'draft', rehearsal: counts })
  expect(await workOn(app, client, { id, work: 'run' })).toMatchObject({ status: 'completed', counts })
  const stored = async () =>
    (
      await app.sql<{ line: string }>(
        `select g.code || ' ' || g.title || coalesce(' ' || p.code, '') as line from depot_goods g left join depot_goods p on p.id = g.parent_id
         where g.code like 'ee%' order by g.code`,
      )
    ).map(({ line }) => line)
  const all = ['ee1 Ee one ee3', 'ee2 Ee two ee1', 'ee3 Ee three ee2', 'ee4 Ee four', 'ee5 Ee five ee4', 'ee7 Ee seven']
  expect(await stored()).toEqual(all)
  const undo = async (...rows: number[]) => {
    app.clock.advance(1_000)
    return client.post(`/transfer/imports/${id}/undo-rows`, { rows })
  }
  // Others refer to it.
  expect((await undo(5)).body).toMatchObject({ undone: 0, kept: [{ row: 5, resourceKind: 'depot.good' }] })
  expect((await undo(3)).body).toMatchObject({ undone: 0, kept: [{ row: 3 }] })
  expect((await undo(5, 6)).body).toEqual({ undone: 2, kept: [] })
  const first = await undo(4)
  expect(first.body).toEqual({ undone: 1, kept: [] })
  expect(await stored()).toEqual(['ee1 Ee old', 'ee2 Ee two ee1', 'ee3 Ee three ee2', 'ee7 Ee seven'])
  expect((await undo(2, 3)).body).toEqual({ undone: 2, kept: [] })
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone', errorMessage: null })
  expect(await stored()).toEqual(['ee1 Ee old'])
  expect(await workOn(app, client, { id, work: 'redo' })).toMatchObject({ status: 'completed', errorMessage: null })
  expect(await stored()).toEqual(['ee1 Ee old', 'ee7 Ee seven'])
  // The record to which it refers is gone.
  const late = await client.post('/audit_logs/audit-logs/actions/undo', { undoToken: first.operation!.undoToken })
  expect(late.status).toBe(400)
  expect(await workOn(app, client, { id, work: 'undo' })).toMatchObject({ status: 'undone', errorMessage: null })
  expect(await stored()).toEqual(['ee1 Ee old'])
})

test('ids of another system', async () => {
  const settings = (source: string) => ({
    mode: 'both',
    key: { by: 'externalId', source, column: 'ext' },
    mapping: [
      { column: 'code', field: 'code' },
      { column: 'title', field: 'title' },
    ],
  })
  const one = await run('ext,code,title\nA,ff1,Ff 1\nB,ff2,Ff 2\n', settings('s1'))
  expect(one.done).toMatchObject({ counts: { created: 2 } })
  const undo = (id: string, rows: number[]) => client.post(`/transfer/imports/${id}/undo-rows`, { rows })
  const first = await undo(one.id, [2])
  expect(first.body).toEqual({ undone: 1, kept: [] })
  const two = await run('ext,code,title\nA,ff1,Ff 1b\nB,ff2,Ff 2b\n', settings('s1'))
  expect(two.done).toMatchObject({ counts: { created: 1, updated: 1 } })
  // Its place is taken.
  const back = await client.post('/audit_logs/audit-logs/actions/undo', { undoToken: first.operation!.undoToken })
  expect(back.status).toBe(400)
  const kept = await undo(one.id, [3])
  expect(kept.body).toMatchObject({ undone: 0, kept: [{ row: 3, fields: ['title'] }, { row: null }] })
  expect((await undo(two.id, [2, 3])).body).toEqual({ undone: 2, kept: [] })
  expect((await undo(one.id, [3])).body).toEqual({ undone: 1, kept: [] })
  const left = await app.sql(`select external_id from transfer_external_ids where source = 's1'`)
  expect(left).toEqual([])
})

test('owners that do not exist, and a limit of rows, refuse the rows that they are about', async () => {
  const lines = Array.from({ length: 40 }, (_, n) => `gg${n},Gg ${n},${n % 9 === 4 ? crypto.randomUUID() : ''}`)
  const { done, refused } = await run(`code,title,ownerId\n${lines.join('\n')}\n`, { key: null, mode: 'create' })
  expect(refused).toEqual([6, 15, 24, 33].map((row) => `${row} ownerId: Not found`))
  expect(done).toMatchObject({ status: 'completed', counts: { created: 36, refused: 4 } })
  const [{ count }] = (await app.sql<{ count: string }>('select count(*) from depot_goods')) as [{ count: string }]
  await app.sql(`select plinth.limit_rows('depot_goods', ${Number(count) + 2}, 'At most %s goods')`)
  const full = await run('code,title\nhh1,Hh 1\nhh2,Hh 2\nhh3,Hh 3\nhh4,Hh 4\n', { key: null, mode: 'create' })
  expect(full.done).toMatchObject({ status: 'completed', counts: { created: 2, refused: 2 } })
  expect(full.refused).toEqual([4, 5].map((row) => `${row} null: At most ${Number(count) + 2} goods`))
  await app.sql(
    'drop trigger plinth_insert_limit on depot_goods; drop trigger if exists plinth_update_limit on depot_goods',
  )
})

test('a rule that is added while a file is imported applies to the rows after it', async () => {
  const bytes = `code,title\n${Array.from({ length: 120 }, (_, n) => `ii${n},Ii ${n}`).join('\n')}\n`
  const made = await postFile(client, { bytes, entity: 'depot.good' })
  const { id, settings } = made.body
  await client.put('/transfer/imports', { id, settings: { ...settings, key: null, mode: 'create' } })
  await app.sql(`create function count_chunks() returns trigger language plpgsql as $$ begin
    if new.first_row > 2 then raise exception 'full' using errcode = 'XX000'; end if; return new; end $$`)
  await app.sql(
    'create trigger count_chunks before insert on transfer_chunks for each row execute function count_chunks()',
  )
  expect(await workOn(app, client, { id, work: 'run' })).toMatchObject({ status: 'failed', lastRow: 51 })
  await app.sql('drop function count_chunks cascade')
  const rule = {
    ruleId: crypto.randomUUID(),
    ruleName: 'No hundreds',
    ruleType: 'GUARD',
    enabled: true,
    entityType: 'depot:good',
    eventType: 'beforeCreate',
    conditionExpression: { field: 'code', operator: '!=', value: 'ii100' },
    failureActions: [{ type: 'SHOW_ERROR', config: { message: 'No hundreds' } }],
  }
  const added = await app.as({ features: ['*'] }).post('/business_rules/rules', rule)
  expect(added.status, added.text).toBe(201)
  expect(await workOn(app, client, { id, work: 'run' })).toMatchObject({
    status: 'completed',
    counts: { created: 119, refused: 1 },
  })
})

test('rows of a table that is not recorded are imported', async () => {
  const { done } = await run('code,title\njj1,Jj 1\njj2,Jj 2\n', { key: null, mode: 'create', entity: 'depot.pad' })
  expect(done).toMatchObject({ status: 'completed', counts: { created: 2, refused: 0 } })
  const again = await run('code,title\njj1,Jj 1\njj2,Jj new\n', {
    mode: 'both',
    key: { by: 'field', field: 'code' },
    entity: 'depot.pad',
  })
  expect(again.done).toMatchObject({
    status: 'completed',
    counts: { created: 0, updated: 1, unchanged: 1, refused: 0 },
  })
  expect(await app.sql('select title from depot_pads order by code')).toEqual([{ title: 'Jj 1' }, { title: 'Jj new' }])
})

test('records are not found by a value of which there are several spellings, so that none is created twice', async () => {
  const first = {
    code: 'kk1',
    title: 'Kk',
    price: '1.50',
    currencyCode: 'EUR',
    weight: '1.5',
    ratio: 1e-7,
  }
  expect((await client.post('/depot/goods', { ...first, seenAt: '2026-01-02T10:00:00Z', tags: ['a'] })).status).toBe(
    201,
  )
  const file = 'price,weight,ratio,seenAt,opens,tags,code,title\n1.5,1.5,0.0000001,2026-01-02 10:00,7:30,a,kk2,Kk 2\n'
  const { id, settings } = (await postFile(client, { bytes: file, entity: 'depot.good' })).body
  for (const field of ['price', 'weight', 'ratio', 'seenAt', 'opens', 'tags']) {
    await client.put('/transfer/imports', { id, settings: { ...settings, mode: 'both', key: { by: 'field', field } } })
    const started = await client.post(`/transfer/imports/${id}/run`)
    expect([started.status, started.body.fieldErrors]).toEqual([400, { key: `Records cannot be found by '${field}'` }])
    // Related records neither.
    const mapping = [{ column: 'code', field: 'parent', lookUp: { entity: 'depot.good', by: field } }]
    await client.put('/transfer/imports', { id, settings: { ...settings, mode: 'create', key: null, mapping } })
    const related = await client.post(`/transfer/imports/${id}/run`)
    const message = `'depot.good' cannot be found by '${field}'`
    expect([related.status, related.body.fieldErrors]).toEqual([400, { mapping: message }])
  }
})

test('a field that the importer may not write refuses its row in words', async () => {
  await client.post('/depot/goods', { code: 'll1', title: 'Ll' })
  const fields = { read: ['code', 'title', 'size'], write: ['code', 'size'] }
  const by = app.person(RIGHTS, { policies: { 'depot.good': { fields } } }).client
  const change = { mode: 'update', key: { by: 'field', field: 'code' } }
  const { done, refused } = await run('code,title,size\nll1,Other,7\n', change, by)
  expect(done.counts).toMatchObject({ refused: 1 })
  expect(refused).toEqual(['2 title: You may not change these fields: title.'])
})
