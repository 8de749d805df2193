import { type Client, tenantA, tenantB, type TestPlatform } from '@plinth/core/testing'

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

export const superAdminOf = (app: TestPlatform): Client => app.as({ isSuperAdmin: true })

/** Creates a user and answers the id. */
export async function createUser(client: Client, fields: object = {}): Promise<string> {
  const email = `${crypto.randomUUID().slice(0, 8)}@acme.com`
  const answer = await client.post('/auth/users', {
    email,
    password: 'Secret-123',
    organizationId: tenantA.organization,
    ...fields,
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

/** Creates a role, gives it rights when some are named, and answers the id. */
export async function createRole(client: Client, name: string, rights?: object): Promise<string> {
  const answer = await client.post('/auth/roles', { name, tenantId: tenantA.id })
  if (answer.status !== 201) throw new Error(answer.text)
  const roleId = answer.body.id
  if (rights) {
    const granted = await client.put('/auth/roles/acl', { roleId, ...rights })
    if (granted.status !== 200) throw new Error(granted.text)
  }
  return roleId
}

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
