import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, type Migration, resource, Scoped } from '@plinth/core'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'
import { openTool } from './_tool.ts'

const features = defineFeatures('desk', { manage: 'Manage customers' })
const access = { read: features.manage, write: features.manage }
const first = defineMigration(
  'desk.tables',
  `select plinth.scoped_table('customers', $$name text not null, price integer not null default 1, code text, street text not null,
     city text, pin text$$, '{pin}')`,
)
const module = { id: 'desk', title: 'Desk', features }

const Former = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: Scoped,
  properties: {
    name: p.string(),
    price: p.integer().default(1),
    code: p.string().nullable(),
    street: p.string(),
    city: p.string().nullable(),
    pin: p.string().nullable(),
  },
})
const former = resource('/customers', Former, {
  access,
  input: input(Former, ['name', 'price', 'code', 'street', 'city', 'pin']),
  list: { select: ['id', 'name', 'price', 'code', 'street', 'city'] },
})
const v1 = defineModule({ ...module, entities: [Former], migrations: [first], ...pick(former) })

const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: Scoped,
  properties: {
    title: p.string(),
    price: p.decimal('number').precision(12).scale(2).default(1).fieldName('exact_price'),
    code: p.integer().nullable().fieldName('number'),
    secret: p.string().nullable(),
  },
})
const Address = defineEntity({
  name: 'Address',
  tableName: 'addresses',
  extends: Scoped,
  properties: {
    customer: () => p.manyToOne(Customer).deleteRule('cascade'),
    street: p.string(),
    city: p.string().nullable(),
    zip: p.string().default('?'),
  },
  uniques: [{ properties: ['tenantId', 'customer'] }],
})
const customers = resource('/customers', Customer, {
  access,
  input: input(Customer, ['title', 'price', 'code', 'secret']),
  list: { select: ['id', 'title', 'price', 'code'] },
})
const addresses = resource('/addresses', Address, {
  access,
  input: input(Address, ['customer', 'street', 'city', 'zip']),
  list: { select: ['id', 'customer', 'street', 'city', 'zip'] },
})
const v2 = (migrations: readonly Migration[]) =>
  defineModule({
    ...module,
    entities: [Customer, Address],
    migrations: [first, ...migrations],
    commands: [...customers.commands, ...addresses.commands],
    routes: [...customers.routes, ...addresses.routes],
  })

function pick({ commands, routes }: Pick<typeof former, 'commands' | 'routes'>) {
  return { commands, routes }
}

/** A host of one release: its requests return the id of their entry besides. */
function hostOf(app: TestPlatform) {
  const caller = app.callerOf({ features: ['*'] })
  const client = app.as({ features: ['*'] })
  return {
    async write(method: 'post' | 'put' | 'del', path: string, body?: object) {
      const { status, body: answer } = await client[method](path, body as never)
      const [entry] = await app.sql<{ id: string }>('select id from plinth.action_log order by seq desc limit 1')
      return { status, id: answer?.id as string, entry: entry?.id ?? '' }
    },
    list: async (path: string) => (await client.get(path)).body.items,
    undo: ({ entry }: { entry: string }) => app.platform.actAs(caller, ({ undo }) => undo(entry, { ofOthers: true })),
  }
}

const RENAMES = ['name:title', 'price:exact_price', 'code:number', 'pin:secret'].flatMap((one) => [
  '--rename',
  `customers.${one}`,
])

