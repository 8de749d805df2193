import { addRole, superAdminOf } from '@plinth/auth/testing'
import type { Caller } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import {
  type ModuleFixtures,
  type Persona,
  type Sample,
  tenantA,
  type TestPlatform,
  type UndoExample,
} from '@plinth/testing'
import { changeGroup, mapGroup, provisionGroup, removeGroup } from '../commands/groups.ts'
import { changeUser, provisionUser, removeUser, reprovision } from '../commands/users.ts'

const manager: Persona = { features: ['scim.*'] }
const unknown = '99999999-9999-4999-8999-999999999999'
const SERVICE = '5c100000-0000-4000-8000-000000000000'

/** The service account of an identity provider, with every right. */
const provider: Caller = {
  actor: {
    id: `api_key:${SERVICE}`,
    kind: 'api_key',
    userId: null,
    email: null,
    roles: [],
    isSuperAdmin: false,
    grants: compileGrants(['*']),
    allowedOrganizationIds: null,
    homeTenantId: tenantA.id,
    homeOrganizationId: tenantA.organization,
    sessionId: null,
  },
  scope: { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null },
}

const user = (more: object = {}) => ({
  userName: `${crypto.randomUUID().slice(0, 8)}@scim.example`,
  name: { givenName: 'Ann', familyName: 'Example' },
  ...more,
})

