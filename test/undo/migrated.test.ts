import { checkMigratedUndo } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { prepareAccounts } from '../modules/auth/_accounts.ts'
import { accountModules } from '../modules/auth/_modules.ts'
import { examples, ofEachCommand } from './examples.ts'
import { undoableModules } from './modules.ts'

/** All examples, as `npm run campaign:undo` has them, or one of each command. */
const some = process.env['UNDO_SEQUENCES'] === undefined ? ofEachCommand(examples) : examples

test(
  'every undoable command of all modules is undone after a migration of every table',
  { timeout: 300_000 },
  async () => {
    const platform = {
      modules: [...accountModules(), ...undoableModules],
      origin: 'https://acme.example',
      prepare: prepareAccounts,
      postgresUrl: inject('postgresUrl'),
    }
    const report = await checkMigratedUndo({ platform, examples: some })
    expect(report.reverts).toBe(3 * some.length)
  },
)
