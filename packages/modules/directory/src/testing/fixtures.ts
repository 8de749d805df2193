import { type ModuleFixtures, type Prepare, tenantA, tenantB } from '@plinth/testing'
import { provisionTenant } from '../commands/provision-tenant.ts'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

/** Creates the kit's tenants with one organization each. */
const provisionTenants: Prepare = async ({ platform }) => {
  for (const { id, organization } of [tenantA, tenantB]) {
    const scope = { tenantId: id, organizationId: organization, organizationIds: null }
    const name = id === tenantA.id ? 'Acme' : 'Other & <Co>'
    await platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
      run(provisionTenant, { tenantName: name, organizationName: name }),
    )
  }
}

const reason = 'a look-up tells strangers the entry of an exact token on purpose'

/** Test fixtures of the directory. */
export const directoryFixtures: ModuleFixtures = {
  prepare: provisionTenants,
  contract,
  isolation: {
    organizationColumns: { organizations: 'id' },
    rows: {
      tenants: ({ tenantId }) => ({ id: tenantId, is_active: true, deleted_at: null }),
      organizations: () => ({ is_active: true, deleted_at: null }),
      write_suspensions: ({ tenantId }) => ({ id: tenantId, message: 'Closed', ends_at: '2020-01-01T00:00:00Z' }),
    },
    mayTell: {
      'GET /directory/tenants/lookup': ['tenants'],
      'GET /directory/organizations/lookup': ['organizations'],
    },
    tellsForeign: {
      'GET /directory/tenants/lookup': reason,
      'GET /directory/organizations/lookup': reason,
    },
    unreached: {
      'POST /directory/organizations': 'an attack names one organization as parent and child; see isolation.test.ts',
      'PUT /directory/organizations': 'an attack names one organization as itself, parent and child',
      'DELETE /directory/organizations': 'the callers belong to the organization, which they may not delete',
      'POST /directory/tenants': 'for super admins, who are no attackers',
      'DELETE /directory/tenants': 'for super admins, who are no attackers',
      'GET /directory/write-suspensions': 'for super admins, who are no attackers',
      'PUT /directory/write-suspensions': 'for super admins, who are no attackers',
      'DELETE /directory/write-suspensions': 'for super admins, who are no attackers',
    },
  },
  undo: { examples },
}