async function make(app: TestPlatform, path: string, body: object): Promise<string> {
  const answer = await app.as(provider).post(`/scim/v2/${path}`, body)
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

const makeUser = (app: TestPlatform) => make(app, 'Users', user())
const makeGroup = (app: TestPlatform, more: object = {}) =>
  make(app, 'Groups', { displayName: crypto.randomUUID(), ...more })
const makeTeam = async (app: TestPlatform) =>
  (await superAdminOf(app).post('/auth/teams', { name: crypto.randomUUID() })).body.id as string
const patchOf = (value: unknown) => ({ Operations: [{ op: 'replace', value }] })

function samplesOf(name: 'User' | 'Group'): Sample[] {
  const one = name === 'User' ? makeUser : (app: TestPlatform) => makeGroup(app)
  const body = () => (name === 'User' ? user() : { displayName: crypto.randomUUID() })
  const base = `/scim/v2/${name}s`
  const item = `${base}/{id}`
  const named = async (app: TestPlatform) => ({ params: { id: await one(app) } })
  const stale = { 'if-match': 'W/"stale"' }
  const changed = { displayName: 'Other' }
  let taken: object
  return [
    { route: `GET ${base}`, as: provider, request: { query: { filter: 'id pr' } }, expect: 200 },
    { route: `GET ${base}`, as: provider, request: { query: { filter: 'no such eq' } }, expect: 400 },
    { route: `POST ${base}`, as: provider, request: () => ({ body: (taken = body()) }), expect: 201 },
    { route: `POST ${base}`, as: provider, request: () => ({ body: taken }), expect: 409 },
    { route: `POST ${base}`, as: provider, request: { body: {} }, expect: 400 },
    { route: `POST ${base}/.search`, as: provider, request: { body: { filter: 'id pr' } }, expect: 200 },
    { route: `POST ${base}/.search`, as: provider, request: { body: { filter: 'no such eq' } }, expect: 400 },
    { route: `GET ${item}`, as: provider, request: named, expect: 200 },
    { route: `GET ${item}`, as: provider, request: { params: { id: unknown } }, expect: 404 },
    {
      route: `PUT ${item}`,
      as: provider,
      request: async (app) => ({ ...(await named(app)), body: body() }),
      expect: 200,
    },
    { route: `PUT ${item}`, as: provider, request: async (app) => ({ ...(await named(app)), body: {} }), expect: 400 },
    { route: `PUT ${item}`, as: provider, request: { params: { id: unknown }, body: {} }, expect: 404 },
    {
      route: `PUT ${item}`,
      as: provider,
      request: async (app) => ({ ...(await named(app)), body: taken }),
      expect: 409,
    },
    {
      route: `PUT ${item}`,
      as: provider,
      request: async (app) => ({ ...(await named(app)), body: body(), headers: stale }),
      expect: 412,
    },
    {
      route: `PATCH ${item}`,
      as: provider,
      request: async (app) => ({ ...(await named(app)), query: { attributes: 'id' }, body: patchOf(changed) }),
      expect: 200,
    },
    {
      route: `PATCH ${item}`,
      as: provider,
      request: async (app) => ({ ...(await named(app)), body: {} }),
      expect: 400,
    },
    {
      route: `PATCH ${item}`,
      as: provider,
      request: { params: { id: unknown }, body: patchOf({ displayName: 'x' }) },
      expect: 404,
    },
    {
      route: `PATCH ${item}`,
      as: provider,
      request: async (app) => ({ ...(await named(app)), body: patchOf(taken) }),
      expect: 409,
    },
    {
      route: `PATCH ${item}`,
      as: provider,
      request: async (app) => ({ ...(await named(app)), body: patchOf(changed), headers: stale }),
      expect: 412,
    },
    { route: `DELETE ${item}`, as: provider, request: named, expect: 204 },
    { route: `DELETE ${item}`, as: provider, request: { params: { id: unknown } }, expect: 404 },
    {
      route: `DELETE ${item}`,
      as: provider,
      request: async (app) => ({ ...(await named(app)), headers: stale }),
      expect: 412,
    },
  ]
}

const examples: readonly UndoExample[] = [
  { command: provisionUser, as: provider, input: () => ({ body: user({ externalId: 'x' }) }) },
  {
    command: changeUser,
    as: provider,
    input: async (app: TestPlatform) => ({
      id: await makeUser(app),
      change: { kind: 'replace', body: user({ active: false, externalId: 'y' }) },
    }),
  },
  { command: removeUser, as: provider, input: async (app: TestPlatform) => ({ id: await makeUser(app) }) },
  {
    command: reprovision,
    input: async (app: TestPlatform) => {
      await app.as(provider).del(`/scim/v2/Users/${await makeUser(app)}`)
      return { serviceAccountId: SERVICE, since: '2020-01-01T00:00:00Z' }
    },
  },
  {
    command: provisionGroup,
    as: provider,
    input: async (app: TestPlatform) => ({
      body: { displayName: crypto.randomUUID(), members: [{ value: await makeUser(app) }] },
    }),
  },
  {
    command: changeGroup,
    as: provider,
    input: async (app: TestPlatform) => {
      const before = await makeUser(app)
      const id = await makeGroup(app, { members: [{ value: before }] })
      const roleId = await addRole(superAdminOf(app), `Role ${crypto.randomUUID()}`, { features: ['auth.users.list'] })
      await superAdminOf(app).put('/scim/groups', { id, roleId, teamId: await makeTeam(app) })
      const body = { displayName: crypto.randomUUID(), externalId: 'y', members: [{ value: await makeUser(app) }] }
      return { id, change: { kind: 'replace', body } }
    },
  },
  {
    command: removeGroup,
    as: provider,
    input: async (app: TestPlatform) => ({ id: await makeGroup(app, { members: [{ value: await makeUser(app) }] }) }),
  },
  {
    command: mapGroup,
    input: async (app: TestPlatform) => ({
      id: await makeGroup(app, { members: [{ value: await makeUser(app) }] }),
      roleId: await addRole(superAdminOf(app), `Role ${crypto.randomUUID()}`),
      teamId: await makeTeam(app),
    }),
  },
]

/** Test fixtures of provisioning. The provider is a service account that only the tests know. */
export const scimFixtures: ModuleFixtures = {
  contract: {
    open: [],
    samples: [
      ...['ServiceProviderConfig', 'ResourceTypes', 'Schemas'].map((name): Sample => ({
        route: `GET /scim/v2/${name}`,
        as: provider,
        expect: 200,
      })),
      ...['ResourceTypes/User', 'Schemas/urn:ietf:params:scim:schemas:core:2.0:User'].flatMap((path): Sample[] => {
        const [name, id] = path.split('/') as [string, string]
        const route = `GET /scim/v2/${name}/{id}`
        return [
          { route, as: provider, request: { params: { id } }, expect: 200 },
          { route, as: provider, request: { params: { id: 'none' } }, expect: 404 },
        ]
      }),
      ...samplesOf('User'),
      ...samplesOf('Group'),
      { route: 'POST /scim/v2/.search', as: provider, request: { body: { filter: 'id pr' } }, expect: 200 },
      { route: 'POST /scim/v2/.search', as: provider, request: { body: { filter: 'no such eq' } }, expect: 400 },
      { route: 'POST /scim/v2/Bulk', as: provider, request: { body: { Operations: [] } }, expect: 200 },
      { route: 'POST /scim/v2/Bulk', as: provider, request: { body: {} }, expect: 400 },
      { route: 'GET /scim/groups', as: manager, expect: 200 },
      {
        route: 'PUT /scim/groups',
        as: manager,
        request: async (app) => ({ body: { id: await makeGroup(app), roleId: null } }),
        expect: 200,
      },
      {
        route: 'PUT /scim/groups',
        as: { features: ['scim.*', 'auth.*'] },
        request: async (app) => ({ body: { id: await makeGroup(app), teamId: await makeTeam(app) } }),
        expect: 200,
      },
      { route: 'PUT /scim/groups', as: manager, request: { body: {} }, expect: 400 },
      { route: 'PUT /scim/groups', as: manager, request: { body: { id: unknown, roleId: null } }, expect: 404 },
      {
        route: 'POST /scim/reactivate',
        as: manager,
        request: { body: { serviceAccountId: unknown, since: '2030-01-01T00:00:00Z' } },
        expect: 200,
      },
      { route: 'POST /scim/reactivate', as: manager, request: { body: {} }, expect: 400 },
    ],
  },
  isolation: {
    unrecorded: ['scim_leavers'],
    idTables: {
      'PUT /scim/groups id': 'scim_groups',
      'POST /scim/reactivate serviceAccountId': 'service_accounts',
    },
    rows: {
      scim_users: () => ({ attributes: '{}', deleted_at: null, deactivated_at: null }),
      scim_groups: () => ({ role_id: null, team_id: null }),
      scim_leavers: ({ idIn }) => ({ id: idIn('scim_members'), group_id: idIn('scim_groups') }),
    },
    unreached: {
      'GET /scim/v2/ResourceTypes/{id}': 'the same for every tenant',
      'GET /scim/v2/Schemas/{id}': 'the same for every tenant',
      ...Object.fromEntries(
        ['GET', 'PUT', 'PATCH', 'DELETE'].flatMap((method) =>
          ['Users', 'Groups'].map((name) => [
            `${method} /scim/v2/${name}/{id}`,
            'made-up resources belong to no service account that asks; see scim.test.ts',
          ]),
        ),
      ),
    },
  },
  undo: { examples },
}
