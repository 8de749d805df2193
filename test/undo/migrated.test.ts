import { localStorage, attachments, storage } from '@plinth/attachments'
import { attachmentsFixtures } from '@plinth/attachments/testing'
import { provide } from '@plinth/core'
import { checkMigratedUndo } from '@plinth/core/testing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { prepareAccounts } from '../modules/auth/_accounts.ts'
import { accountModules } from '../modules/auth/_modules.ts'
import { examples as others } from './examples.ts'
import { undoableModules } from './modules.ts'

test(
  'every undoable command of all modules is undone after a migration of every table',
  { timeout: 300_000 },
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'plinth-migrated-'))
    const platform = {
      modules: [...accountModules(), ...undoableModules, attachments()],
      services: [provide(storage, () => localStorage({ root }))],
      origin: 'https://acme.example',
      prepare: prepareAccounts,
      postgresUrl: inject('postgresUrl'),
    }
    const examples = [...others, ...attachmentsFixtures({ root }).undo!.examples]
    try {
      const report = await checkMigratedUndo({ platform, examples })
      expect(report.turns).toBe(3 * examples.length)
    } finally {
      await rm(root, { recursive: true })
    }
  },
)
