import { type Session, systemSession } from '@plinth/core'
import { type Client, tenantA, tenantB, type TestPlatform, type TestPlatformOptions } from '@plinth/core/testing'
import { directory, features, provisionTenant } from '@plinth/directory'
import { testApp } from '../../_setup/app.ts'

type Options = Omit<TestPlatformOptions, 'postgresUrl' | 'modules'> & Partial<Pick<TestPlatformOptions, 'modules'>>

/** A platform with the directory and two tenants that have one organization each: `Acme Corp` and `Beta Corp`. */
export async function directoryApp({ modules = [], ...options }: Options = {}): Promise<TestPlatform> {
  const app = await testApp({ modules: [directory, ...modules], ...options })
  for (const [{ id, organization }, name] of [
    [tenantA, 'Acme'],
    [tenantB, 'Beta'],
  ] as const) {
    const scope = { tenantId: id, organizationId: organization, organizationIds: null }
    await app.platform.as(systemSession('test', scope), ({ run }) =>
      run(provisionTenant, { tenantName: `${name} Tenant`, organizationName: `${name} Corp` }),
    )
  }
  return app
}

export const manager = { features: [features['organizations.view'], features['organizations.manage']] }
/** Works in no organization of their own, so that they may delete any. */
export const homeless = { ...manager, organizationId: null }
export const superAdmin = { isSuperAdmin: true, organizationId: null }

/** Somebody who manages these organizations and no others. */
export const limitedTo = (...organizationIds: string[]) => ({ ...manager, organizationIds })

/** A session of somebody who may choose `allowed`, and has chosen `selected`. */
export function choosing(selected: readonly string[] | null, allowed: readonly string[] | null): Session {
  const base = systemSession('test', {
    tenantId: tenantA.id,
    organizationId: selected?.[0] ?? null,
    organizationIds: selected,
  })
  return {
    ...base,
    actor: { ...base.actor, kind: 'user', allowedOrganizationIds: allowed, homeTenantId: tenantA.id },
  }
}

/** Creates an organization and answers its id. */
export async function createBelow(client: Client, name: string, parentId: string | null = null): Promise<string> {
  const { status, body } = await client.post('/directory/organizations', { name, parentId })
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.id
}

/** Every organization of tenant A that is not deleted, with its parent. */
export async function parentsOf(app: TestPlatform): Promise<Record<string, string | null>> {
  const rows = await app.sql('select id, parent_id from organizations where tenant_id = $1 and deleted_at is null', [
    tenantA.id,
  ])
  return Object.fromEntries(rows.map(({ id, parent_id }) => [id, parent_id]))
}
