import { checkMigratedUndo, type UndoExample } from '@plinth/core/testing'
import { inject, test } from 'vitest'
import { shop } from '../../_setup/fixtures/shop.ts'

const commandOf = (id: string) => shop.commands!.find((command) => command.id === id)!
const examples: readonly UndoExample[] = [
  { command: commandOf('shop.items.create'), input: { name: 'Pen' } },
  { command: commandOf('shop.labels.create'), input: { title: 'New' } },
]
const platform = { modules: [shop], postgresUrl: inject('postgresUrl') }

test('what a shop did is undone after a migration that changed every table', async () => {
  await checkMigratedUndo({ platform, examples })
})
