import { apiKeys } from '@plinth/api-keys'
import { apiKeysFixtures } from '@plinth/api-keys/testing'
import { checkUndo, joinFixtures } from '@plinth/testing'
import { expect, test } from 'vitest'
import { keysApp } from './_keys.ts'

test(
  'creating and deleting a key are undone and redone exactly, and readers are told',
  { timeout: 120_000 },
  async () => {
    await using app = await keysApp()
    const manager = app.as({ features: ['api_keys.*'] })
    const report = await checkUndo(app, {
      ...joinFixtures(apiKeysFixtures).undo,
      modules: [apiKeys],
      look: async () => (await manager.get('/api_keys/keys')).body,
    })
    expect(report).toMatchObject({ commands: 7, reverts: 27 })
  },
)
