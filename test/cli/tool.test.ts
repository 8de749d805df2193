import { defineEntity, p } from '@mikro-orm/core'
import { readdir } from 'node:fs/promises'
import {
  customColumn,
  defineFeatures,
  defineMigration,
  defineModule,
  defineOnlineMigration,
  extensible,
  input,
  lines,
  list,
  type Module,
  resource,
  Scoped,
} from '@plinth/core'
import { fullText, searchable } from '@plinth/core/data'
import { migrationTool } from '@plinth/cli'
import { analytics } from '@plinth/points'
import { expect, inject, test } from 'vitest'
import { Customer, desk, first, openTool, ticket } from './_tool.ts'

test('tables that are as declared need nothing', async () => {
  await using tool = await openTool()
  expect(await tool.run(desk(), '--check')).toEqual({ code: 0, said: 'The tables match the entities.' })
  expect(await tool.run(desk(), 'nothing')).toMatchObject({ code: 0 })
  expect(await readdir(tool.folder)).toEqual([])
})

test('a new table is made with everything that its entity says, and the check is content then', async () => {
  await using tool = await openTool()
  const Order = defineEntity({
    name: 'Order',
    tableName: 'orders',
    extends: Scoped,
    properties: {
      orderNumber: p.string(),
      state: p.enum(['open', 'closed'] as const).default('open'),
      total: p.decimal().precision(18).scale(4).nullable(),
      dueAt: p.datetime().nullable(),
      customer: () => p.manyToOne(Customer),
    },
    uniques: [{ properties: ['tenantId', 'organizationId', 'orderNumber'] }],
    indexes: [{ properties: ['tenantId', 'dueAt'] }],
  })
  const search = searchable(Order, ['orderNumber'])
  const module = (migrations: Module['migrations']) =>
    desk(ticket(), { entities: [Customer, ticket(), Order], searches: [search], migrations: migrations! })
  expect(await tool.run(module([first]), '--check')).toEqual({
    code: 1,
    said: 'orders: there is no such table\nMissing: 1. Write it with `plinth migration <name>`.',
  })
  const { said } = await tool.run(module([first]), 'add-orders')
  expect(said).toContain(
    "0001-add-orders.ts is written. Read it, and add `addOrders` to the migrations of module 'desk'.",
  )
  const { migration, sql } = await tool.written()
  expect(migration.id).toBe('desk.add_orders')
  expect(sql).toBe(`select plinth.scoped_table('orders', $$
  order_number text not null,
  state text not null default 'open' check (state in ('open', 'closed')),
  total numeric(18,4),
  due_at timestamptz,
  customer_id uuid not null,
  unique (tenant_id, organization_id, order_number),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id)
$$);
create index on orders (tenant_id, due_at);
create index on orders (tenant_id, customer_id);
select plinth.searchable('orders', '{order_number}');
`)
  expect(await tool.run(module([first, migration]), '--check')).toMatchObject({ code: 0 })
})

test('a relation has no index of its own where a unique constraint begins with it', async () => {
  await using tool = await openTool()
  const Visit = defineEntity({
    name: 'Visit',
    tableName: 'visits',
    extends: Scoped,
    properties: { customer: () => p.manyToOne(Customer), guide: () => p.manyToOne(Customer), number: p.integer() },
    uniques: [{ properties: ['tenantId', 'customer', 'number'] }],
    indexes: [{ properties: ['tenantId', 'guide'], where: 'number > 0' }],
  })
  const module = (migrations: Module['migrations']) =>
    desk(ticket(), { entities: [Customer, ticket(), Visit], migrations: migrations! })
  expect(await tool.run(module([first]), 'visits')).toMatchObject({ code: 0 })
  const { migration, sql } = await tool.written()
  expect(sql).toContain('unique (tenant_id, customer_id, number)')
  expect(sql.match(/^create index .*/gm)).toEqual([
    'create index on visits (tenant_id, guide_id) where number > 0;',
    'create index on visits (tenant_id, guide_id);',
  ])
  expect((await tool.run(module([first, migration]), '--check')).code).toBe(0)
})