test('two releases work side by side, and what either wrote is undone by the other', { timeout: 120_000 }, async () => {
  await using tool = await openTool()
  const { code, said } = await tool.run(v2([]), 'v2', ...RENAMES, '--split', 'customers:addresses')
  expect([code, said]).toEqual([0, expect.stringContaining('values have to fit both integer and numeric(12,2)')])
  const { migrations } = await tool.written()
  const [expand, online, contract] = migrations as [Migration, Migration, Migration]

  await using before = await testApp({ modules: [v1] })
  const old = hostOf(before)
  const bob = await old.write('post', '/customers', { name: 'Bob', street: 'Side', code: '007', pin: '1234' })
  const ada = await old.write('post', '/customers', { name: 'Ada', price: 3, street: 'Main', city: 'Rome' })
  const changed = await old.write('put', '/customers', { id: ada.id, name: 'Ada L', price: 4, street: 'High' })
  const deleted = await old.write('del', `/customers?id=${bob.id}`)

  await using after = await testApp({ modules: [v2([expand, online])], databaseUrl: before.databaseUrl })
  const next = hostOf(after)
  const customersNow = () =>
    after.sql(`select name, title, price, exact_price::float, code, number, street, city, pin, secret from customers
      order by created_at`)
  const addressesNow = () => after.sql('select street, city, zip from addresses order by created_at')
  const row = { code: null, number: null, pin: null, secret: null }
  expect(await customersNow()).toEqual([
    { ...row, name: 'Ada L', title: 'Ada L', price: 4, exact_price: 4, street: 'High', city: 'Rome' },
  ])
  expect(await addressesNow()).toEqual([{ street: 'High', city: 'Rome', zip: '?' }])

  // Each release sees what the other one writes.
  const eve = await next.write('post', '/customers', { title: 'Eve', price: 2.5, code: 7 })
  const moved = await next.write('post', '/addresses', { customer: eve.id, street: 'New', zip: '1' })
  const edited = await old.write('put', '/customers', { id: eve.id, city: 'Oslo' })
  const priced = await next.write('put', '/customers', { id: eve.id, price: 9.99 })
  const renamed = await old.write('put', '/customers', { id: eve.id, name: 'Eva' })
  expect(await old.list('/customers')).toContainEqual(
    expect.objectContaining({ name: 'Eva', price: 10, code: '7', street: 'New', city: 'Oslo' }),
  )
  expect(await next.list('/customers')).toContainEqual(expect.objectContaining({ title: 'Eva', price: 9.99, code: 7 }))
  expect(await next.list('/addresses')).toContainEqual(
    expect.objectContaining({ street: 'New', city: 'Oslo', zip: '1' }),
  )
  expect((await old.write('put', '/customers', { id: eve.id, code: 'seven' })).status).toBe(400)

  // Former entries, by either release: a row that comes back has its part and keeps its secret out of the log.
  await old.undo(deleted)
  await next.undo(changed)
  expect(await customersNow()).toMatchObject([
    { name: 'Bob', title: 'Bob', code: '007', number: 7, pin: '1234', secret: '1234', street: 'Side' },
    { name: 'Ada', title: 'Ada', price: 3, exact_price: 3, street: 'Main' },
    { title: 'Eva' },
  ])
  expect(await addressesNow()).toMatchObject([{ street: 'Side' }, { street: 'Main', city: 'Rome' }, { street: 'New' }])
  expect(await after.sql(`select from plinth.changes where before::text || after::text like '%1234%'`)).toEqual([])

  // Entries of the time in between, by the other release than the one that wrote them.
  const gone = await old.write('del', `/customers?id=${ada.id}`)
  await next.undo(gone)
  await next.undo(renamed)
  await old.undo(priced)
  await next.undo(edited)
  expect(await customersNow()).toMatchObject([
    { title: 'Bob' },
    { title: 'Ada', street: 'Main', city: 'Rome' },
    { name: 'Eve', title: 'Eve', price: 3, exact_price: 2.5, street: 'New', city: null },
  ])
  const late = await old.write('put', '/customers', { id: ada.id, name: 'Ida', street: 'Late', price: 8 })

  // While a host of the release before is running, nothing is taken away from it.
  await expect(testApp({ modules: [v2([expand, online, contract])], databaseUrl: before.databaseUrl })).rejects.toThrow(
    `Migration '${contract.id}' takes away what a running host of an earlier release still needs`,
  )
  await before.platform.close()
  await using last = await testApp({ modules: [v2([expand, online, contract])], databaseUrl: before.databaseUrl })
  const final = hostOf(last)
  await final.undo(late)
  expect(await last.sql('select title, exact_price::float from customers order by created_at')).toMatchObject([
    { title: 'Bob' },
    { title: 'Ada', exact_price: 3 },
    { title: 'Eve', exact_price: 2.5 },
  ])
  expect(await last.sql('select street from addresses order by created_at')).toMatchObject([
    { street: 'Side' },
    { street: 'Main' },
    { street: 'New' },
  ])
  // The oldest ones know neither the columns nor the table.
  for (const entry of [ada, bob, moved, eve]) await final.undo(entry)
  expect(await last.sql('select from customers')).toEqual([])
})

test(
  'what was changed before it was filled is undone after the old columns are gone',
  { timeout: 120_000 },
  async () => {
    await using tool = await openTool()
    await tool.run(v2([]), 'v2', ...RENAMES, '--split', 'customers:addresses')
    const [expand, online, contract] = (await tool.written()).migrations as [Migration, Migration, Migration]

    await using before = await testApp({ modules: [v1] })
    const old = hostOf(before)
    const bob = await old.write('post', '/customers', { name: 'Bob', street: 'Side', code: '007', pin: '1234' })
    const ada = await old.write('post', '/customers', {
      name: 'Ada',
      price: 3,
      street: 'Main',
      city: 'Rome',
      code: '4',
    })
    const joe = await old.write('post', '/customers', { name: 'Joe', street: 'East' })
    await using between = await testApp({ modules: [v2([expand])], databaseUrl: before.databaseUrl })
    const deleted = await old.write('del', `/customers?id=${bob.id}`)
    const priced = await old.write('put', '/customers', { id: ada.id, price: 4 })
    const moved = await old.write('put', '/customers', { id: ada.id, name: 'Ada L', street: 'High', city: null })
    const emptied = await old.write('del', `/customers?id=${joe.id}`)

    await using after = await testApp({ modules: [v2([expand, online])], databaseUrl: before.databaseUrl })
    await hostOf(after).undo(emptied)
    for (const { platform } of [before, between, after]) await platform.close()
    await using last = await testApp({ modules: [v2([expand, online, contract])], databaseUrl: before.databaseUrl })
    const final = hostOf(last)
    const rows = () =>
      last.sql(`select c.title, c.exact_price::float, c.number, c.secret, a.street, a.city from customers c
      left join addresses a on a.customer_id = c.id order by c.title`)
    const others = [
      { title: 'Bob', exact_price: 1, number: 7, secret: '1234', street: 'Side', city: null },
      { title: 'Joe', exact_price: 1, number: null, secret: null, street: 'East', city: null },
    ]
    await final.undo(deleted)
    const ofAda = { exact_price: 4, number: 4, secret: null }
    expect(await rows()).toEqual([{ ...ofAda, title: 'Ada L', street: 'High', city: null }, ...others])
    await final.undo(moved)
    expect(await rows()).toEqual([{ ...ofAda, title: 'Ada', street: 'Main', city: 'Rome' }, ...others])
    await final.undo(priced)
    expect(await rows()).toMatchObject([{ title: 'Ada', exact_price: 3 }, ...others])
  },
)

