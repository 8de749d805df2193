import { afterRollout, createPlatform, defineMigration, defineOnlineMigration } from '@plinth/core'
import pg from 'pg'
import { expect, test } from 'vitest'
import { asAdmin, emptyDatabase } from '../_lab/databases.ts'
import { itemsTable, labModule } from '../_lab/lab-module.ts'

const later = defineMigration('lab.later', 'create table later (id int)')
const byName = `-- Made anew: what a crash leaves is an index that nobody uses.
  drop index concurrently if exists items_name_idx;
  create index concurrently items_name_idx on items (tenant_id, name);`

async function openDatabase() {
  const database = await emptyDatabase()
  return {
    ...database,
    open: (online: string) =>
      createPlatform({
        modules: [labModule({ migrations: [itemsTable, defineOnlineMigration('lab.by_name', online), later] })],
        database: { url: database.url, privilegedLogin: true },
        secret: 'x'.repeat(32),
      }),
    index: () =>
      database.sql(`select indisvalid as "isValid" from pg_index where indexrelid = to_regclass('items_name_idx')`),
    known: async () => (await database.sql(`select from plinth_migrations where id = 'lab.by_name'`)).length,
    /** Until a migration sleeps. */
    awaitSleep: async () => {
      const sleeping = `select from pg_stat_activity where datname = '${database.name}' and query like '%pg_sleep(60)%'
        and pid <> pg_backend_pid()`
      await expect.poll(async () => (await database.sql(sleeping)).length, { timeout: 20_000 }).toBe(1)
    },
    disconnect: () =>
      asAdmin((admin) =>
        admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}'`),
      ),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

test('what cannot be in a transaction runs after all others, once, also when hosts start together', async () => {
  await using database = await openDatabase()
  await using one = await database.open(byName)
  await using two = await database.open(byName)
  await expect(one.start({ workers: false })).rejects.toThrow('lacks migrations')
  const ran = await Promise.all([one.migrate(), two.migrate()])
  expect(ran.flat().filter((id) => id === 'lab.by_name')).toHaveLength(1)
  expect(ran.find((ids) => ids.includes('lab.by_name'))!.at(-1)).toBe('lab.by_name')
  expect(await database.index()).toEqual([{ isValid: true }])
  expect(await one.migrate()).toEqual([])
  await one.start({ workers: false })
})

test('a text that is repeated runs once, but again where it had to wait for hosts of an earlier release', async () => {
  await using database = await emptyDatabase()
  const runs = defineMigration('lab.runs', 'create table runs (id int)')
  const repeated = (name: string) => defineOnlineMigration(`lab.${name}`, 'insert into runs values (1)')
  const migrations = [itemsTable, runs, repeated('one'), repeated('two'), afterRollout(later, repeated('three')), later]
  await using platform = await createPlatform({
    modules: [labModule({ migrations })],
    database: { url: database.url, privilegedLogin: true },
    secret: 'x'.repeat(32),
  })
  expect((await platform.migrate()).slice(-3)).toEqual(['lab.one', 'lab.two', 'lab.three'])
  expect(await database.sql('select from runs')).toHaveLength(2)
})

test('a refusal in the middle is told with its statement, and the next attempt begins anew', async () => {
  await using database = await openDatabase()
  await using broken = await database.open(`${byName} create index concurrently on items (nothing);`)
  await expect(broken.migrate()).rejects.toThrow(/Migration 'lab.by_name' failed.*create index concurrently on items/)
  expect([await database.index(), await database.known()]).toEqual([[{ isValid: true }], 0])
  await expect(broken.start({ workers: false })).rejects.toThrow('lacks migrations: lab.by_name')
  await using mended = await database.open(byName)
  expect(await mended.migrate()).toEqual(['lab.by_name'])
})

test('an index that a crash left half made is made anew', async () => {
  await using database = await openDatabase()
  await using killed = await database.open(`${byName} select pg_sleep(60);`)
  const attempt = killed.migrate().catch((error: unknown) => error)
  await database.awaitSleep()
  await database.sql(`update pg_index set indisvalid = false where indexrelid = 'items_name_idx'::regclass`)
  await database.disconnect()
  expect(await attempt).toBeInstanceOf(Error)
  expect([await database.index(), await database.known()]).toEqual([[{ isValid: false }], 0])
  await using next = await database.open(byName)
  expect(await next.migrate()).toEqual(['lab.by_name'])
  expect(await database.index()).toEqual([{ isValid: true }])
})

test('a host of an older version starts while a newer one makes an index, however long that takes', async () => {
  await using database = await openDatabase()
  await using newer = await database.open(`${byName} select pg_sleep(60);`)
  const attempt = newer.migrate().catch((error: unknown) => error)
  await database.awaitSleep()
  await using older = await createPlatform({
    modules: [labModule({ migrations: [itemsTable] })],
    database: { url: database.url, privilegedLogin: true },
    secret: 'x'.repeat(32),
  })
  expect(await older.migrate()).toEqual([])
  await older.start({ workers: false })
  await database.disconnect()
  expect(await attempt).toBeInstanceOf(Error)
})

test('a host whose session with the lock ends does not go on beside the one that takes the lock next', async () => {
  await using database = await openDatabase()
  const twice = `create table if not exists attempts (n int); insert into attempts values (1);
    select pg_sleep(60) from attempts having count(*) = 1; create table done (n int);`
  await using one = await database.open(twice)
  await using two = await database.open(twice)
  const first = one.migrate().catch((error: unknown) => error)
  await database.awaitSleep()
  const second = two.migrate()
  await asAdmin((admin) =>
    admin.query(`select pg_terminate_backend(l.pid) from pg_locks l join pg_database d on d.oid = l.database
      where l.locktype = 'advisory' and l.granted and d.datname = '${database.name}'`),
  )
  expect([await first, await second]).toEqual([expect.any(Error), ['lab.by_name']])
  expect(await database.sql('select from attempts')).toHaveLength(2)
})

test('an index of a table in partitions is made on each of them, and begun anew after a refusal', async () => {
  await using database = await emptyDatabase()
  const table = defineMigration(
    'lab.pieces',
    `create table pieces (id int, name text) partition by range (id);
    create table pieces_low partition of pieces for values from (0) to (10);
    create table pieces_rest partition of pieces default;
    insert into pieces select n, 'n' from generate_series(1, 20) n;`,
  )
  const open = (online: string) =>
    createPlatform({
      modules: [labModule({ migrations: [itemsTable, table, defineOnlineMigration('lab.pieces_by_name', online)] })],
      database: { url: database.url, privilegedLogin: true },
      secret: 'x'.repeat(32),
    })
  const online = `drop index concurrently if exists pieces_by_name;
    create index concurrently pieces_by_name on pieces (name) where name is not null;`
  await using broken = await open(`${online} create index concurrently on nothing (name);`)
  await expect(broken.migrate()).rejects.toThrow(/Migration 'lab.pieces_by_name' failed/)
  await using mended = await open(online)
  expect((await mended.migrate()).at(-1)).toBe('lab.pieces_by_name')
  const indexes = await database.sql(`select indrelid::regclass::text as on, indisvalid as "isValid" from pg_index
    where indrelid::regclass::text like 'pieces%' order by 1`)
  expect(indexes).toEqual(['pieces', 'pieces_low', 'pieces_rest'].map((on) => ({ on, isValid: true })))
})

const months = defineMigration(
  'lab.notes',
  `create table notes (tenant_id uuid not null, at date not null, name text, primary key (tenant_id, at)) partition by range (at);
  create table notes_1 partition of notes for values from ('2030-01-01') to ('2030-02-01');
  create table notes_2 partition of notes for values from ('2030-02-01') to ('2030-03-01');
  select plinth.guard('notes', plinth.visible('notes'));`,
)
const notesByName = defineOnlineMigration(
  'lab.notes_by_name',
  `drop index concurrently if exists notes_by_name;
  create index concurrently notes_by_name on notes (tenant_id, name);`,
)

/** A host makes the index of the table in months: it has to wait for `before`, and `then` is done while it waits. */
async function migrateBeside(before: string, then = '') {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await emptyDatabase())
  const log = { debug() {}, info() {}, warn: (...line: unknown[]) => void warnings.push(line), error() {} }
  const warnings: unknown[] = []
  const open = async (...online: (typeof notesByName)[]) =>
    opened.use(
      await createPlatform({
        modules: [labModule({ migrations: [itemsTable, months, ...online] })],
        database: { url: database.url, privilegedLogin: true },
        secret: 'x'.repeat(32),
        log,
      }),
    )
  await (await open()).migrate()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  opened.defer(() => client.end())
  await client.query(`begin; ${before}`)
  const host = await open(notesByName)
  const migrating = host.migrate()
  const waiting = `select from pg_stat_activity where datname = '${database.name}' and wait_event_type = 'Lock'`
  await expect.poll(async () => (await database.sql(waiting)).length, { timeout: 20_000 }).toBe(1)
  if (then !== '') await database.sql(then)
  await client.query('commit')
  expect(await migrating).toEqual(['lab.notes_by_name'])
  const stack = opened.move()
  return { database, host, warnings, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const partsOf = (database: { sql: (text: string) => Promise<unknown[]> }) =>
  database.sql(`select indrelid::regclass::text as on, indisvalid as "isValid" from pg_index
    where indexrelid::regclass::text like '%name%' and indrelid::regclass::text like 'notes%' order by 1`)

test('a month that is made while an index is has its part of it, and an index that is not valid is told', async () => {
  await using made = await migrateBeside(`create table notes_3 (like notes including all);
    alter table notes attach partition notes_3 for values from ('2030-03-01') to ('2030-04-01')`)
  const { database, host, warnings } = made
  expect(await partsOf(database)).toEqual(
    ['notes', 'notes_1', 'notes_2', 'notes_3'].map((on) => ({ on, isValid: true })),
  )
  expect([await host.migrate(), warnings]).toEqual([[], []])
  await database.sql(`update pg_index set indisvalid = false where indexrelid = 'notes_by_name'::regclass`)
  await host.start({ workers: false })
  expect(warnings).toEqual([
    [{ indexes: ['notes_by_name'] }, 'indexes of migrations are not valid, and nothing uses them'],
  ])
})

test('a month that is dropped while an index is made is no failure', async () => {
  await using made = await migrateBeside('lock table notes_1 in row exclusive mode', 'drop table notes_2')
  expect(await partsOf(made.database)).toEqual(['notes', 'notes_1'].map((on) => ({ on, isValid: true })))
})
