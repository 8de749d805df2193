import { defineEntity, p } from '@mikro-orm/core'
import {
  badInput,
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  Id,
  type Module,
  post,
  Scoped,
  sql,
} from '@plinth/core'
import { CheckFailed, checkIsolation, type IsolationOptions, type TestPlatform, testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'

const features = defineFeatures('shop', { manage: 'Manage' })
const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: Scoped,
  properties: { name: p.string() },
})
const withForeignKey = defineMigration(
  'shop.tables',
  `select plinth.scoped_table('customers', 'name text not null');
   select plinth.scoped_table('orders', 'customer_id uuid not null, foreign key (tenant_id, customer_id) references customers (tenant_id, id)');`,
)

const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: { customerId: p.uuid() },
})

/** Nothing in the database says that an order refers to a customer. */
const withoutForeignKey = defineMigration(
  'shop.tables',
  `select plinth.scoped_table('customers', 'name text not null');
   select plinth.scoped_table('orders', 'customer_id uuid not null');`,
)

interface ShopOptions {
  readonly entity?: typeof Order
  readonly tables?: ReturnType<typeof defineMigration>
}

/** Takes a customer by the name of a relation; `isChecked` says whether it asks who sees the customer. */
function shop(isChecked: boolean, { tables = withForeignKey, ...more }: ShopOptions = {}): Module {
  const create = defineCommand({
    id: 'shop.orders.create',
    ...more,
    access: features.manage,
    input: z.object({ customer: z.uuid() }),
    output: Id,
    async run({ input: { customer }, from, db, scope: { tenantId, organizationId } }) {
      if (isChecked) await from.lock(Customer, customer, () => badInput('Customer not found'))
      const id = crypto.randomUUID()
      await sql`insert into orders (id, tenant_id, organization_id, customer_id)
        values (${id}, ${tenantId}, ${organizationId}, ${customer})`.execute(db)
      return { id }
    },
  })
  return defineModule({
    id: 'shop',
    title: 'Shop',
    features,
    entities: [Customer, Order],
    migrations: [tables],
    commands: [create],
    routes: [post('/orders', create)],
  })
}

async function failures(module: Module, idTables: IsolationOptions['idTables'] = {}): Promise<readonly string[]> {
  await using app: TestPlatform = await testPlatform({ modules: [module], postgresUrl: inject('postgresUrl') })
  const check = checkIsolation(app, { samples: [], idTables })
  return await check.then(
    () => [],
    (error: unknown) => (error instanceof CheckFailed ? error.failures : [String(error)]),
  )
}

test(
  'a relation that `idTables` names is attacked as an id, and so is one of the entity',
  { timeout: 60_000 },
  async () => {
    const named = { 'POST /orders customer': 'customers' }
    expect(await failures(shop(true), named)).toEqual([])
    expect(await failures(shop(false), named)).toContainEqual(expect.stringContaining('POST /orders'))
    expect(await failures(shop(true, { entity: Order }))).toEqual([])
    expect(await failures(shop(false, { entity: Order }))).toContainEqual(expect.stringContaining('POST /orders'))
  },
)

test('an id of others that raw SQL stores is noticed without a foreign key', { timeout: 60_000 }, async () => {
  const tables = withoutForeignKey
  const found = await failures(shop(false, { tables }))
  expect(found).toContainEqual(
    expect.stringMatching(/^POST \/orders, .*stores the id of a row of others in orders.customer_id \(sibling row\)/),
  )
  expect(found).toContainEqual(expect.stringMatching(/\(foreign row\)/))
  expect(await failures(shop(true, { tables }))).toEqual([])
})
