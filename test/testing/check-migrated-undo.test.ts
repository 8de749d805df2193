import { defineMigration, Id, type Migration } from '@plinth/core'
import { CheckFailed, checkMigratedUndo, type TestPlatform, type UndoExample } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { shop } from '../_setup/fixtures/shop.ts'

const commandOf = (id: string) => shop.commands!.find((command) => command.id === id)!
const platform = { modules: [shop], postgresUrl: inject('postgresUrl') }
const deletion: UndoExample = {
  command: commandOf('shop.items.delete'),
  input: async (app: TestPlatform) =>
    Id.parse((await app.as('admin').post('/shop/items', { name: 'Pen', stock: 5 })).body),
}

/** Why the deletion of an item cannot be undone after one migration more. */
async function failuresAfter(sql: string, rows?: Migration['rows']): Promise<readonly string[]> {
  const migrations = [...shop.migrations!, defineMigration('shop.later', sql, rows)]
  const check = checkMigratedUndo({ platform, later: [{ ...shop, migrations }], examples: [deletion] })
  const failed: unknown = await check.then(
    () => new CheckFailed('', []),
    (error: unknown) => error,
  )
  expect(failed).toBeInstanceOf(CheckFailed)
  return (failed as CheckFailed).failures
}

test('what a shop did is undone after a migration of every table, each in a round without what is in its way', async () => {
  const examples = [
    { command: commandOf('shop.items.create'), input: { name: 'Pen' } },
    { command: commandOf('shop.labels.create'), input: { title: 'New' } },
    { command: commandOf('shop.labels.create'), name: 'which is taken', input: { title: 'New' } },
    deletion,
  ]
  expect(await checkMigratedUndo({ platform, examples })).toEqual({ examples: 4, reverts: 12, rounds: 2 })
})

const RANKED = 'alter table items add column rank integer; update items set rank = stock'

test('a value that a migration filled in and undo does not bring back fails', async () => {
  expect(await failuresAfter(RANKED)).toEqual([expect.stringMatching(/^shop.items.delete: undo .* rank of items/)])
})

test('what cannot be undone any more fails with the reason that people get', async () => {
  const failures = await failuresAfter(`${RANKED}; alter table items alter column rank set not null`)
  expect(failures).toEqual([expect.stringContaining('rank needs a value, which was not recorded')])
})

test('a migration that says what becomes of recorded rows passes', async () => {
  const upgrade = (row: Readonly<Record<string, unknown>>) => ({ ...row, rank: row['stock'] })
  expect(await failuresAfter(RANKED, { items: { upgrade } })).toEqual([])
})
