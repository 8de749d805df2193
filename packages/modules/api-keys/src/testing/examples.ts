import type { TestPlatform, UndoExample } from '@plinth/testing'
import { createKey as create } from '../commands/create-key.ts'
import { deleteKey as remove } from '../commands/delete-key.ts'
import { rotateKey } from '../commands/rotate-key.ts'
import { createServiceAccount, deleteServiceAccount, updateServiceAccount } from '../commands/service-accounts.ts'
import { createServiceKey } from '../commands/create-service-key.ts'
import { addKey } from './keys.ts'
import { addServiceAccount, addServiceKey } from './service-accounts.ts'

const all = { features: ['api_keys.*', 'auth.*'] }

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
  {
    command: remove,
    name: 'of a service account',
    input: async (app: TestPlatform) => ({ id: (await addServiceKey(app.as(all))).keyId }),
  },
  {
    command: rotateKey,
    input: async (app: TestPlatform) => ({ id: (await addServiceKey(app.as(all))).keyId }),
  },
  {
    command: rotateKey,
    name: 'that still works for a while',
    input: async (app: TestPlatform) => ({ id: (await addServiceKey(app.as(all))).keyId, keepHours: 24 }),
  },
  {
    command: createServiceAccount,
    input: () => ({ name: crypto.randomUUID(), organizationId: null, isConfined: false }),
  },
  {
    command: updateServiceAccount,
    input: async (app: TestPlatform) => ({
      id: await addServiceAccount(app.as(all)),
      name: crypto.randomUUID(),
      isActive: false,
    }),
  },
  {
    command: deleteServiceAccount,
    input: async (app: TestPlatform) => ({ id: (await addServiceKey(app.as(all))).id }),
  },
  {
    command: createServiceKey,
    input: async (app: TestPlatform) => ({
      serviceAccountId: await addServiceAccount(app.as(all)),
      name: 'Key',
      expiresAt: null,
    }),
  },
]
