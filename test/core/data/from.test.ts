import { defineEntity, p } from '@mikro-orm/core'
import { defineMigration, defineModule, Scoped, sql, TenantScoped } from '@plinth/core'
import { tenantA, tenantB } from '@plinth/testing'
import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import { type Layers, withLayers } from '../../../packages/testing/src/layers.ts'
import { testApp } from '../../_setup/app.ts'

const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: TenantScoped,
  properties: { name: p.string(), rating: p.decimal('number').nullable() },
})
const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: {
    customer: () => p.manyToOne(Customer),
    replaces: p.uuid().nullable(),
    orderNumber: p.string().fieldName('number'),
    dueAt: p.datetime().nullable(),
    pieces: p.bigint(),
    weight: p.decimal(),
    tags: p.array<string>().columnType('text[]'),
  },
})
const Elsewhere = defineEntity({ name: 'Elsewhere', tableName: 'elsewheres', extends: Scoped, properties: {} })

const tables = defineMigration(
  'from.tables',
  `select plinth.tenant_table('customers', 'name text not null, rating numeric(3, 1)');
   select plinth.scoped_table('orders', $$customer_id uuid not null, replaces uuid, number text not null,
     due_at timestamptz, pieces bigint not null, weight numeric(8, 2) not null, tags text[] not null,
     foreign key (tenant_id, customer_id) references customers (tenant_id, id)$$);`,
)
const module = defineModule({ id: 'orders', title: 'Orders', entities: [Customer, Order], migrations: [tables] })

const north = tenantA.organization
const south = '5a5a5a5a-0000-4000-8000-000000000002'
const customers = { a: crypto.randomUUID(), b: crypto.randomUUID() }

const callerOf = (tenantId: string, organizationIds: readonly string[] | null = null) =>
  ({ actor: 'platform', reason: 'from', scope: { tenantId, organizationIds } }) as const

let app: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  app = await testApp({ modules: [module] })
  for (const [tenant, id, name] of [
    [tenantA.id, customers.a, 'Ada'],
    [tenantB.id, customers.b, 'Bob'],
  ] as const) {
    await app.sql(
      `insert into customers (id, tenant_id, name, rating, created_at, updated_at) values ($1, $2, $3, 4.5, now(), now())`,
      [id, tenant, name],
    )
    for (const [organization, number] of [
      [north, 'north'],
      [south, 'south'],
      [null, 'shared'],
    ])
      await app.sql(
        `insert into orders (id, tenant_id, organization_id, customer_id, number, due_at, pieces, weight, tags, created_at, updated_at)
         values (gen_random_uuid(), $1, $2, $3, $4, '2026-01-31 12:00:00.5+00', 3, 1.5, '{x,y}', now(), now())`,
        [tenant, organization, id, `${name} ${number}`],
      )
  }
})
afterAll(() => app[Symbol.asyncDispose]())

const numbers = async (tenantId: string, organizationIds: readonly string[] | null, { platform } = app) =>
  platform.actAs(callerOf(tenantId, organizationIds), async ({ from }) => {
    const rows = await from(Order, 'o').select('o.orderNumber').orderBy('o.orderNumber').execute()
    return rows.map(({ orderNumber }) => orderNumber)
  })

test('a platform whose filters are left out leaves those of others of the process', async () => {
  await using other = await testApp({ modules: [module], databaseUrl: app.databaseUrl })
  const [seen, filtered] = await withLayers(app, 'no row level security', () =>
    withLayers(app, 'no ORM filters', async () => [
      await numbers(tenantA.id, [north]),
      await numbers(tenantA.id, [north], other),
    ]),
  )
  expect(seen).toHaveLength(6)
  expect(filtered).toEqual(['Ada north', 'Ada shared'])
})

