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
import { CheckFailed, checkIsolation, type TestPlatform, testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'

const features = defineFeatures('shop', { manage: 'Manage' })
const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: Scoped,
  properties: { name: p.string() },
})
const tables = defineMigration(
  'shop.tables',
  `select plinth.scoped_table('customers', 'name text not null');
   select plinth.scoped_table('orders', 'customer_id uuid not null, foreign key (tenant_id, customer_id) references customers (tenant_id, id)');`,
)

/** Takes a customer by the name of a relation; `isChecked` says whether it asks who sees the customer. */
function shop(isChecked: boolean): Module {
  const create = defineCommand({
    id: 'shop.orders.create',
    access: features.manage,
    input: z.object({ customer: z.uuid() }),
    output: Id,
    async run({ input: { customer }, em, db, scope: { tenantId, organizationId } }) {
      if (isChecked)
        await em.findOneOrFail(Customer, { id: customer }, { failHandler: () => badInput('Customer not found') })
      const id = crypto.randomUUID()
      await sql`insert into orders (id, tenant_id, organization_id, customer_id)
        values (${id}, ${tenantId}, ${organizationId}, ${customer})`.execute(db)
      return { id }
    },
  })
  const Order = defineEntity({
    name: 'Order',
    tableName: 'orders',
    extends: Scoped,
    properties: { customerId: p.uuid() },
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

async function failures(module: Module): Promise<readonly string[]> {
  await using app: TestPlatform = await testPlatform({ modules: [module], postgresUrl: inject('postgresUrl') })
  const check = checkIsolation(app, { samples: [], idTables: { 'POST /orders customer': 'customers' } })
  return await check.then(
    () => [],
    (error: unknown) => (error instanceof CheckFailed ? error.failures : [String(error)]),
  )
}

test('a relation that `idTables` names is attacked as an id', { timeout: 60_000 }, async () => {
  expect(await failures(shop(true))).toEqual([])
  expect(await failures(shop(false))).toContainEqual(expect.stringContaining('POST /orders'))
})
