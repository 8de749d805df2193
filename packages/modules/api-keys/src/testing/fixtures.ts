import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

/** Test fixtures of API keys. */
export const apiKeysFixtures: ModuleFixtures = {
  contract,
  isolation: {
    idTables: {
      'DELETE /api_keys/keys': 'api_keys',
      'POST /api_keys/service-accounts/keys': 'service_accounts',
    },
    unreached: {
      'POST /oauth/token': 'made-up keys have made-up hashes; see service-accounts.test.ts',
      'POST /api_keys/keys/rotate': 'made-up keys were made by nobody; see revocation.test.ts',
    },
    unrecorded: ['api_key_uses', 'session_keys'],
    secrets: { session_keys: ['token_hash'] },
    rows: {
      api_keys: () => ({ deleted_at: null, service_account_id: null }),
      service_accounts: () => ({ deleted_at: null }),
      api_key_uses: ({ idIn }) => ({ id: idIn('api_keys') }),
    },
  },
  undo: { examples },
}
