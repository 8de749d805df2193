import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { defineEntity, p } from '@mikro-orm/core'
import {
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  input,
  post,
  resource,
  Scoped,
} from '@plinth/core'
import { tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { authApp } from '../../modules/auth/_accounts.ts'

const features = defineFeatures('shop', { view: 'View', manage: 'Manage' })
const access = { read: features.view, write: features.manage }
const Brand = defineEntity({
  name: 'Brand',
  tableName: 'brands',
  extends: Scoped,
  properties: { name: p.string() },
})
const Shoe = defineEntity({
  name: 'Shoe',
  tableName: 'shoes',
  extends: Scoped,
  properties: {
    name: p.string(),
    size: p.integer().default(42),
    brand: () => p.manyToOne(Brand).nullable(),
    ownerId: p.uuid().nullable(),
  },
})
const brands = resource('/brands', Brand, { access, input: input(Brand, ['name']) })
const shoes = resource('/shoes', Shoe, {
  access,
  input: input(Shoe, ['name', 'size', 'brand']),
  owned: true,
  rules: { settable: ['size'] },
})
/** With code of its own, which runs for one after another. */
const numbered = resource('/numbered', Brand, {
  id: 'shop.numbered',
  access,
  input: input(Brand, ['name']),
  async complete({ from }) {
    return { name: `Number ${(await from(Brand, 'b').select('b.id').execute()).length + 1}` }
  },
})
/** What is on paper. */
const labels: string[] = []
const print = defineCommand({
  id: 'shop.labels.print',
  access: features.manage,
  resource: 'shop.label',
  input: z.object({ name: z.string() }),
  output: z.object({ id: z.uuid() }),
  target: ({ input: { name }, result: { id } }) => ({ id, context: { label: name.toUpperCase() } }),
  async run({ from, input: { name } }) {
    return { id: (await from.create(Brand, { name })).id }
  },
  async runAll({ from, input }) {
    return Promise.all(input.map(async ({ name }) => ({ id: (await from.create(Brand, { name })).id })))
  },
  undo: ({ input: { name }, context: { label } }) => void labels.push(`tear up ${name} ${String(label)}`),
})
const stockUp = defineCommand({
  id: 'shop.stock_up',
  access: features.manage,
  resource: 'shop.stock',
  input: z.object({ of: z.enum(['shoes', 'numbered', 'labels']), items: z.array(z.record(z.string(), z.unknown())) }),
  output: z.object({ ids: z.array(z.uuid()) }),
  async run(ctx) {
    const { of, items } = ctx.input
    const command = { shoes: shoes.create, numbered: numbered.create, labels: print }[of]
    const created = await ctx.runAll(command, items as never)
    return { ids: created.map(({ id }) => id) }
  },
})
const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  roles: { admin: ['shop.*'] },
  entities: [Brand, Shoe],
  migrations: [
    defineMigration(
      'shop.tables',
      `select plinth.scoped_table('brands', 'name text not null');
       select plinth.scoped_table('shoes', $$name text not null, size integer not null default 42 check (size < 60), brand_id uuid,
         owner_id uuid, foreign key (tenant_id, brand_id) references brands (tenant_id, id)$$)`,
    ),
  ],
  resources: [brands, shoes],
  commands: [...numbered.commands, print, stockUp],
  routes: [post('/stock-up', stockUp)],
})

let app: TestPlatform
beforeAll(async () => {
  app = await authApp({ modules: [auditLogs, businessRules(), shop] })
})
afterAll(() => app[Symbol.asyncDispose]())

const stock = (of: 'shoes' | 'numbered' | 'labels', items: object[]) => app.as('admin').post('/stock-up', { of, items })
const inserts = async (table: string) =>
  Number((await app.sql<{ count: string }>(`select count(distinct xmin::text || cmin::text) from ${table}`))[0]!.count)