/** A release of a module whose only table has this name. */
function notesIn(tableName: string, migrations: readonly Migration[]) {
  const Note = defineEntity({ name: 'Note', tableName, extends: Scoped, properties: { body: p.string() } })
  const notes = resource('/notes', Note, { access, input: input(Note, ['body']), list: { select: ['id', 'body'] } })
  const tables = defineMigration('desk.notes', `select plinth.scoped_table('notes', 'body text not null')`)
  return defineModule({ ...module, entities: [Note], migrations: [tables, ...migrations], ...pick(notes) })
}

test('a renamed table is used by hosts of both releases', { timeout: 120_000 }, async () => {
  await using tool = await openTool()
  expect((await tool.run(notesIn('remarks', []), 'v2', '--rename', 'notes:remarks')).code).toBe(0)
  const [rename, contract] = (await tool.written()).migrations as [Migration, Migration]

  await using before = await testApp({ modules: [notesIn('notes', [])] })
  const old = hostOf(before)
  const first = await old.write('post', '/notes', { body: 'first' })
  const changed = await old.write('put', '/notes', { id: first.id, body: 'changed' })
  await using after = await testApp({ modules: [notesIn('remarks', [rename])], databaseUrl: before.databaseUrl })
  const next = hostOf(after)
  const bodies = async () => (await next.list('/notes')).map(({ body }: { body: string }) => body).toSorted()

  const second = await old.write('post', '/notes', { body: 'second' })
  const third = await next.write('post', '/notes', { body: 'third' })
  const edited = await old.write('put', '/notes', { id: third.id, body: 'third of old' })
  const deleted = await next.write('del', `/notes?id=${second.id}`)
  expect([second, third, edited, deleted].map(({ status }) => status)).toEqual([201, 201, 200, 200])
  expect(await bodies()).toEqual(['changed', 'third of old'])
  expect((await old.list('/notes')).length).toBe(2)

  await old.undo(deleted)
  await next.undo(edited)
  await next.undo(changed)
  expect(await bodies()).toEqual(['first', 'second', 'third'])
  const gone = await old.write('del', `/notes?id=${first.id}`)
  await expect(
    testApp({ modules: [notesIn('remarks', [rename, contract])], databaseUrl: before.databaseUrl }),
  ).rejects.toThrow('takes away what a running host of an earlier release still needs')
  await before.platform.close()
  await using last = await testApp({
    modules: [notesIn('remarks', [rename, contract])],
    databaseUrl: before.databaseUrl,
  })
  await hostOf(last).undo(gone)
  for (const entry of [second, first, third]) await hostOf(last).undo(entry)
  expect(await last.sql('select from remarks')).toEqual([])
})

const refused: readonly (readonly [what: string, args: readonly string[], said: string])[] = [
  ['a nullable column with a default', ['--rename', 'notes.body:words'], 'cannot tell null from a value'],
  [
    'a column that hosts cannot read null in',
    ['--rename', 'notes.label:tag'],
    'hosts of the release before cannot read null',
  ],
  ['other values', ['--rename', 'notes.state:phase'], 'its values differ from those of notes.state'],
  ['a table that is there', ['--split', 'notes:notes'], 'there is a table notes already'],
]

test.each(refused)('%s cannot be kept in step, and the tool says so', async (_, args, reason) => {
  await using tool = await openTool()
  const Note = defineEntity({
    name: 'Note',
    tableName: 'notes',
    extends: Scoped,
    properties: {
      words: p.string().nullable().default(''),
      tag: p.string().nullable(),
      phase: p.enum(['new', 'done'] as const),
    },
  })
  const tables = defineMigration(
    'desk.notes',
    `select plinth.scoped_table('notes', $$body text default '', label text not null, state text not null check (state in ('new', 'old'))$$)`,
  )
  const { code, said } = await tool.run(
    defineModule({ ...module, entities: [Note], migrations: [tables] }),
    'x',
    ...args,
  )
  expect([code, said]).toEqual([1, expect.stringContaining(reason)])
})
