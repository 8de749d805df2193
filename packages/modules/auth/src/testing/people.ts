import { type Client, tenantA, type TestPlatform } from '@plinth/core/testing'

export const superAdminOf = (app: TestPlatform): Client => app.as({ isSuperAdmin: true })

/** Creates a user and returns the id. */
export async function addUser(client: Client, fields: object = {}): Promise<string> {
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

/** Creates a role, gives it rights when some are named, and returns the id. */
export async function addRole(client: Client, name: string, rights?: object): Promise<string> {
  const answer = await client.post('/auth/roles', { name, tenantId: tenantA.id })
  if (answer.status !== 201) throw new Error(answer.text)
  const roleId = answer.body.id
  if (rights) {
    const granted = await client.put('/auth/roles/acl', { roleId, ...rights })
    if (granted.status !== 200) throw new Error(granted.text)
  }
  return roleId
}