const names = async () =>
  (await app.sql<{ name: string }>('select name from shoes order by name')).map(({ name }) => name)

test('several are created by one statement for those that set the same, and are undone as one', async () => {
  const brand = (await app.as('admin').post('/brands', { name: 'Fox' })).body.id as string
  const { status, body, headers } = await stock('shoes', [
    { name: 'A' },
    { name: 'B', size: 44, brand },
    { name: 'C' },
    { name: 'D', size: 45, brand: brand.toUpperCase() },
  ])
  expect(status).toBe(200)
  const rows = await app.sql(
    'select id, name, size, brand_id, owner_id is not null as "isOwned" from shoes order by name',
  )
  expect(rows).toEqual(
    [42, 44, 42, 45].map((size, index) => ({
      id: body.ids[index],
      name: 'ABCD'[index],
      size,
      brand_id: size > 42 ? brand : null,
      isOwned: true,
    })),
  )
  expect(await inserts('shoes')).toBe(2)
  expect(headers.get('x-om-operation')).toBeTruthy()
  const [entry] = (await app.as('admin').get('/audit_logs/audit-logs/actions?pageSize=1')).body.items
  expect(entry.commandId).toBe('shop.stock_up')
  const undone = await app.as('admin').post('/audit_logs/audit-logs/actions/undo', { undoToken: entry.undoToken })
  expect(undone.status).toBe(200)
  expect(await names()).toEqual([])
})

test('nothing is stored if one of them is refused', async () => {
  const [foreign] = await app.sql<{ id: string }>(
    `insert into brands (id, tenant_id, organization_id, name)
     values (gen_random_uuid(), '${tenantB.id}', '${tenantB.organization}', 'Wolf') returning id`,
  )
  const hidden = await stock('shoes', [{ name: 'A' }, { name: 'B', brand: foreign!.id }])
  expect(hidden).toMatchObject({ status: 400, body: { fieldErrors: { brand: 'Not found' } } })
  expect((await stock('shoes', [{ name: 'A' }, { name: '' }])).status).toBe(400)
  expect((await stock('shoes', [{ name: 'A' }, { name: 'B', size: 70 }])).status).toBe(400)
  expect(await names()).toEqual([])
})

test('what has code of its own runs for one after another', async () => {
  await stock('numbered', [{ name: 'x' }, { name: 'x' }, { name: 'x' }])
  const numbers = await app.sql<{ name: string }>(`select name from brands where name like 'Number %' order by name`)
  expect(new Set(numbers.map(({ name }) => name)).size).toBe(3)
})

test('effects outside the database are undone for each', async () => {
  const done = await stock('labels', [{ name: 'a' }, { name: 'b' }, { name: 'c' }])
  expect(done.status, done.text).toBe(200)
  const { undoToken } = done.operation!
  const undone = await app.as('admin').post('/audit_logs/audit-logs/actions/undo', { undoToken })
  expect(undone.status, undone.text).toBe(200)
  expect(labels).toEqual(['tear up c C', 'tear up b B', 'tear up a A'])
})

test('rules decide on each', async () => {
  const rule = {
    ruleId: crypto.randomUUID(),
    ruleName: 'Small sizes',
    ruleType: 'GUARD',
    enabled: true,
    entityType: 'shop:shoe',
    eventType: 'beforeCreate',
    conditionExpression: { field: 'size', operator: '<', value: 50 },
    failureActions: [{ type: 'SHOW_ERROR', config: { message: 'Too large' } }],
  }
  const added = await app.as('admin').post('/business_rules/rules', rule)
  expect(added.status, added.text).toBe(201)
  expect((await stock('shoes', [{ name: 'A' }, { name: 'B', size: 55 }])).status).toBe(422)
  expect(await names()).toEqual([])
  expect((await stock('shoes', [{ name: 'A' }, { name: 'B' }])).status).toBe(200)
  expect(await names()).toEqual(['A', 'B'])
})
