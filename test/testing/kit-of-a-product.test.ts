import { defineEntity, p } from '@mikro-orm/core'
import {
  badInput,
  defineFeatures,
  defineMigration,
  defineModule,
  get,
  input,
  open as openToAll,
  resource,
  Scoped,
} from '@plinth/core'
import {
  checkContract,
  checkIsolation,
  type ContractOptions,
  joinFixtures,
  type ModuleFixtures,
  type TestPlatform,
  testPlatform,
} from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { z } from 'zod'

// A product names its tables after its module, and its columns have types and checks of every kind.

const features = defineFeatures('rental', { manage: 'Manage' })
const access = { read: features.manage, write: features.manage }

const Customer = defineEntity({
  name: 'RentalCustomer',
  tableName: 'rental_customers',
  extends: Scoped,
  properties: { name: p.string(), tier: p.enum(['basic', "it's gold"]) },
})
const Booking = defineEntity({
  name: 'RentalBooking',
  tableName: 'rental_bookings',
  extends: Scoped,
  properties: { title: p.string(), ownerId: p.uuid() },
})
const tables = defineMigration(
  'rental.tables',
  `select plinth.scoped_table('rental_customers', $$ name text not null,
     tier text not null check (tier in ('basic', 'it''s gold')) $$);
   select plinth.scoped_table('rental_bookings', $$ title text not null, owner_id uuid not null,
     foreign key (tenant_id, owner_id) references rental_customers (tenant_id, id) on delete cascade $$);
   select plinth.scoped_table('rental_oddities', $$ channel text check (channel in ('web')),
     phase text not null check (phase = 'only'), code varchar(6) not null, level integer not null check (level in (3, 4)),
     kind varchar(20) not null check (kind in ('x', 'y')), tags text[] not null check (tags <@ array['a', 'b']),
     pace interval not null, seats integer[] not null, seen timestamp not null, opens time not null $$)`,
)
const customers = resource('/rental/customers', Customer, {
  access,
  input: input(Customer, ['name', 'tier']),
  list: { select: ['id', 'name', 'tier'], sort: ['name'], defaultSort: { field: 'name' } },
})
const bookings = resource('/rental/bookings', Booking, {
  access,
  input: input(Booking, ['title', 'ownerId']),
  async complete({ from }, { fields: { ownerId } }) {
    if (ownerId !== undefined) await from.lock(Customer, ownerId, () => badInput('Unknown owner'))
    return {}
  },
  list: { select: ['id', 'title', 'ownerId'], sort: ['title'], defaultSort: { field: 'title' } },
})
const rental = defineModule({
  id: 'rental',
  title: 'Rental',
  features,
  roles: { admin: ['rental.*'] },
  entities: [Customer, Booking],
  migrations: [tables],
  commands: [...customers.commands, ...bookings.commands],
  routes: [...customers.routes, ...bookings.routes],
})

const open = () => testPlatform({ modules: [rental], postgresUrl: inject('postgresUrl') })
const customer = { name: 'Ada', tier: 'basic' }
const make = async (app: TestPlatform) => (await app.as('admin').post('/rental/customers', customer)).body as object

const fixtures: ModuleFixtures = {
  contract: {
    open: [],
    samples: [
      { route: 'POST /rental/customers', as: 'admin', request: { body: customer }, expect: 201 },
      { route: 'PUT /rental/customers', as: 'admin', request: async (app) => ({ body: await make(app) }), expect: 200 },
      { route: 'PUT /rental/customers', as: 'admin', request: { body: { id: crypto.randomUUID() } }, expect: 404 },
      { route: 'POST /rental/bookings', as: 'admin', request: { body: { title: 'A' } }, expect: 400 },
    ],
  },
}

test('ids and rows are made up from the tables of the module, whatever its prefix', { timeout: 60_000 }, async () => {
  await using app = await open()
  const samples = [{ route: 'POST /rental/bookings', request: { body: { title: 'A' } }, expect: 201 }]
  const { isolation } = joinFixtures(fixtures)
  const report = await checkIsolation(app, { ...isolation, samples: [...isolation.samples, ...samples] })
  expect(report).toMatchObject({ tables: 3, routes: 8 })
})

