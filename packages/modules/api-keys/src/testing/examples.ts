import type { TestPlatform, UndoExample } from '@plinth/testing'
import { createKey as create } from '../commands/create-key.ts'
import { deleteKey as remove } from '../commands/delete-key.ts'
import { addKey } from './keys.ts'

/** Every undoable command of API keys. */
export const examples: readonly UndoExample[] = [
  {
    command: create,
    input: { name: 'Undone', description: null, organizationId: null, roles: [], expiresAt: null },
  },
  {
    command: remove,
    input: async (app: TestPlatform) => ({ id: (await addKey(app.as({ features: ['api_keys.*'] }))).id }),
  },
]
