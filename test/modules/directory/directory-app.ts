import { type Caller } from '@plinth/core'
import { toCaller } from '@plinth/core/internal'
import { tenantA, tenantB, type TestPlatform, type TestPlatformOptions } from '@plinth/testing'
import { defineDirectory, type DirectoryOptions, provisionTenant } from '@plinth/directory'
import { manager } from '@plinth/directory/testing'
import { testApp } from '../../_setup/app.ts'

export { createBelow, homeless, manager, superAdmin } from '@plinth/directory/testing'

type Options = Omit<TestPlatformOptions, 'postgresUrl' | 'modules'> &
  Partial<Pick<TestPlatformOptions, 'modules'>> &
  DirectoryOptions

/** A platform with the directory and two tenants that have one organization each: `Acme Corp` and `Beta Corp`. */
export async function directoryApp({
  modules = [],
  maxOrganizations,
  ...options
}: Options = {}): Promise<TestPlatform> {
  const directory = defineDirectory({ ...(maxOrganizations !== undefined && { maxOrganizations }) })
  const app = await testApp({ modules: [directory, ...modules], ...options })
  for (const [{ id, organization }, name] of [
    [tenantA, 'Acme'],
    [tenantB, 'Beta'],
  ] as const) {
    const scope = { tenantId: id, organizationId: organization, organizationIds: null }
    await app.platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
      run(provisionTenant, { tenantName: `${name} Tenant`, organizationName: `${name} Corp` }),
    )
  }
  return app
}

/** Somebody who manages these organizations and no others. */
export const limitedTo = (...organizationIds: string[]) => ({ ...manager, organizationIds })

/** A caller who may choose `allowed`, and has chosen `selected`. */
export function choosing(selected: readonly string[] | null, allowed: readonly string[] | null): Caller {
  const base = toCaller({
    actor: 'platform',
    reason: 'test',
    scope: { tenantId: tenantA.id, organizationId: selected?.[0] ?? null, organizationIds: selected },
  })
  return {
    ...base,
    actor: { ...base.actor, kind: 'user', allowedOrganizationIds: allowed, homeTenantId: tenantA.id },
  }
}

/** Every organization of tenant A that is not deleted, with its parent. */
export async function parentsOf(app: TestPlatform): Promise<Record<string, string | null>> {
  const rows = await app.sql('select id, parent_id from organizations where tenant_id = $1 and deleted_at is null', [
    tenantA.id,
  ])
  return Object.fromEntries(rows.map(({ id, parent_id }) => [id, parent_id]))
}
