import { type Client, type Persona, tenantA, tenantB, type TestPlatform, type TestResponse } from '@plinth/testing'
import { PASSWORD } from './accounts.ts'

export const superAdminOf = (app: TestPlatform): Client => app.as({ isSuperAdmin: true })

/** Creates a user and returns its id. */
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

/** Creates a role, grants it rights if any are given, and returns its id. */
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

/**
 * Creates the account of a persona, with a role that has its features, and returns a persona that acts as this account with
 * `app.as`. Without an account the persona's id refers to nobody, so an API key it creates would not work.
 *
 * @example
 * const manager = app.as(await addAccount(app, { features: ['api_keys.*', 'tags.view'] }))
 */
export async function addAccount(app: TestPlatform, persona: Persona = {}): Promise<Persona> {
  const { tenantId = tenantA.id, features = [], isSuperAdmin = false, organizationIds = null, kind = 'user' } = persona
  if (kind !== 'user' || persona.userId !== undefined)
    throw new Error('The persona of an account must be a user without a userId')
  const home = tenantId === tenantA.id ? tenantA.organization : tenantId === tenantB.id ? tenantB.organization : null
  const organizationId = persona.organizationId ?? organizationIds?.[0] ?? home
  const email = persona.email ?? `${crypto.randomUUID().slice(0, 8)}@acme.com`
  const admin = app.as({ isSuperAdmin: true, tenantId })
  const name = `Role of ${email}`
  const roleId = idOf(await admin.post('/auth/roles', { name, tenantId }))
  const rights = {
    features: features.map((feature) => (typeof feature === 'string' ? feature : feature.id)),
    organizations: organizationIds,
    isSuperAdmin,
  }
  expectOk(await admin.put('/auth/roles/acl', { roleId, tenantId, ...rights }))
  const userId = idOf(await admin.post('/auth/users', { email, password: PASSWORD, organizationId, roles: [roleId] }))
  return { ...persona, userId, email, organizationId }
}

function expectOk(answer: TestResponse): TestResponse {
  if (answer.status >= 300) throw new Error(answer.text)
  return answer
}

const idOf = (answer: TestResponse) => expectOk(answer).body.id as string