test('lines and computed columns come with their tables, which are made in the order of their references', async () => {
  await using tool = await openTool()
  const Order = defineEntity({
    name: 'Order',
    tableName: 'orders',
    extends: Scoped,
    properties: { total: p.integer().default(0), fee: p.integer().generated('total / 10') },
  })
  const properties = { order: () => p.manyToOne(Order), quantity: p.integer() }
  const Item = defineEntity({ name: 'Item', tableName: 'order_items', extends: Scoped, properties })
  const access = defineFeatures('desk', { all: 'All' }).all
  const orders = resource('/orders', Order, {
    access: { read: access, write: access },
    input: input(Order, []),
    lines: { items: lines(Item, { parent: 'order', input: input(Item, ['quantity']), sums: { total: 'quantity' } }) },
    list: { select: ['id', 'total', 'fee'] },
  })
  const module = (migrations: Module['migrations'], entities = [Customer, ticket(), Item, Order]) =>
    desk(ticket(), { entities, commands: orders.commands, migrations: migrations! })
  expect((await tool.run(module([first]), '--check')).said).toContain(
    'order_items: its rows are lines, and the table does not keep them as declared',
  )
  expect(await tool.run(module([first]), 'orders')).toMatchObject({ code: 0 })
  const { migration, sql } = await tool.written()
  expect(sql).toBe(`select plinth.scoped_table('orders', $$
  total integer not null default 0,
  fee integer not null generated always as (total / 10) stored
$$);

select plinth.scoped_table('order_items', $$
  order_id uuid not null,
  quantity integer not null,
  foreign key (tenant_id, order_id) references orders (tenant_id, id) on delete cascade
$$);
create index on order_items (tenant_id, order_id);

select plinth.lines('order_items', 'order_id', 'orders', '{"total":"quantity"}');
`)
  expect((await tool.run(module([first, migration]), '--check')).code).toBe(0)
  const more = defineEntity({
    name: 'Order',
    tableName: 'orders',
    extends: Scoped,
    properties: {
      total: p.integer().default(0),
      fee: p.integer().generated('total / 10'),
      tax: p.integer().generated('total / 5'),
    },
  })
  const later = desk(ticket(), { entities: [Customer, ticket(), more], migrations: [first, migration] })
  expect((await tool.run(later, 'tax')).said).toContain('use --allow-locks for a small table')
  expect(await tool.run(later, 'tax', '--allow-locks')).toMatchObject({ code: 0 })
  expect((await tool.written()).sql).toBe(
    'alter table orders add column tax integer not null generated always as (total / 5) stored;\n',
  )
})

test('a number is the same default however it was written', async () => {
  await using tool = await openTool()
  const Order = defineEntity({
    name: 'Order',
    tableName: 'orders',
    extends: Scoped,
    properties: {
      net: p.decimal().precision(12).scale(2).default('0'),
      tax: p.decimal().precision(12).scale(2).default('-1.50'),
      fee: p.decimal().precision(12).scale(2).default('1'),
    },
  })
  const tables = defineMigration(
    'desk.orders',
    `select plinth.scoped_table('orders', $$net numeric(12, 2) not null default 0, tax numeric(12, 2) not null default -1.5,
      fee numeric(12, 2) not null default 2$$)`,
  )
  const module = desk(ticket(), { entities: [Customer, ticket(), Order], migrations: [first, tables] })
  expect((await tool.run(module, '--check')).said.split('\n')).toEqual([
    "orders.fee: its default is '1', that of the table 2",
    'Missing: 1. Write it with `plinth migration <name>`.',
  ])
})

