import { createKey as create, deleteKey as remove } from '@plinth/api-keys'
import type { TestPlatform, UndoExample } from '@plinth/core/testing'
import { createKey } from './_keys.ts'

/** Every undoable command of API keys. */
export const examples: readonly UndoExample[] = [
  {
    command: create,
    input: { name: 'Undone', description: null, organizationId: null, roles: [], expiresAt: null },
  },
  {
    command: remove,
    input: async (app: TestPlatform) => ({ id: (await createKey(app.as({ features: ['api_keys.*'] }))).id }),
  },
]
