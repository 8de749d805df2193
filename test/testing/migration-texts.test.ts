import { defineMigration, defineModule, type Migration } from '@plinth/core'
import { defineBaseline } from '@plinth/core/data'
import { checkMigrationTexts } from '@plinth/testing'
import { expect, test } from 'vitest'
import { makeFolder } from '../docs/_folder.ts'

test('texts of committed migrations stay as they are', async () => {
  await using folder = await makeFolder()
  const file = `${folder.path}/migrations.txt`
  const check = (...migrations: Migration[]) =>
    checkMigrationTexts({ modules: [defineModule({ id: 'desk', title: 'Desk', migrations })], file }).then(
      () => [],
      ({ failures }: { failures: readonly string[] }) => failures,
    )
  const [tables, more] = [defineMigration('desk.tables', 'select 1'), defineMigration('desk.more', 'select 2')]
  const [line] = await check(tables)
  expect(line).toMatch(/migrations\.txt: desk\.tables [0-9a-f]{64}$/)
  await folder.write('migrations.txt', `${line!.split('migrations.txt: ')[1]}\n`)
  expect(await check(tables)).toEqual([])
  expect(await check(tables, more)).toEqual([expect.stringContaining('migrations.txt: desk.more ')])
  expect(await check(defineMigration('desk.tables', 'select 3'))).toEqual([
    expect.stringContaining("The text of migration 'desk.tables' has changed"),
  ])
  expect(await check()).toEqual([expect.stringContaining("Migration 'desk.tables' is gone")])
  expect(await check(defineBaseline('desk.baseline', 'select 1', ['desk.tables']))).toEqual([
    expect.stringContaining('migrations.txt: desk.baseline '),
  ])
})
