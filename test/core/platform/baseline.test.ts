import { createPlatform, defineMigration, defineOnlineMigration, type Migration } from '@plinth/core'
import { defineBaseline } from '@plinth/core/data'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../_lab/databases.ts'
import { itemsTable, labModule } from '../_lab/lab-module.ts'

const color = defineMigration('lab.color', 'alter table items add column color text;')
const byColor = defineOnlineMigration(
  'lab.by_color',
  'create index concurrently items_by_color on items (tenant_id, color);',
)
const earlier = [itemsTable, color, byColor]
const baseline = defineBaseline(
  'lab.baseline',
  `${itemsTable.sql};
alter table items add column color text;
create index items_by_color on items (tenant_id, color);`,
  earlier.map(({ id }) => id),
)
const later = defineMigration('lab.later', 'alter table items add column size integer;')

async function openDatabase() {
  const database = await emptyDatabase()
  const open = (migrations: readonly Migration[]) =>
    createPlatform({
      modules: [labModule({ migrations: [...migrations] })],
      database: { url: database.url, privilegedLogin: true },
      secret: 'x'.repeat(32),
    })
  return { ...database, open, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() }
}

test('a database with all migrations that a baseline replaces records it, and runs only what follows', async () => {
  await using database = await openDatabase()
  {
    await using before = await database.open(earlier)
    await before.migrate()
  }
  await using platform = await database.open([baseline, later])
  await expect(platform.start()).rejects.toThrow('lab.baseline, lab.later')
  expect(await platform.migrate()).toEqual(['lab.later'])
  expect(await platform.migrate()).toEqual([])
  await platform.start({ workers: false })
})

test('a new database runs the baseline, and has the same columns and indexes', async () => {
  await using old = await openDatabase()
  await using fresh = await openDatabase()
  await using before = await old.open(earlier)
  await before.migrate()
  await using platform = await fresh.open([baseline])
  expect(await platform.migrate()).toContain('lab.baseline')
  const shape = `select attname from pg_attribute where attrelid = 'items'::regclass and attnum > 0
    union all select indexrelid::regclass::text from pg_index where indrelid = 'items'::regclass`
  expect(await fresh.sql(shape)).toEqual(await old.sql(shape))
})

test('a database with only some of them is refused, and nothing of it changes', async () => {
  await using database = await openDatabase()
  {
    await using before = await database.open([itemsTable, color])
    await before.migrate()
  }
  await using platform = await database.open([baseline, later])
  await expect(platform.migrate()).rejects.toThrow(
    "Migration 'lab.baseline' replaces others, of which this database lacks 'lab.by_color'; first migrate it with the last version that contains them",
  )
  expect(await database.sql(`select id from plinth_migrations where id like 'lab.%' order by number`)).toEqual([
    { id: 'lab.items' },
    { id: 'lab.color' },
  ])
})
