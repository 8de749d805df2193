import { setTimeout as sleep } from 'node:timers/promises'
import { defineEntity, p } from '@mikro-orm/core'
import { createPlatform, defineFeatures, defineMigration, defineModule, type Module, Scoped } from '@plinth/core'
import { searchable } from '@plinth/core/data'
import { analytics } from '@plinth/points'
import { expect, test } from 'vitest'
import { asAdmin, emptyDatabase } from '../_lab/databases.ts'
import { itemsTable, labModule } from '../_lab/lab-module.ts'

const secret = 'x'.repeat(32)

async function openOn({ url }: { url: string }, ...modules: Module[]) {
  return createPlatform({ modules, database: { url, privilegedLogin: true }, secret })
}

const withMore = (...texts: string[]) =>
  labModule({ migrations: [itemsTable, ...texts.map((text, index) => defineMigration(`lab.more_${index}`, text))] })

test('what `start` would refuse is not committed, and the migration behind it is named', async () => {
  await using database = await emptyDatabase()
  const bare = 'create table bare (id uuid primary key, tenant_id uuid not null)'
  await using broken = await openOn(database, withMore('select 1', bare, 'select 2'))
  await expect(broken.migrate()).rejects.toThrow(
    "bare: row level security is not enabled and forced (migration 'lab.more_1')",
  )
  expect(await database.sql(`select to_regclass('bare') as bare, to_regclass('items') as items`)).toEqual([
    { bare: null, items: null },
  ])
  await using mended = await openOn(database, withMore('select 1', bare, `select plinth.protect('bare')`))
  await mended.migrate()
  await mended.start()
})

test('an analytics entity without its table is refused by the migration too', async () => {
  await using database = await emptyDatabase()
  const features = defineFeatures('counting', { count: 'Count' })
  const counting = defineModule({
    id: 'counting',
    title: 'Counting',
    features,
    contributes: [analytics.of({ id: 'counting:items', features: [features.count], table: 'nowhere', fields: {} })],
  })
  await using broken = await openOn(database, labModule(), counting)
  await expect(broken.migrate()).rejects.toThrow('nowhere has no column tenant_id')
  expect(await database.sql(`select to_regclass('items') as items`)).toEqual([{ items: null }])
})

test('a property without a column and a search without its function are refused by the migration too', async () => {
  await using database = await emptyDatabase()
  const Thing = defineEntity({
    name: 'Thing',
    tableName: 'things',
    extends: Scoped,
    properties: { label: p.string(), color: p.string() },
  })
  const open = (columns: string, more: Partial<Module> = {}) =>
    openOn(
      database,
      defineModule({
        id: 'things',
        title: 'Things',
        entities: [Thing],
        migrations: [defineMigration('things.tables', `select plinth.scoped_table('things', '${columns}')`)],
        ...more,
      }),
    )
  await using lacking = await open('label text not null')
  await expect(lacking.migrate()).rejects.toThrow("Property 'color' of entity 'Thing' has no column 'color'")
  const searches = [searchable(Thing, ['label'])]
  await using unsearched = await open('label text not null, color text not null', { searches })
  await expect(unsearched.migrate()).rejects.toThrow("'things' is searched, but no migration runs")
  expect(await database.sql(`select to_regclass('things') as things`)).toEqual([{ things: null }])
  await using mended = await open('label text not null, color text not null')
  await mended.migrate()
  await mended.start()
})

test.each([
  [
    'alter table items add column a int;\n\nalter table items\n  add column b nothing;',
    'line 4, `add column b nothing;`',
  ],
  ["insert into plinth.rate_limits (key) values ('a');\nselect ';';\nselect 1 / 0", 'line 3, `select 1 / 0`'],
  ["-- why; so\n\ndo $$ begin\n  raise exception 'not here';\nend $$;", 'line 3, `do $$ begin raise exception'],
  ['select 1;\nselec 2', 'line 2, `selec 2`'],
])('a migration that fails is named with its line: %j', async (text, place) => {
  await using database = await emptyDatabase()
  await using broken = await openOn(database, withMore(text))
  await expect(broken.migrate()).rejects.toThrow(`Migration 'lab.more_0' failed at ${place}`)
})

test('a table in use gets its row policies as soon as it is free', async () => {
  await using database = await emptyDatabase()
  await using platform = await openOn(database)
  await platform.migrate()
  await database.sql('drop policy rows on plinth.changes')
  const found = () =>
    database.sql(`select polname from pg_policy where polrelid = 'plinth.changes'::regclass and polname = 'rows'`)
  const restricted = await asAdmin(async (reader) => {
    await reader.query('begin; lock table plinth.changes in access share mode')
    const restricting = database.sql(`call plinth.restrict('plinth.changes')`)
    await sleep(200)
    expect(await found()).toEqual([])
    await reader.query('rollback')
    return restricting
  }, database.url)
  expect(restricted).toEqual([])
  expect(await found()).toEqual([{ polname: 'rows' }])
})
