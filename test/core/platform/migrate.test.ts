import { setTimeout as sleep } from 'node:timers/promises'
import { createPlatform, defineMigration } from '@plinth/core'
import pg from 'pg'
import { expect, test } from 'vitest'
import { asAdmin, emptyDatabase } from '../_lab/databases.ts'
import { createItem, itemsTable, labModule } from '../_lab/lab-module.ts'
import { callerA } from '../_lab/lab.ts'
import { spawnHost } from '../_lab/spawn-host.ts'

const secret = 'x'.repeat(32)

test(
  'hosts of several processes that start together, in two databases of one cluster, migrate each once',
  { timeout: 120_000 },
  async () => {
    await using one = await emptyDatabase()
    await using two = await emptyDatabase()
    const hosts = await Promise.all([one, one, two].map(({ url }) => spawnHost(url)))
    try {
      const ran = await Promise.all(hosts.map((host) => host.call('migrate')))
      // Two hosts may share what is left: one of them the migrations in the transaction, the other those that follow it.
      const [inOne, inTwo] = [ran.slice(0, 2).flat(), ran.slice(2).flat()].map((ids) => ids.toSorted())
      expect(inOne).toContain('lab.items')
      expect([inOne, new Set(inOne).size]).toEqual([inTwo, inTwo!.length])
      await Promise.all(hosts.map((host) => host.call('start', true)))
    } finally {
      await Promise.all(hosts.map((host) => host.kill()))
    }
  },
)

test('a changed migration is refused, and so is a start without one', async () => {
  await using database = await emptyDatabase()
  const open = (sql: string) =>
    createPlatform({
      modules: [labModule({ migrations: [itemsTable, defineMigration('lab.more', sql)] })],
      database: { url: database.url, privilegedLogin: true },
      secret,
    })
  await using first = await open('create table one (id int)')
  await expect(first.start()).rejects.toThrow('The database lacks migrations: core.baseline')
  await first.migrate()
  await using second = await open('create table two (id int)')
  await expect(second.migrate()).rejects.toThrow("Migration 'lab.more' has changed since it ran")
})

test('a crash in the middle leaves nothing, and the next attempt finishes', async () => {
  await using database = await emptyDatabase()
  const open = (sql: string) =>
    createPlatform({
      modules: [labModule({ migrations: [itemsTable, defineMigration('lab.more', sql)] })],
      database: { url: database.url, privilegedLogin: true },
      secret,
    })
  {
    await using broken = await open('select pg_sleep(0.2); select 1 / 0')
    await expect(broken.migrate()).rejects.toThrow('division by zero')
    await using slow = await open('select pg_sleep(60)')
    const killed = slow.migrate().catch((error: unknown) => error)
    await new Promise((done) => setTimeout(done, 500))
    await asAdmin((admin) =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}'`),
    )
    expect(await killed).toBeInstanceOf(Error)
  }
  expect(
    await database.sql(
      `select to_regclass('plinth_migrations') as m, to_regclass('items') as i, to_regnamespace('plinth') as n`,
    ),
  ).toEqual([{ m: null, i: null, n: null }])
  await using whole = await open('select 1')
  expect(await whole.migrate()).toContain('lab.more')
  await whole.start()
})

const logins = {
  'a superuser': { attributes: 'superuser' },
  'an owner who may create roles': { attributes: 'createrole' },
  'an owner who is a member of roles made before': { attributes: '', isMember: true },
}

test.each(Object.entries(logins))(
  '%s can log in, and row level security holds',
  async (_name, { attributes, ...rest }) => {
    const login = `login_${crypto.randomUUID().slice(0, 8)}`
    // Roles belong to the cluster, so that those of other tests are there already.
    await asAdmin(async (admin) => {
      for (const role of ['plinth_app', 'plinth_restricted', 'plinth_system'])
        await admin.query(`create role ${role} nologin`).catch(() => {})
      await admin.query('grant plinth_app to plinth_restricted')
      await admin.query(`create role ${login} login password 'pw' ${attributes}`)
      if ('isMember' in rest) await admin.query(`grant plinth_app, plinth_restricted, plinth_system to ${login}`)
      else if (attributes === 'createrole')
        await admin.query(
          `grant plinth_app, plinth_restricted, plinth_system to ${login} with admin option, set false, inherit false`,
        )
    })
    {
      await using database = await emptyDatabase({ owner: login })
      await using platform = await createPlatform({
        modules: [labModule()],
        database: { url: database.as(login, 'pw'), privilegedLogin: true },
        secret,
      })
      await platform.migrate()
      await platform.start()
      await platform.actAs(callerA, ({ run }) => run(createItem, { name: 'x', secret: 's' }))
      const count = (scope: typeof callerA.scope) =>
        platform.actAs({ ...callerA, scope }, async ({ inject }) =>
          inject((await import('../_lab/lab-module.ts')).shelf).names(),
        )
      expect(await count(callerA.scope)).toHaveLength(1)
      expect(await count({ ...callerA.scope, tenantId: crypto.randomUUID() })).toHaveLength(0)
      expect(await database.sql('select count(*)::int as n from plinth.kept_secrets')).toEqual([{ n: 1 }])
      expect(await database.sql('select count(*)::int as n from plinth.changes')).toEqual([{ n: 1 }])
    }
    await asAdmin((admin) => admin.query(`drop role ${login}`))
  },
)

