import { type Client, tenantA, tenantB, type TestPlatform } from '@plinth/testing'

export { addRole, addUser, superAdminOf } from '@plinth/auth/testing'

/** Gives tenant A the second organization of the kit, below the first, and answers its id. */
export async function addOrganization(
  app: TestPlatform,
  name = 'Branch',
  parent: string | null = tenantA.organization,
) {
  const id = tenantA.otherOrganization
  await app.sql(`insert into organizations (tenant_id, id, parent_id, name, slug) values ($1, $2, $3, $4, $5)`, [
    tenantA.id,
    id,
    parent,
    name,
    name.toLowerCase(),
  ])
  return id
}

/** Somebody of tenant A with every right of this module. */
export const adminOf = (app: TestPlatform): Client => app.as({ features: ['auth.*'] })

/** The same, confined to the kit's second organization. */
export const branchAdminOf = (app: TestPlatform): Client =>
  app.as({ features: ['auth.*'], organizationIds: [tenantA.otherOrganization] })

/** The id of a seeded account. */
export async function idOf(app: TestPlatform, email: string, tenantId: string = tenantA.id): Promise<string> {
  const rows = await app.sql('select id from users where tenant_id = $1 and email = $2', [tenantId, email])
  return rows[0]?.['id'] as string
}

/** The id of a tenant's role. */
export async function roleOf(app: TestPlatform, name: string, tenantId: string = tenantA.id): Promise<string> {
  const rows = await app.sql('select id from roles where tenant_id = $1 and name = $2', [tenantId, name])
  return rows[0]?.['id'] as string
}

/** An id that nobody has. */
export const nobody = 'f0000000-0000-4000-8000-00000000000f'
export { tenantA, tenantB }