test('texts that a list is sorted by first get an index in the order of each language', async () => {
  await using tool = await openTool()
  const features = defineFeatures('desk', { view: 'View tags' })
  const Tag = defineEntity({
    name: 'Tag',
    tableName: 'tags',
    extends: Scoped,
    properties: { label: p.string(), code: p.string(), color: p.string().nullable(), rank: p.integer() },
    indexes: [{ properties: ['tenantId', 'color'] }],
  })
  const lists = (field: 'label' | 'color' | 'rank') =>
    list(`/tags/${field}`, Tag, {
      access: features.view,
      select: ['id'],
      sort: ['label', 'code', 'color', 'rank'],
      defaultSort: { field },
    })
  const module = (fields: Parameters<typeof lists>[0][], migrations: Module['migrations'] = [first]) =>
    desk(ticket(), { entities: [Customer, ticket(), Tag], features, routes: fields.map(lists), migrations })
  const sorted = (column: string, how: string) =>
    ['und', 'es', 'pl']
      .map((language) =>
        how.replaceAll(
          '%',
          `tags_${column}_${language}_idx on tags (tenant_id, ${column} collate "${language}-x-icu", id);`,
        ),
      )
      .join('\n')
  expect(await tool.run(module(['label', 'rank']), 'tags')).toMatchObject({ code: 0 })
  const { sql, migration } = await tool.written()
  expect(sql).toContain(
    `create index on tags (tenant_id, color);\n${sorted('label', 'create index if not exists %')}\n`,
  )
  expect(await tool.run(module(['label', 'rank'], [first, migration]), '--check')).toMatchObject({ code: 0 })
  expect(await tool.run(module(['label', 'color'], [first, migration]), '--check')).toMatchObject({
    code: 1,
    said: expect.stringContaining('tags: a list is sorted by color, and there is no index in that order'),
  })
  await tool.run(module(['label', 'color'], [first, migration]), 'colors')
  const online = await tool.written()
  for (const language of ['und', 'es', 'pl'])
    expect(online.sql).toContain(`drop index concurrently if exists tags_color_${language}_idx;
create index concurrently tags_color_${language}_idx on tags (tenant_id, color collate "${language}-x-icu", id);`)
  expect(await tool.run(module(['label', 'color'], [first, migration, online.migration]), '--check')).toMatchObject({
    code: 0,
  })
})

test('a table is made that an analytics entity already names', async () => {
  await using tool = await openTool()
  const features = defineFeatures('desk', { view: 'View visits' })
  const Visit = defineEntity({
    name: 'Visit',
    tableName: 'visits',
    extends: Scoped,
    properties: { minutes: p.integer() },
  })
  const visits = analytics.of({
    id: 'desk:visits',
    features: [features.view],
    table: 'visits',
    fields: { minutes: { column: 'minutes', type: 'number' } },
  })
  const module = desk(ticket(), { entities: [Customer, ticket(), Visit], features, contributes: [visits] })
  expect(await tool.run(module, 'visits')).toMatchObject({ code: 0 })
  expect((await tool.written()).sql).toContain(`select plinth.scoped_table('visits'`)
})

test('a column is added without reading or touching a row', async () => {
  await using tool = await openTool()
  const entity = ticket({
    barcode: p.string().nullable(),
    state: p.enum(['open', 'closed'] as const).default('open'),
    customer: () => p.manyToOne(Customer).nullable(),
  })
  expect(await tool.run(desk(entity), 'state')).toMatchObject({ code: 0 })
  const { migration, sql } = await tool.written()
  expect(sql).toBe(`alter table tickets add column barcode text;

alter table tickets add column state text not null default 'open';
alter table tickets add constraint tickets_state_check check (state in ('open', 'closed')) not valid;

alter table tickets add column customer_id uuid;
alter table tickets add constraint tickets_customer_id_fkey foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete set null (customer_id) not valid;
`)
  expect(await tool.run(desk(entity, { migrations: [first, migration] }), '--check')).toMatchObject({ code: 0 })
})