test('a login that may not become the roles is refused at start, by name', async () => {
  const login = `login_${crypto.randomUUID().slice(0, 8)}`
  await using database = await emptyDatabase()
  await using owner = await createPlatform({
    modules: [labModule()],
    database: { url: database.url, privilegedLogin: true },
    secret,
  })
  await owner.migrate()
  await asAdmin((admin) => admin.query(`create role ${login} login password 'pw'`))
  await database.sql(`grant select on plinth_migrations to ${login}`)
  await using guest = await createPlatform({
    modules: [labModule()],
    database: { url: database.as(login, 'pw') },
    secret,
  })
  await expect(guest.start()).rejects.toThrow(`${login} cannot switch to plinth_app: grant it`)
  await database.sql(`grant plinth_app, plinth_restricted, plinth_system to ${login}`)
  await expect(guest.start()).rejects.toThrow(`${login} inherits plinth_app`)
  await database.sql(`grant plinth_app, plinth_restricted, plinth_system to ${login} with inherit false`)
  await guest.start()
  await guest.actAs(callerA, ({ run }) => run(createItem, { name: 'x' }))
  await guest.close()
  await database.sql(`drop owned by ${login}; drop role ${login}`)
})

test('migrations that wait for a reader keep others waiting for seconds, and begin again', async () => {
  await using database = await emptyDatabase()
  const tables = defineMigration('lab.two', 'create table one (n int); create table two (n int)')
  const change = defineMigration('lab.change', 'alter table one add column x int; alter table two add column x int')
  const open = (...migrations: (typeof tables)[]) =>
    createPlatform({
      modules: [labModule({ migrations: [itemsTable, ...migrations] })],
      database: { url: database.url, privilegedLogin: true },
      secret,
    })
  await using old = await open(tables)
  await old.migrate()
  const reader = new pg.Client({ connectionString: database.url })
  await reader.connect()
  // Unless the migration lets go, nobody does.
  await reader.query(`set deadlock_timeout = '60s'; begin; select from two`)
  await using host = await open(tables, change)
  const migrating = host.migrate()
  const waiting = `select from pg_stat_activity where datname = '${database.name}' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await database.sql(waiting)).length, { timeout: 20_000 }).toBe(1)
  await reader.query('select from one')
  await reader.query('commit')
  expect(await migrating).toEqual(['lab.change'])
  await reader.end()
})

test('migrations of tables in use, in another order than that of requests, cause no deadlock', async () => {
  await using database = await emptyDatabase()
  const tables = defineMigration(
    'lab.three',
    'create table one (id int primary key); create table two (id int primary key); create table three (id int primary key)',
  )
  await database.sql(`alter database ${database.name} set deadlock_timeout = '500ms'`)
  // Longer than a request waits before it looks for a deadlock.
  const pause = 'select pg_sleep(0.6)'
  const change = defineMigration(
    'lab.change',
    `alter table one add column x int; ${pause}; alter table two add column x int; ${pause};
      create table four (id int primary key references three (id))`,
  )
  const open = (...migrations: (typeof tables)[]) =>
    createPlatform({
      modules: [labModule({ migrations: [itemsTable, ...migrations] })],
      database: { url: database.url, privilegedLogin: true },
      secret,
    })
  await using old = await open(tables)
  await old.migrate()
  const over = new AbortController()
  const orders = [
    ['three', 'two', 'one'],
    ['two', 'one', 'three'],
    ['one', 'three', 'two'],
  ]
  const request = async ([first, second, third]: string[]) => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      for (let n = 0; !over.signal.aborted; n++) {
        await client.query(`begin; insert into ${first} values (${n}) on conflict do nothing`)
        await client.query(`select from ${second} limit 1; select pg_sleep(0.005)`)
        await client.query(`select from ${third} limit 1; rollback`)
        await sleep(Math.random() * 40)
      }
    } finally {
      await client.end()
    }
  }
  const requests = Promise.all(orders.map(request))
  await using host = await open(tables, change)
  expect(await host.migrate()).toEqual(['lab.change'])
  over.abort()
  await requests
  expect(await database.sql(`select deadlocks::int from pg_stat_database where datname = '${database.name}'`)).toEqual([
    { deadlocks: 0 },
  ])
})