describe.each<Layers>(['both layers', 'no ORM filters', 'no row level security'])('with %s', (layers) => {
  test('a query shows the rows of the tenant and the organizations, and no others', () =>
    withLayers(app, layers, async () => {
      expect(await numbers(tenantA.id, null)).toEqual(['Ada north', 'Ada shared', 'Ada south'])
      expect(await numbers(tenantA.id, [north])).toEqual(['Ada north', 'Ada shared'])
      expect(await numbers(tenantA.id, [])).toEqual(['Ada shared'])
    }))

  test('so do joins, sub-selects, clauses that start again, and joins of other tenants’ ids', () =>
    withLayers(app, layers, async () => {
      await app.platform.actAs(callerOf(tenantA.id, [north]), async ({ from }) => {
        const cleared = await from(Order, 'o').selectAll().where('o.orderNumber', '=', 'x').clearWhere().execute()
        expect(cleared).toHaveLength(2)
        const either = await from(Order, 'o')
          .select('o.id')
          .where((eb) => eb.or([eb.lit(true), eb('o.pieces', '=', 3)]))
          .execute()
        expect(either).toHaveLength(2)
        const joined = await from(Customer, 'c')
          .innerJoin(from.table(Order, 'o'), (join) => join.onTrue())
          .select(['c.name', 'o.orderNumber'])
          .execute()
        expect(joined.map(({ orderNumber }) => orderNumber).sort()).toEqual(['Ada north', 'Ada shared'])
        const counted = await from(Customer, 'c')
          .select((eb) => [
            'c.name',
            eb
              .selectFrom(from.table(Order, 'o'))
              .select((of) => of.fn.countAll<number>().as('count'))
              .whereRef('o.customer', '=', 'c.id')
              .as('orders'),
          ])
          .execute()
        expect(counted).toEqual([{ name: 'Ada', orders: 2 }])
        const along = await from(Order, 'o', { customer: 'c' }).select(['o.orderNumber', 'c.name']).execute()
        expect(along.map(({ name }) => name)).toEqual(['Ada', 'Ada'])
      })
    }))
})

test('what comes back is in the spelling of the wire', async () => {
  const [row] = await app.platform.actAs(callerOf(tenantA.id, [north]), ({ from }) =>
    from(Order, 'o', { customer: 'c' })
      .select(['o.orderNumber', 'o.dueAt', 'o.pieces', 'o.weight', 'o.tags', 'o.replaces', 'o.customer', 'c.rating'])
      .where('o.organizationId', '=', north)
      .execute(),
  )
  expect(row).toEqual({
    orderNumber: 'Ada north',
    dueAt: '2026-01-31T12:00:00.500Z',
    pieces: 3,
    weight: '1.50',
    tags: ['x', 'y'],
    replaces: null,
    customer: customers.a,
    rating: 4.5,
  })
})

test('what lies outside of the organizations is null in a join', async () => {
  const rows = await app.platform.actAs(callerOf(tenantA.id, [south]), ({ from }) =>
    from(Customer, 'c')
      .leftJoin(from.table(Order, 'o'), (join) => join.on('o.orderNumber', '=', 'Ada north'))
      .select(['c.name', 'o.orderNumber'])
      .execute(),
  )
  expect(rows).toEqual([{ name: 'Ada', orderNumber: null }])
})

test('only `widenScope` sees the rows of all tenants', async () => {
  const rows = await app.platform.actAs(callerOf(tenantA.id, []), ({ widenScope }) =>
    widenScope('allTenants', 'count all', ({ from }) =>
      from(Order, 'o', { customer: 'c' }).select(['o.tenantId', 'c.name']).execute(),
    ),
  )
  expect(rows.map(({ name }) => name).sort()).toEqual(['Ada', 'Ada', 'Ada', 'Bob', 'Bob', 'Bob'])
})

test('the planner looks through: an index on tenant and id is used, also where rows are locked or written', async () => {
  await app.platform.actAs(callerOf(tenantA.id, [north]), async ({ from, db }) => {
    await sql`set local enable_seqscan = off`.execute(db)
    const one = from(Order, 'o').select(['o.id', 'o.dueAt']).where('o.id', '=', customers.a)
    const written = from.update(Order, 'o').set({ replaces: null }).where('o.id', '=', customers.a)
    for (const query of [one, one.forUpdate(), written, from.delete(Order, 'o').where('o.id', '=', customers.a)]) {
      const { sql: text, parameters } = query.compile()
      const bound = parameters.reduce<string>(
        (all, value, at) => all.replaceAll(`$${at + 1}`, value === null ? 'null' : `'${toLiteral(value)}'`),
        text,
      )
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(bound)}`.execute(db)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toContain('Index Scan using orders_pkey')
      expect(plan).not.toContain('Subquery Scan')
    }
  })
})

const toLiteral = (value: unknown) => (Array.isArray(value) ? `{${value.join(',')}}` : String(value))

test('an entity of no module, an abstract one and a relation that is none are refused in words', async () => {
  await app.platform.actAs(callerOf(tenantA.id), async ({ from }) => {
    expect(() => from(Elsewhere, 'e')).toThrow(/Entity 'Elsewhere' does not belong to any module/)
    expect(() => from(Scoped, 's')).toThrow(/Entity 'Scoped' does not belong to any module/)
    expect(() => from(Order, 'o', { orderNumber: 'n' } as {})).toThrow(
      /'orderNumber' of entity 'Order' is not a relation/,
    )
  })
})