test('values of custom fields get a column that undo can merge, in a new table and in one of before', async () => {
  await using tool = await openTool()
  const entity = ticket({ custom: extensible('desk:ticket') })
  const Page = defineEntity({
    name: 'Page',
    tableName: 'pages',
    extends: Scoped,
    properties: { title: p.string(), custom: extensible('desk:page') },
  })
  const module = (migrations: Module['migrations']) =>
    desk(entity, { entities: [Customer, entity, Page], migrations: migrations! })
  expect(await tool.run(module([first]), 'custom')).toMatchObject({ code: 0 })
  const { migration, sql } = await tool.written()
  expect(sql).toBe(`${customColumn('tickets')}

select plinth.scoped_table('pages', $$
  title text not null,
  custom jsonb not null default '{}' check (jsonb_typeof(custom) = 'object')
$$);
comment on column pages.custom is 'merged by key';
`)
  expect(await tool.run(module([first, migration]), '--check')).toMatchObject({ code: 0 })
  // As earlier versions wrote it.
  const former = defineMigration(
    'desk.former',
    `${customColumn('tickets')} select plinth.scoped_table('pages', 'title text not null, custom jsonb not null')`,
  )
  expect((await tool.run(module([first, former]), '--check')).said.split('\n')).toEqual([
    'pages.custom: undo would not tell its fields apart',
    "pages.custom: its default is '{}', that of the table none",
    'Missing: 2. Write it with `plinth migration <name>`.',
  ])
})

