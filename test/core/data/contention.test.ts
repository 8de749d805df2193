import { conflict, createPlatform, type Module, sql } from '@plinth/core'
import { expect, test } from 'vitest'
import { command, createItem, Item, labModule, shelf } from '../_lab/lab-module.ts'
import { openLab, callerA } from '../_lab/lab.ts'

const tenant = callerA.scope.tenantId

async function secondHost(
  url: string,
  options: { more?: Partial<Module>; poolSize?: number; statementTimeout?: number },
) {
  const { more = {}, ...database } = options
  const platform = await createPlatform({
    modules: [labModule(more)],
    database: { url, privilegedLogin: true, ...database },
    secret: 'x'.repeat(32),
    rateLimits: { enabled: false },
  })
  return platform
}

test('fifty handlers that read, write and read again share two connections', async () => {
  await using lab = await openLab()
  await using host = await secondHost(lab.databaseUrl, { poolSize: 2 })
  const handlers = Array.from({ length: 50 }, (_, index) =>
    host.actAs(callerA, async ({ run, inject }) => {
      await inject(shelf).count()
      await run(createItem, { name: `item ${index}` })
      return inject(shelf).count()
    }),
  )
  await Promise.all(handlers)
  expect(await lab.counts()).toMatchObject({ items: 50, entries: 50, changes: 50 })
})

test('a deadlock runs the command again, and nothing twice', async () => {
  let attempts = 0
  const bothHold = Promise.withResolvers<void>()
  const swap = command('swap', async ({ db, input }) => {
    const [first, second] = input.name!.split(' ')
    await sql`update items set amount = coalesce(amount, 0) + 1 where name = ${first}`.execute(db)
    attempts++
    // Each has its first row before either asks for the other's.
    if (attempts === 2) bothHold.resolve()
    await bothHold.promise
    await sql`update items set amount = coalesce(amount, 0) + 1 where name = ${second}`.execute(db)
    return {}
  })
  await using lab = await openLab({ commands: [swap] })
  await lab.do(async ({ run }) => {
    await run(createItem, { name: 'a' })
    await run(createItem, { name: 'b' })
  })
  await Promise.all(['a b', 'b a'].map((name) => lab.do(({ run }) => run(swap, { name }))))
  expect(await lab.sql('select amount::int from items')).toEqual([{ amount: 2 }, { amount: 2 }])
  expect(attempts).toBeGreaterThan(2)
  expect(await lab.counts()).toMatchObject({ entries: 4, changes: 6 })
}, 60_000)

test('a statement that takes too long is 503, a lost connection too, and the host goes on', async () => {
  const slow = command('slow', async ({ db }) => (await sql`select pg_sleep(60)`.execute(db), {}))
  const more = { commands: [slow] }
  await using lab = await openLab(more)
  await using hasty = await secondHost(lab.databaseUrl, { more, poolSize: 1, statementTimeout: 2_000 })
  await using host = await secondHost(lab.databaseUrl, { more, poolSize: 1 })
  const tooSlow = { code: 'unavailable', status: 503, message: 'The request took too long' }
  await expect(hasty.actAs(callerA, ({ run }) => run(slow, {}))).rejects.toMatchObject(tooSlow)
  const cut = host.actAs(callerA, ({ run }) => run(slow, {})).catch((error: unknown) => error)
  const terminate = () =>
    lab.sql(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like '%pg_sleep(60)%' and state = 'active' and pid <> pg_backend_pid()`)
  while ((await terminate()).length === 0) await new Promise((done) => setTimeout(done, 5))
  expect(await cut).toMatchObject({ status: 503 })
  await hasty.actAs(callerA, ({ run }) => run(createItem, { name: 'still here' }))
  await host.actAs(callerA, ({ run }) => run(createItem, { name: 'here too' }))
})

test('a database that cannot be reached is 503', async () => {
  await using lab = await openLab()
  const url = new URL(lab.databaseUrl)
  url.port = '1'
  await using host = await secondHost(url.href, {})
  await expect(host.actAs(callerA, ({ run }) => run(createItem, { name: 'x' }))).rejects.toMatchObject({ status: 503 })
})

test('what the database refuses says what the caller did wrong', async () => {
  const insert = (verb: string, text: ReturnType<typeof sql>, more = {}) =>
    command(verb, async ({ db }) => (await text.execute(db), {}), more)
  const foreign = '00000000-0000-4000-8000-00000000000b'
  const dangling = insert(
    'dangle',
    sql`insert into parts (id, tenant_id, item_id) values (gen_random_uuid(), ${tenant}, gen_random_uuid())`,
  )
  const stolen = insert(
    'steal',
    sql`insert into items (id, tenant_id, name) values (gen_random_uuid(), ${foreign}, 'x')`,
  )
  const malformed = insert('malform', sql`select 'x'::uuid`)
  const zero = insert('zero', sql`select ${'a\0b'}::text`)
  const named = command('name', async ({ from }) => (await from.create(Item, { name: 'one' }), {}), {
    constraints: { items_tenant_id_name_key: () => conflict('That name is taken') },
  })
  const outer = command('outer', async ({ run }) => run(named, {}))
  await using lab = await openLab({ commands: [dangling, stolen, malformed, zero, named, outer] })
  const refused = (asked: typeof named, input = {}) =>
    lab
      .do(({ run }) => run(asked, input))
      .then(
        () => 'nothing',
        ({ status, message, body }) => ({ status, message, body }),
      )
  await lab.do(({ run }) => run(createItem, { name: 'one' }))
  expect(await refused(createItem as never, { name: 'one' })).toEqual({
    status: 400,
    message: 'Already in use',
    body: { fieldErrors: { name: 'Already in use' } },
  })
  expect(await refused(dangling)).toMatchObject({ status: 400, message: expect.stringContaining('itemId refers to') })
  expect(await refused(stolen)).toMatchObject({ status: 403, message: 'Forbidden' })
  expect(await refused(malformed)).toMatchObject({ status: 400, message: 'Invalid input' })
  expect(await refused(zero)).toMatchObject({ status: 400 })
  expect(await refused(named)).toMatchObject({ status: 409, message: 'That name is taken' })
  expect(await refused(outer)).toMatchObject({ status: 409, message: 'That name is taken' })
})

test('a migration under a running host costs no command', async () => {
  const all = command('all', async ({ db }) => {
    const { rows } = await sql`select * from items where name <> ${'x'}`.execute(db)
    return rows
  })
  await using lab = await openLab({ commands: [all] })
  await using host = await secondHost(lab.databaseUrl, { more: { commands: [all] }, poolSize: 1 })
  await host.actAs(callerA, ({ run }) => run(all, {}))
  await lab.sql('alter table items add column added text')
  await host.actAs(callerA, ({ run }) => run(all, {}))
})

test('two platforms live in one process', async () => {
  await using one = await openLab()
  await using two = await openLab()
  one.platform.override(shelf, { count: async () => 1, names: async () => [] })
  await two.do(({ run }) => run(createItem, { name: 'two' }))
  expect(await one.counts()).toMatchObject({ items: 0 })
  expect(await two.do(({ inject }) => inject(shelf).names())).toEqual([{ name: 'two' }])
  expect(await one.do(({ inject }) => inject(shelf).count())).toBe(1)
})
