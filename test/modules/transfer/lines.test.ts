import { p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, defineScopedEntity, input, lines, resource } from '@plinth/core'
import { postFile, workOn } from '@plinth/transfer/testing'
import { afterAll, expect, test } from 'vitest'
import { CLERK, importApp } from './_shop.ts'

const features = defineFeatures('sales', { view: 'View', manage: 'Manage' })
const access = { read: features.view, write: features.manage }
const Article = defineScopedEntity('sales.article', { sku: p.string() })
const Order = defineScopedEntity('sales.order', {
  number: p.string(),
  customer: p.string().nullable(),
  tags: p.array().nullable(),
  ownerId: p.uuid().nullable(),
})
const Item = defineScopedEntity('sales.item', {
  order: () => p.manyToOne(Order),
  position: p.integer(),
  article: () => p.manyToOne(Article).nullable(),
  quantity: p.integer(),
})
const sales = defineModule({
  id: 'sales',
  title: 'Sales',
  features,
  entities: [Article, Order, Item],
  migrations: [
    defineMigration(
      'sales.tables',
      `select plinth.scoped_table('sales_article', 'sku text not null, unique (tenant_id, sku)');
       select plinth.scoped_table('sales_order', 'number text not null, customer text, tags text[], owner_id uuid, unique (tenant_id, number)');
       select plinth.scoped_table('sales_item', $$order_id uuid not null, position integer not null, article_id uuid,
         quantity integer not null check (quantity < 1000),
         foreign key (tenant_id, article_id) references sales_article (tenant_id, id)$$);
       select plinth.lines('sales_item', 'order_id', 'sales_order');`,
    ),
  ],
  resources: [
    resource('/sales/articles', Article, { access, input: input(Article, ['sku']) }),
    resource('/sales/orders', Order, {
      access,
      owned: true,
      input: input(Order, ['number', 'customer', 'tags']),
      lines: {
        items: lines(Item, {
          parent: 'order',
          input: input(Item, ['article', 'quantity']),
          order: 'position',
          max: 10_000,
        }),
      },
    }),
  ],
})

const app = await importApp(sales)
afterAll(() => app[Symbol.asyncDispose]())
const { client } = app.person([...CLERK, 'sales.*', 'auth.*'])
for (const sku of ['a1', 'a2', 'a3']) expect((await client.post('/sales/articles', { sku })).status).toBe(201)

const ARTICLE = { column: 'Article', field: 'items.article', lookUp: { entity: 'sales.article', by: 'sku' } }
const MAPPING = [
  { column: 'Number', field: 'number' },
  { column: 'Customer', field: 'customer' },
  ARTICLE,
  { column: 'Quantity', field: 'items.quantity' },
]

interface Change {
  readonly isRehearsal?: boolean
  readonly [setting: string]: unknown
}

async function run(bytes: string, { isRehearsal, ...change }: Change = {}) {
  app.clock.advance(1_000)
  const made = await postFile(client, { bytes, entity: 'sales.order' })
  expect(made.status, made.text).toBe(201)
  const { id, settings } = made.body
  const put = await client.put('/transfer/imports', { id, settings: { ...settings, mapping: MAPPING, ...change } })
  expect(put.status, put.text).toBe(200)
  const done = await workOn(app, client, { id, work: isRehearsal ? 'rehearse' : 'run' })
  const { items } = (await client.get(`/transfer/refusals?importId=${id}&pageSize=100`)).body
  const refused = items.map(({ row, problems }: { row: number; problems: { column: string; message: string }[] }) =>
    [row, ...problems.map(({ column, message }) => `${column}: ${message}`)].join(' '),
  )
  return { id, done, refused, settings }
}

/** The lines of each order as `article*quantity`. */
async function orders(like: string) {
  const rows = await app.sql(
    `select concat_ws(' ', o.number, o.customer, string_agg(concat(a.sku, '*', i.quantity), ' ' order by i.position)) as "order"
     from sales_order o left join sales_item i on i.order_id = o.id left join sales_article a on a.id = i.article_id
     where o.number like '${like}' group by o.id, o.number, o.customer order by o.number`,
  )
  return rows.map((row) => String(row['order']))
}