test('a rename is asked for, never guessed, and both columns are kept in step until the next release', async () => {
  await using tool = await openTool()
  const entity = defineEntity({
    name: 'Ticket',
    tableName: 'tickets',
    extends: Scoped,
    properties: { title: p.string(), description: p.text().nullable() },
  })
  const guessed = await tool.run(desk(entity as never), 'description')
  expect(guessed).toEqual({
    code: 1,
    said: `tickets.body: 'Ticket' has no such property, and the data in the column would be lost. Use --allow-data-loss, or --rename tickets.body:<name> if the column now has another name`,
  })
  expect(await readdir(tool.folder)).toEqual([])
  const { code, said } = await tool.run(desk(entity as never), 'description', '--rename', 'tickets.body:description')
  expect([code, said.replaceAll(/\S+\//g, '').split('\n')]).toEqual([
    0,
    [
      "0001-description.ts is written. Read it, and add `description` to the migrations of module 'desk'.",
      "0002-description-online.ts is written. Read it, and add `descriptionOnline` to the migrations of module 'desk'.",
      "0003-description-next-release.ts is written for the next release. Add `descriptionNextRelease` to the migrations of module 'desk' then.",
    ],
  ])
  const { migrations } = await tool.written()
  expect(migrations).toMatchObject([
    {
      id: 'desk.description',
      sql: expect.stringContaining('alter table tickets add column description text;\n-- Hosts of the release before'),
      rows: { tickets: { copies: { body: 'description' } } },
    },
    {
      id: 'desk.description_online',
      transaction: false,
      sql: expect.stringContaining('set description = t.body from batch b'),
    },
    {
      id: 'desk.description_next_release',
      after: 'desk.description',
      sql: `drop trigger tickets_description_in_step on tickets;
drop function tickets_description_in_step();
alter table tickets drop column body;
`,
      rows: { tickets: { drops: ['body'] } },
    },
  ])
  const next = desk(entity as never, { migrations: [first, ...migrations.slice(0, 2)] })
  expect(await tool.run(next, '--check')).toEqual({
    code: 0,
    said: "Waits for the release after that of 'desk.description': desk.description_next_release\nThe tables match the entities.",
  })
  expect(await tool.run(desk(entity as never, { migrations: [first, ...migrations] }), '--check')).toEqual({
    code: 0,
    said: 'The tables match the entities.',
  })
  const stopped = await tool.run(
    desk(entity as never),
    'at-once',
    '--allow-locks',
    '--rename',
    'tickets.body:description',
  )
  expect(stopped.code).toBe(0)
  expect((await tool.written()).sql).toBe('alter table tickets rename column body to description;\n')
  const wrong = await tool.run(desk(entity as never), 'description', '--rename', 'tickets.nothing:description')
  expect(wrong).toMatchObject({ code: 1, said: expect.stringContaining('there is no column tickets.nothing') })
})

test('what would lose data is refused until it is allowed', async () => {
  await using tool = await openTool()
  const entity = defineEntity({
    name: 'Ticket',
    tableName: 'tickets',
    extends: Scoped,
    properties: { title: p.string() },
  })
  expect(await tool.run(desk(entity as never), 'shorter')).toMatchObject({
    code: 1,
    said: expect.stringContaining('would be lost'),
  })
  expect(await tool.run(desk(entity as never), 'shorter', '--allow-data-loss')).toMatchObject({ code: 0 })
  const { files, migrations } = await tool.written()
  expect(files).toEqual(['0001-shorter.ts', '0002-shorter-next-release.ts'])
  expect(migrations).toMatchObject([
    { id: 'desk.shorter', sql: expect.stringContaining('Changes nothing') },
    { after: 'desk.shorter', sql: 'alter table tickets drop column body;\n' },
  ])
})

test('what would keep others from a table is written as statements that commit one by one, and constraints for the next release', async () => {
  await using tool = await openTool()
  const indexes = [{ properties: ['tenantId', 'title'] }]
  const uniques = [{ properties: ['tenantId', 'body'] }]
  const checks = [{ name: 'tickets_titled', expression: "title <> ''" }]
  const entity = ticket({ body: p.text(), weight: p.integer().nullable() }, { indexes, uniques, checks })
  const module = desk(entity, { searches: [searchable(entity, ['title', 'body'])] })
  expect(await tool.run(module, 'weight')).toMatchObject({ code: 0, said: expect.stringContaining('`weightOnline`') })
  const { files, migrations } = await tool.written()
  expect(files).toEqual(['0001-weight.ts', '0002-weight-online.ts', '0003-weight-next-release.ts'])
  expect(migrations).toMatchObject([
    { id: 'desk.weight', sql: 'alter table tickets add column weight integer;\n' },
    { id: 'desk.weight_online', transaction: false },
    { id: 'desk.weight_next_release', transaction: false, after: 'desk.weight' },
  ])
  expect(migrations[1]!.sql.split('\n\n')).toEqual([
    `drop index concurrently if exists tickets_title_idx;
create index concurrently tickets_title_idx on tickets (tenant_id, title);`,
    `drop index concurrently if exists tickets_search;
create index concurrently tickets_search on tickets using gin (tenant_id, coalesce(organization_id, tenant_id), plinth.search_vector("left"(coalesce(title, '') || ' ' || coalesce(body, ''), 2000)));
set lock_timeout = '5s';
select plinth.searchable('tickets', '{title,body}');
reset lock_timeout;
`,
  ])
  expect(migrations[2]!.sql.split('\n\n')).toEqual([
    `set lock_timeout = '5s';
alter table tickets drop constraint if exists tickets_body_given;
alter table tickets add constraint tickets_body_given check (body is not null) not valid;
reset lock_timeout;
alter table tickets validate constraint tickets_body_given;
set lock_timeout = '5s';
alter table tickets alter column body set not null;
alter table tickets drop constraint tickets_body_given;
reset lock_timeout;`,
    `set lock_timeout = '5s';
alter table tickets drop constraint if exists tickets_titled;
alter table tickets add constraint tickets_titled check (title <> '') not valid;
reset lock_timeout;
alter table tickets validate constraint tickets_titled;`,
    `drop index concurrently if exists tickets_body_key;
create unique index concurrently tickets_body_key on tickets (tenant_id, body);
`,
  ])
  const again = [1, 2].map((at) => defineOnlineMigration(`desk.again_${at}`, migrations[at]!.sql))
  expect(await tool.run({ ...module, migrations: [first, ...migrations, ...again] }, '--check')).toEqual({
    code: 0,
    said: 'The tables match the entities.',
  })
})

test('what cannot be done to rows that are there is refused', async () => {
  await using tool = await openTool()
  expect(await tool.run(desk(ticket({ title: p.integer() })), 'number')).toMatchObject({
    code: 1,
    said: expect.stringContaining("with `.fieldName('title_integer')`, and use --rename tickets.title:title_integer"),
  })
  expect(await tool.run(desk(ticket({ weight: p.integer() })), 'weight')).toMatchObject({
    code: 1,
    said: expect.stringContaining('Give the property a default, or make it nullable'),
  })
  expect(await readdir(tool.folder)).toEqual([])
})

test('what is allowed to lock is written so that it finds done what was done before', async () => {
  await using tool = await openTool()
  const entity = ticket({ body: p.text() }, { indexes: [{ properties: ['tenantId', 'title'] }] })
  const module = (migrations: Module['migrations']) =>
    desk(entity, { searches: [searchable(entity, ['title'])], migrations: migrations! })
  expect(await tool.run(module([first]), 'locks', '--allow-locks')).toMatchObject({ code: 0 })
  const { migration, sql } = await tool.written()
  expect(sql).toContain('create index if not exists tickets_title_idx on tickets (tenant_id, title);')
  expect(await tool.run(module([first, migration]), '--check')).toMatchObject({ code: 0 })
  // The index that the tool tells to make first is the one that the migration would make.
  const online = `create index tickets_search on tickets using gin
    (tenant_id, coalesce(organization_id, tenant_id), plinth.search_vector("left"(coalesce(title, ''), 2000)));`
  const before = defineMigration('desk.online', online)
  expect(await tool.run(module([first, before, migration]), '--check')).toMatchObject({ code: 0 })
})

test('an entity without a table of its own, a table of two modules and a bad name are refused in a sentence', async () => {
  await using tool = await openTool()
  const Loose = defineEntity({ name: 'Loose', tableName: 'loose', properties: { id: p.uuid().primary() } })
  expect((await tool.run(desk(ticket(), { entities: [Loose], migrations: [] }), '--check')).said).toContain(
    "loose: there is no such table, and 'Loose' extends neither Scoped nor TenantScoped",
  )
  const Nameless = defineEntity({ name: 'Nameless', extends: Scoped, properties: { title: p.string() } })
  expect((await tool.run(desk(ticket(), { entities: [Nameless], migrations: [] }), '--check')).said).toBe(
    "Entity 'Nameless' has no `tableName`",
  )
  const twice = [desk(), defineModule({ id: 'other', title: 'Other', entities: [ticket()] })]
  const lines: string[] = []
  const options = {
    modules: twice,
    folders: {},
    databaseUrl: inject('postgresUrl'),
    print: (line: string) => void lines.push(line),
  }
  expect(await migrationTool(['--check'], options)).toBe(1)
  expect(lines).toEqual(["Modules 'desk' and 'other' both declare the table 'tickets'"])
  expect(await tool.run(desk(), 'Bad Name')).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not a valid migration name'),
  })
  for (const args of [[], ['a', 'b'], ['--check', 'a'], ['--what'], ['a', '--rename', 'x']])
    expect((await tool.run(desk(), ...args)).code, args.join(' ')).toBe(2)
})

test('long texts are kept with a new table, and with one of before where its writers may wait', async () => {
  await using tool = await openTool()
  const search = fullText(ticket(), ['body'], { languages: ['english', 'polish'] })
  const asked = desk(ticket(), { searches: [search] })
  const { code, said } = await tool.run(asked, '--check')
  expect(code).toBe(1)
  expect(said).toContain('tickets: its texts are searched, but their words are not stored')
  expect(await tool.run(asked, 'texts', '--allow-locks')).toMatchObject({ code: 0 })
  const { migration, sql } = await tool.written()
  expect(sql).toContain(`select plinth.full_text('tickets', '{body}', '{english,polish}');`)
  expect(await tool.run({ ...asked, migrations: [first, migration] }, '--check')).toMatchObject({ code: 0 })
})
