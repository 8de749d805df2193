import { checkIsolation } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { directory } from '@plinth/directory'
import { testApp } from '../../_setup/app.ts'
import { directoryContract } from './directory-contract.ts'

test('nobody learns of or touches tenants and organizations that are not theirs', { timeout: 300_000 }, async () => {
  await using app = await testApp({ modules: [directory] })
  const report = await checkIsolation(app, {
    samples: directoryContract.samples,
    organizationColumns: { organizations: 'id' },
    rows: {
      tenants: ({ tenantId }) => ({ id: tenantId, is_active: true, deleted_at: null }),
      organizations: () => ({ is_active: true, deleted_at: null }),
    },
    unreached: {
      'POST /directory/organizations': 'an attack names one organization as parent and child; see isolation.test.ts',
      'PUT /directory/organizations': 'an attack names one organization as itself, parent and child',
      'DELETE /directory/organizations': 'the callers belong to the organization, which they may not delete',
      'POST /directory/tenants': 'for super admins, who are no attackers',
      'DELETE /directory/tenants': 'for super admins, who are no attackers',
    },
    // Look-ups tell strangers the entry of an exact token on purpose (decision 15).
    routes: app.platform.modules
      .flatMap(({ routes = [] }) => routes)
      .filter(({ path }) => !path.endsWith('/lookup'))
      .map(({ method, path }) => `${method} ${path}`),
  })
  expect(report.tables).toBe(2)
})