test('following rows have the lines of a record, whether they repeat its values or leave them out, and are undone with it', async () => {
  const { id, done } = await run(
    'Number,Customer,Article,Quantity\nR1,Ada,a1,1\n,,a2,2\n\nR2,Bob,a1,3\nR2,Bob,a3,4\nR3,Cy,,\nR4,Cy,a2,5\n',
  )
  expect(done).toMatchObject({ status: 'completed', counts: { created: 4, updated: 0, refused: 0 } })
  expect(await orders('R%')).toEqual(['R1 Ada a1*1 a2*2', 'R2 Bob a1*3 a3*4', 'R3 Cy *', 'R4 Cy a2*5'])
  const rows = (await client.get(`/transfer/rows?importId=${id}`)).body.items
  expect(rows.map(({ row }: { row: number }) => row)).toEqual([2, 5, 7, 8])
  await workOn(app, client, { id, work: 'undo' })
  expect(await orders('R%')).toEqual([])
  await workOn(app, client, { id, work: 'redo' })
  expect(await orders('R%')).toEqual(['R1 Ada a1*1 a2*2', 'R2 Bob a1*3 a3*4', 'R3 Cy *', 'R4 Cy a2*5'])
})

test('a record is refused with all of its rows, each with its own reason, also those that the database finds', async () => {
  const file =
    'Number,Customer,Article,Quantity\nQ1,Ada,a1,1\n,,a2,many\n,,gone,1\nQ2,Bob,a1,1\n,,gone,2\nQ3,Cy,a1,2000\n,,a2,\nQ1,Dee,a1,1\nQ4,Eve,a2,7\n'
  const expected = [
    '2 null: Another row of this record was refused',
    '3 Quantity: This is not a number',
    '4 null: Another row of this record was refused',
    '5 null: Another row of this record was refused',
    "6 Article: There is no record 'gone'",
    '7 null: Another row of this record was refused',
    '8 Quantity: This is needed',
  ]
  const rehearsed = await run(file, { isRehearsal: true })
  expect(rehearsed.refused).toEqual(expected)
  const { id, done, refused } = await run(file)
  expect(refused).toEqual(expected)
  expect(done.counts).toMatchObject({ created: 2, refused: 7 })
  expect(await orders('Q%')).toEqual(['Q1 Dee a1*1', 'Q4 Eve a2*7'])
  const { text } = await client.get(`/transfer/imports/${id}/refused`)
  expect(text.trim().split(/\r?\n/)).toHaveLength(8)
})

test('a record that the database refuses is refused with its rows, and the others are written', async () => {
  const { done, refused } = await run('Number,Customer,Article,Quantity\nW1,,a1,1\nW2,,a1,5\n,,a2,2000\nW3,,a1,3\n')
  expect(done.counts).toMatchObject({ created: 2, refused: 2 })
  expect(refused.map((one: string) => one.split(' ')[0])).toEqual(['3', '4'])
  expect(await orders('W%')).toEqual(['W1 a1*1', 'W3 a1*3'])
})

test('an update replaces the lines by those of the file, and keeps them where the file has none', async () => {
  await run('Number,Customer,Article,Quantity\nU1,Ada,a1,1\n,,a2,2\nU2,Bob,a3,3\n')
  const change = { mode: 'both', key: { by: 'field', field: 'number' } }
  const { done } = await run('Number,Customer,Article,Quantity\nU1,Ada,a2,9\nU2,Bob B.,,\nU3,Cy,a1,1\n,,a1,2\n', change)
  expect(done.counts).toMatchObject({ created: 1, updated: 2, refused: 0 })
  expect(await orders('U%')).toEqual(['U1 Ada a2*9', 'U2 Bob B. a3*3', 'U3 Cy a1*1 a1*2'])
  const twice = await run('Number,Customer,Article,Quantity\nU1,Ada,a1,1\nU2,Bob,a1,1\nU1,Ada,a2,2\n', change)
  expect(twice.refused).toEqual(['4 Number: An earlier row has the same'])
})

