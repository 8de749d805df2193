import { type ModuleFixtures, type Persona, tenantA, type TestPlatform, type UndoExample } from '@plinth/testing'
import { createConnection, deleteConnection, updateConnection } from '../commands/connections.ts'
import { addDomain } from '../commands/domains.ts'

const manager: Persona = { features: ['sso.*'] }
const person: Persona = {}
const unknown = '99999999-9999-4999-8999-999999999999'

/** A provider that is not contacted. */
const connection = (fields: object = {}) => ({
  name: 'Provider',
  // Reserved for documentation, and rejected like every address that is not public.
  issuer: 'https://192.0.2.1',
  clientId: 'plinth',
  secret: 'a client secret',
  homeOrganizationId: tenantA.organization,
  ...fields,
})

/** Creates a connection and returns its id. */
async function addConnection(app: TestPlatform): Promise<string> {
  const answer = await app.as(manager).post('/sso/connections', connection())
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

/** The id of an account. */
async function someUser(app: TestPlatform): Promise<string> {
  const answer = await app.as({ features: ['auth.*'] }).get('/auth/users?pageSize=1')
  return answer.body.items[0].id
}

/** Creates a domain of a new connection and returns its id. */
async function addDomainTo(app: TestPlatform): Promise<string> {
  const connectionId = await addConnection(app)
  const domain = `d${crypto.randomUUID().slice(0, 8)}.example`
  const answer = await app.as(manager).post('/sso/domains', { connectionId, domain })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

const addTeam = async (app: TestPlatform) =>
  (await app.as({ features: ['*'] }).post('/auth/teams', { name: crypto.randomUUID() })).body.id as string

const examples: readonly UndoExample[] = [
  { command: createConnection, input: connection({ groupsClaim: 'groups' }) },
  {
    command: updateConnection,
    input: async (app: TestPlatform) => ({ id: await addConnection(app), name: 'Other', secret: 'another' }),
  },
  {
    command: updateConnection,
    name: 'with teams for groups',
    input: async (app: TestPlatform) => ({
      id: await addConnection(app),
      groupTeams: [{ group: 'staff', teamId: await addTeam(app) }],
    }),
  },
  { command: deleteConnection, input: async (app: TestPlatform) => ({ id: await addConnection(app) }) },
  {
    command: addDomain,
    input: async (app: TestPlatform) => ({ connectionId: await addConnection(app), domain: 'new.example' }),
  },
]

/** Test fixtures of single sign-on. Sign-ins need a provider: see the tests of this module. */
export const ssoFixtures: ModuleFixtures = {
  contract: {
    open: [
      'POST /sso/discover',
      'GET /sso/start/{connectionId}',
      'GET /sso/callback/{connectionId}',
      'POST /sso/backchannel-logout/{connectionId}',
    ],
    provenElsewhere: {
      'POST /sso/discover': [429],
      'GET /sso/start/{connectionId}': [429],
      'GET /sso/callback/{connectionId}': [429],
      'POST /sso/backchannel-logout/{connectionId}': [200, 429],
      'POST /sso/link': [200, 409],
      'POST /sso/connections': [409],
      'POST /sso/domains': [409],
      'POST /sso/logout': [200],
      'DELETE /sso/identities': [200, 409],
      'DELETE /sso/users/identities': [200],
    },
    samples: [
      { route: 'GET /sso/protocols', as: manager, expect: 200 },
      { route: 'GET /sso/connections', as: manager, expect: 200 },
      { route: 'POST /sso/connections', as: manager, request: { body: connection() }, expect: 201 },
      { route: 'POST /sso/connections', as: manager, request: { body: {} }, expect: 400 },
      {
        route: 'PUT /sso/connections',
        as: manager,
        request: async (app) => ({ body: { id: await addConnection(app), name: 'Renamed' } }),
        expect: 200,
      },
      { route: 'PUT /sso/connections', as: manager, request: { body: {} }, expect: 400 },
      { route: 'PUT /sso/connections', as: manager, request: { body: { id: unknown } }, expect: 404 },
      {
        route: 'DELETE /sso/connections',
        as: manager,
        request: async (app) => ({ query: { id: await addConnection(app) } }),
        expect: 200,
      },
      { route: 'DELETE /sso/connections', as: manager, expect: 400 },
      { route: 'DELETE /sso/connections', as: manager, request: { query: { id: unknown } }, expect: 404 },
      {
        route: 'POST /sso/connections/test',
        as: manager,
        request: async (app) => ({ body: { id: await addConnection(app) } }),
        expect: 200,
      },
      { route: 'POST /sso/connections/test', as: manager, request: { body: {} }, expect: 400 },
      { route: 'POST /sso/connections/test', as: manager, request: { body: { id: unknown } }, expect: 404 },
      { route: 'GET /sso/domains', as: manager, request: { query: { connectionId: unknown } }, expect: 200 },
      { route: 'GET /sso/domains', as: manager, expect: 400 },
      {
        route: 'POST /sso/domains',
        as: manager,
        request: async (app) => ({ body: { connectionId: await addConnection(app), domain: 'acme.example' } }),
        expect: 201,
      },
      { route: 'POST /sso/domains', as: manager, request: { body: {} }, expect: 400 },
      {
        route: 'POST /sso/domains',
        as: manager,
        request: { body: { connectionId: unknown, domain: 'other.example' } },
        expect: 404,
      },
      {
        route: 'POST /sso/domains/verify',
        as: manager,
        request: async (app) => ({ body: { id: await addDomainTo(app) } }),
        expect: 200,
      },
      { route: 'POST /sso/domains/verify', as: manager, request: { body: {} }, expect: 400 },
      { route: 'POST /sso/domains/verify', as: manager, request: { body: { id: unknown } }, expect: 404 },
      {
        route: 'DELETE /sso/domains',
        as: manager,
        request: async (app) => ({ query: { id: await addDomainTo(app) } }),
        expect: 200,
      },
      { route: 'DELETE /sso/domains', as: manager, expect: 400 },
      { route: 'DELETE /sso/domains', as: manager, request: { query: { id: unknown } }, expect: 404 },
      { route: 'POST /sso/discover', request: { body: { email: 'somebody@acme.com' } }, expect: 200 },
      { route: 'POST /sso/discover', request: { body: {} }, expect: 400 },
      { route: 'GET /sso/start/{connectionId}', request: { params: { connectionId: 'x' } }, expect: 400 },
      { route: 'GET /sso/start/{connectionId}', request: { params: { connectionId: unknown } }, expect: 404 },
      {
        route: 'GET /sso/start/{connectionId}',
        request: async (app) => ({ params: { connectionId: await addConnection(app) } }),
        expect: 302,
      },
      { route: 'GET /sso/callback/{connectionId}', request: { params: { connectionId: unknown } }, expect: 302 },
      { route: 'GET /sso/callback/{connectionId}', request: { params: { connectionId: 'x' } }, expect: 400 },
      {
        route: 'POST /sso/backchannel-logout/{connectionId}',
        request: { params: { connectionId: unknown }, body: { logout_token: 'x' } },
        expect: 404,
      },
      {
        route: 'POST /sso/backchannel-logout/{connectionId}',
        request: { params: { connectionId: unknown }, body: {} },
        expect: 400,
      },
      { route: 'POST /sso/link', as: manager, expect: 400 },
      { route: 'GET /sso/identities', as: person, expect: 200 },
      { route: 'GET /sso/identities', as: { kind: 'api_key' }, expect: 400 },
      { route: 'DELETE /sso/identities', as: person, expect: 400 },
      { route: 'DELETE /sso/identities', as: person, request: { query: { id: unknown } }, expect: 404 },
      {
        route: 'GET /sso/users/identities',
        as: manager,
        request: async (app) => ({ query: { userId: await someUser(app) } }),
        expect: 200,
      },
      { route: 'GET /sso/users/identities', as: manager, expect: 400 },
      { route: 'GET /sso/users/identities', as: manager, request: { query: { userId: unknown } }, expect: 404 },
      { route: 'DELETE /sso/users/identities', as: manager, expect: 400 },
      {
        route: 'DELETE /sso/users/identities',
        as: manager,
        request: { query: { userId: unknown, id: unknown } },
        expect: 404,
      },
      { route: 'POST /sso/logout', as: { kind: 'api_key' }, expect: 400 },
    ],
  },
  isolation: {
    idTables: {
      // What the provider calls its client.
      clientId: null,
      'POST /sso/connections homeOrganizationId': 'organizations',
      'PUT /sso/connections id': 'sso_connections',
      'PUT /sso/connections homeOrganizationId': 'organizations',
      'DELETE /sso/connections': 'sso_connections',
      'POST /sso/connections/test': 'sso_connections',
      'GET /sso/domains': 'sso_connections',
      'POST /sso/domains': 'sso_connections',
      'POST /sso/domains/verify': 'sso_domains',
      'DELETE /sso/domains': 'sso_domains',
      'GET /sso/start/{connectionId}': 'sso_connections',
      'GET /sso/callback/{connectionId}': 'sso_connections',
      'POST /sso/backchannel-logout/{connectionId}': 'sso_connections',
      'DELETE /sso/identities': 'sso_identities',
      'GET /sso/users/identities': 'users',
      'DELETE /sso/users/identities userId': 'users',
      'DELETE /sso/users/identities id': 'sso_identities',
    },
    unrecorded: ['sso_sessions', 'sso_spent_tokens'],
    secrets: { sso_connections: ['secret'], sso_sessions: ['id_token'] },
    rows: {
      sso_connections: ({ organizationId }) => ({
        home_organization_id: organizationId,
        protocol: 'oidc',
        settings: '{}',
        auth_method: 'none',
        issuer: 'https://192.0.2.1',
        secret: null,
        scopes: '{openid}',
        default_role_ids: '{}',
        group_roles: '[]',
        group_teams: '[]',
        break_glass_user_ids: '{}',
        is_active: false,
        is_enforced: false,
        asks_second_factor: false,
      }),
      sso_domains: () => ({ verified_domain: null, verified_at: null, missing_since: null, lapsed_at: null }),
      sso_sessions: () => ({}),
    },
    unreached: {
      'POST /sso/connections': 'made-up organizations are in no tree; see connections.test.ts',
      'GET /sso/start/{connectionId}': 'needs a provider; see sign-in.test.ts',
      'POST /sso/backchannel-logout/{connectionId}': 'needs a provider; see logout.test.ts',
      'POST /sso/link': 'needs somebody who came from a provider; see linking.test.ts',
      'POST /sso/logout': 'needs a session; see logout.test.ts',
    },
  },
  undo: { examples },
}
