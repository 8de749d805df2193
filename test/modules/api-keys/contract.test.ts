import { apiKeys } from '@plinth/api-keys'
import { auth } from '@plinth/auth'
import { checkContract, checkIsolation, checkUndo } from '@plinth/core/testing'
import { directory } from '@plinth/directory'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { keysContract } from './_contract.ts'
import { examples } from './_examples.ts'
import { keysApp } from './_keys.ts'

test('the endpoints of API keys keep their contract', { timeout: 300_000 }, async () => {
  await using app = await keysApp()
  const report = await checkContract(app, keysContract)
  expect(report.routes).toBe(3)
})

test('nobody learns of or touches keys that are not theirs', { timeout: 300_000 }, async () => {
  await using app = await testApp({ modules: [directory, auth({ secret: 'isolation'.repeat(4) }), apiKeys] })
  const report = await checkIsolation(app, {
    samples: keysContract.samples,
    routes: keysContract.routes,
    idTables: { 'DELETE /api_keys/keys': 'api_keys' },
    organizationColumns: { organizations: 'id' },
    unrecorded: ['sessions', 'password_tokens', 'confirmed_addresses', 'api_key_uses', 'session_keys'],
    secrets: { session_keys: ['token_hash'], users: ['password_hash'] },
    rows: {
      tenants: ({ tenantId }) => ({ id: tenantId, is_active: true, deleted_at: null }),
      organizations: () => ({ is_active: true, deleted_at: null }),
      api_keys: () => ({ deleted_at: null }),
      api_key_uses: ({ idIn }) => ({ id: idIn('api_keys') }),
    },
  })
  expect(report.routes).toBeGreaterThanOrEqual(3)
})

test('creating and deleting a key are undone and redone exactly', { timeout: 120_000 }, async () => {
  await using app = await keysApp()
  const manager = app.as({ features: ['api_keys.*'] })
  const report = await checkUndo(app, {
    modules: [apiKeys],
    examples,
    look: async () => (await manager.get('/api_keys/keys')).body,
  })
  expect(report).toMatchObject({ commands: 2, turns: 6 })
})