test('columns are suggested for lines, and lines alone are refused', async () => {
  const made = (await postFile(client, { bytes: 'Number,Quantity\nS2,1\n', entity: 'sales.order' })).body
  expect(made.settings.mapping).toEqual([
    { column: 'Number', field: 'number' },
    { column: 'Quantity', field: 'items.quantity' },
  ])
  const settings = { ...made.settings, mapping: [{ column: 'Quantity', field: 'items.quantity' }] }
  await client.put('/transfer/imports', { id: made.id, settings })
  const refused = await client.post(`/transfer/imports/${made.id}/run`)
  expect(refused.status).toBe(400)
  expect(refused.body.fieldErrors).toEqual({ mapping: 'Map a column of the record that the lines belong to' })
})

test('a long record stays in one piece, whatever the size of a chunk', async () => {
  const many = Array.from({ length: 900 }, (_, index) => `,,a1,${index + 1}`)
  const { done } = await run(`Number,Customer,Article,Quantity\n${['L1,x,a2,1', ...many, 'L2,y,a1,1'].join('\n')}\n`)
  expect(done.counts).toMatchObject({ created: 2, refused: 0 })
  expect((await orders('L1'))[0]!.split(' ')).toHaveLength(903)
})

test('lists and objects of JSON are repeated like other values', async () => {
  const rows = [
    { number: 'J1', tags: ['x', 'y'], article: 'a1', quantity: 1 },
    { number: 'J1', tags: ['x', 'y'], article: 'a2', quantity: 2 },
    { number: 'J2', tags: ['x'], article: 'a3', quantity: 3 },
  ]
  const bytes = rows.map((row) => JSON.stringify(row)).join('\n')
  const { id, settings } = (await postFile(client, { bytes, entity: 'sales.order', name: 'orders.jsonl' })).body
  const fields = { number: 'number', tags: 'tags', article: 'items.article', quantity: 'items.quantity' }
  const mapping = Object.entries(fields).map(([column, field]) =>
    column === 'article' ? { ...ARTICLE, column } : { column, field },
  )
  await client.put('/transfer/imports', { id, settings: { ...settings, mapping } })
  const { counts } = await workOn(app, client, { id, work: 'run' })
  expect(counts).toMatchObject({ created: 2, refused: 0 })
  expect(await orders('J%')).toEqual(['J1 a1*1 a2*2', 'J2 a3*3'])
})

test('the reasons of ten thousand rows are told without keeping others waiting', async () => {
  const rows = Array.from({ length: 10_000 }, (_, row) => `${row === 0 ? 'M1,x' : ','},gone,many`)
  let [longest, last] = [0, performance.now()]
  const watch = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }, 5)
  const { done, refused } = await run(`Number,Customer,Article,Quantity\n${rows.join('\n')}\n`)
  clearInterval(watch)
  expect(done.counts).toMatchObject({ created: 0, refused: 10_000 })
  expect(refused.slice(0, 2)).toEqual(['2 Quantity: This is not a number', '3 Quantity: This is not a number'])
  expect(longest).toBeLessThan(1_500)
})

test('a key can be a text that spreadsheets write for an error, if it is meant', async () => {
  const key = { by: 'externalId', column: 'Nr', source: 'erp' }
  const change = { mode: 'both', mapping: [{ column: 'Number', field: 'number' }] }
  const file = 'Nr,Number\n#N/A,K1\n7,K2\n'
  expect((await run(file, { ...change, key })).refused).toEqual(['2 Nr: The formula of this cell has no value'])
  const meant = { ...key, values: { '#N/A': '#N/A' } }
  expect((await run(file, { ...change, key: meant })).done.counts).toMatchObject({ created: 1, unchanged: 1 })
  expect((await run(file, { ...change, key: meant })).done.counts).toMatchObject({ created: 0, unchanged: 2 })
})