test('joined fixtures check some of the routes', async () => {
  await using app = await open()
  const { contract } = joinFixtures(fixtures)
  const routes = ['POST /rental/customers', 'PUT /rental/customers']
  expect(await checkContract(app, { ...contract, routes, requests: 10 })).toMatchObject({ routes: 2 })
  const samples = [{ route: 'GET /nowhere', expect: 200 }]
  await expect(checkContract(app, { samples, routes, open: [] })).rejects.toThrow("There is no route 'GET /nowhere'")
})

test('a query that is refused needs no sample', async () => {
  await using app = await open()
  const routes = ['GET /rental/customers']
  const samples = [{ route: 'GET /rental/customers', as: 'admin', expect: 200 } as const]
  const report = await checkContract(app, { samples, open: [], routes, requests: 1 })
  expect(report.statuses[400]).toBeGreaterThan(0)
})

test('whoever holds a role is the same person each time', async () => {
  await using app = await open()
  expect(app.callerOf('admin').actor.id).toBe(app.callerOf('admin').actor.id)
  const { operation } = await app.as('admin').post('/rental/customers', customer)
  expect(operation).toBeDefined()
  const entries = await app.sql('select actor_id from plinth.action_log')
  expect(entries).toEqual([{ actor_id: app.callerOf('admin').actor.id }])
  expect(app.callerOf({ features: ['*'] }).actor.id).not.toBe(app.callerOf({ features: ['*'] }).actor.id)
})

test('a look-up over all tenants by a column that several tables have is found', { timeout: 60_000 }, async () => {
  const response = z.object({ isTaken: z.boolean() })
  const query = z.object({ name: z.string() })
  const route = get('/rental/taken', { access: features.manage, query, response }, ({ widenScope, query: { name } }) =>
    widenScope('allTenants', 'names are unique', async ({ from }) => {
      const found = await from(Customer, 'c').select('c.id').where('c.name', '=', name).executeTakeFirst()
      return { isTaken: found !== undefined }
    }),
  )
  const others = defineMigration(
    'rental.others',
    `select plinth.scoped_table('rental_articles', 'name text not null');
     select plinth.scoped_table('rental_zones', 'name text not null')`,
  )
  const product = { ...rental, routes: [route], migrations: [tables, others] }
  await using app = await testPlatform({ modules: [product], postgresUrl: inject('postgresUrl') })
  const samples = [{ route: 'GET /rental/taken', as: 'admin', request: { query: { name: 'A' } }, expect: 200 }]
  const found = await failuresOf(checkIsolation(app, { samples, routes: ['GET /rental/taken'] }))
  expect(found.join()).toContain('GET /rental/taken')
})

test('a product checks its own modules beside others, and names no route that does not exist', async () => {
  const other = defineModule({
    id: 'others',
    title: 'Others',
    routes: [get('/others', { access: openToAll, response: z.object({ count: z.int() }) }, () => ({ count: 1.5 }))],
  })
  await using app = await testPlatform({ modules: [rental, other], postgresUrl: inject('postgresUrl') })
  const failure = async (options: Partial<ContractOptions>) =>
    (await failuresOf(checkContract(app, { open: [], samples: [], requests: 20, ...options }))).join('\n')
  expect(await failure({})).toContain('GET /others')
  const samples = [{ route: 'GET /paperwork', expect: 200 }]
  const own = await failure({ samples, modules: [rental] })
  expect(own).toContain('PUT /rental/customers')
  expect(own).not.toContain('/others')
  expect(await failure({ samples })).toContain('There is no route')
  expect(await failure({ routes: ['GET /rentals'] })).toContain('There is no route')
})

const failuresOf = async (check: Promise<unknown>): Promise<readonly string[]> =>
  check.then(
    () => [],
    ({ message }: Error) => [message],
  )
