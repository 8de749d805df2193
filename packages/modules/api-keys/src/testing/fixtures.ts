import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

/** Test fixtures of API keys. */
export const apiKeysFixtures: ModuleFixtures = {
  contract,
  isolation: {
    idTables: { 'DELETE /api_keys/keys': 'api_keys' },
    unrecorded: ['api_key_uses', 'session_keys'],
    secrets: { session_keys: ['token_hash'] },
    rows: {
      api_keys: () => ({ deleted_at: null }),
      api_key_uses: ({ idIn }) => ({ id: idIn('api_keys') }),
    },
  },
  undo: { examples },
}
