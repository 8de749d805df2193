import { type Sample, tenantA, type TestPlatform } from '@plinth/testing'
import { addRole, addUser, superAdminOf } from './people.ts'

const admin = { features: ['auth.*'] }
const unknown = '99999999-9999-4999-8999-999999999999'
const unique = (kind: string) => `${kind}-${crypto.randomUUID().slice(0, 8)}`
const newUser = () => ({
  email: `${unique('user')}@acme.com`,
  password: 'Secret-123',
  organizationId: tenantA.organization,
})
const user = (app: TestPlatform) => addUser(superAdminOf(app))
const role = (app: TestPlatform) => addRole(superAdminOf(app), unique('Role'))

const users: readonly Sample[] = [
  { route: 'GET /auth/users', as: admin, expect: 200 },
  { route: 'GET /auth/users', as: admin, request: { query: { id: 'x'.repeat(201) } }, expect: 400 },
  { route: 'POST /auth/users', as: admin, request: () => ({ body: newUser() }), expect: 201 },
  { route: 'POST /auth/users', as: admin, request: { body: {} }, expect: 400 },
  {
    route: 'PUT /auth/users',
    as: admin,
    request: async (app) => ({ body: { id: await user(app), name: 'Changed' } }),
    expect: 200,
  },
  { route: 'PUT /auth/users', as: admin, request: { body: {} }, expect: 400 },
  { route: 'PUT /auth/users', as: admin, request: { body: { id: unknown, name: 'Changed' } }, expect: 404 },
  { route: 'DELETE /auth/users', as: admin, request: async (app) => ({ query: { id: await user(app) } }), expect: 200 },
  { route: 'DELETE /auth/users', as: admin, request: { query: { id: unknown } }, expect: 404 },
  {
    route: 'POST /auth/users/hand-over',
    as: admin,
    request: async (app) => ({ body: { fromUserId: await user(app), toUserId: await user(app) } }),
    expect: 200,
  },
  { route: 'POST /auth/users/hand-over', as: admin, request: { body: {} }, expect: 400 },
  {
    route: 'GET /auth/users/acl',
    as: admin,
    request: async (app) => ({ query: { userId: await user(app) } }),
    expect: 200,
  },
  { route: 'GET /auth/users/acl', as: admin, expect: 400 },
  {
    route: 'PUT /auth/users/acl',
    as: admin,
    request: async (app) => ({ body: { userId: await user(app), features: ['auth.users.list'] } }),
    expect: 200,
  },
  { route: 'PUT /auth/users/acl', as: admin, request: { body: {} }, expect: 400 },
  {
    route: 'GET /auth/users/row-policies',
    as: admin,
    request: async (app) => ({ query: { userId: await user(app) } }),
    expect: 200,
  },
  { route: 'GET /auth/users/row-policies', as: admin, expect: 400 },
  {
    route: 'PUT /auth/users/row-policies',
    as: admin,
    request: async (app) => {
      const userId = await user(app)
      await superAdminOf(app).put('/auth/users/acl', { userId, features: ['auth.users.list'] })
      return { body: { userId, policies: {} } }
    },
    expect: 200,
  },
  {
    route: 'PUT /auth/users/row-policies',
    as: admin,
    request: async (app) => ({ body: { userId: await user(app), policies: {} } }),
    expect: 400,
  },
  {
    route: 'GET /auth/users/field-policies',
    as: admin,
    request: async (app) => ({ query: { userId: await user(app) } }),
    expect: 200,
  },
  { route: 'GET /auth/users/field-policies', as: admin, expect: 400 },
  {
    route: 'PUT /auth/users/field-policies',
    as: admin,
    request: async (app) => {
      const userId = await user(app)
      await superAdminOf(app).put('/auth/users/acl', { userId, features: ['auth.users.list'] })
      return { body: { userId, policies: {} } }
    },
    expect: 200,
  },
  {
    route: 'PUT /auth/users/field-policies',
    as: admin,
    request: async (app) => ({ body: { userId: await user(app), policies: {} } }),
    expect: 400,
  },
]

const roles: readonly Sample[] = [
  { route: 'GET /auth/roles', as: admin, expect: 200 },
  { route: 'GET /auth/roles', as: admin, request: { query: { id: 'x'.repeat(201) } }, expect: 400 },
  { route: 'POST /auth/roles', as: admin, request: () => ({ body: { name: unique('Role') } }), expect: 201 },
  { route: 'POST /auth/roles', as: admin, request: { body: {} }, expect: 400 },
  {
    route: 'PUT /auth/roles',
    as: admin,
    request: async (app) => ({ body: { id: await role(app), name: unique('Role') } }),
    expect: 200,
  },
  { route: 'PUT /auth/roles', as: admin, request: { body: {} }, expect: 400 },
  { route: 'PUT /auth/roles', as: admin, request: { body: { id: unknown, name: 'Changed' } }, expect: 404 },
  { route: 'DELETE /auth/roles', as: admin, request: async (app) => ({ query: { id: await role(app) } }), expect: 200 },
  { route: 'DELETE /auth/roles', as: admin, request: { query: { id: unknown } }, expect: 404 },
  {
    route: 'GET /auth/roles/acl',
    as: admin,
    request: async (app) => ({ query: { roleId: await role(app) } }),
    expect: 200,
  },
  { route: 'GET /auth/roles/acl', as: admin, expect: 400 },
  { route: 'GET /auth/roles/acl', as: admin, request: { query: { roleId: unknown } }, expect: 404 },
  {
    route: 'PUT /auth/roles/acl',
    as: admin,
    request: async (app) => ({ body: { roleId: await role(app), features: ['auth.users.list'] } }),
    expect: 200,
  },
  { route: 'PUT /auth/roles/acl', as: admin, request: { body: {} }, expect: 400 },
  { route: 'PUT /auth/roles/acl', as: admin, request: { body: { roleId: unknown, features: [] } }, expect: 404 },
  {
    route: 'GET /auth/roles/row-policies',
    as: admin,
    request: async (app) => ({ query: { roleId: await role(app) } }),
    expect: 200,
  },
  { route: 'GET /auth/roles/row-policies', as: admin, expect: 400 },
  { route: 'GET /auth/roles/row-policies', as: admin, request: { query: { roleId: unknown } }, expect: 404 },
  {
    route: 'PUT /auth/roles/row-policies',
    as: admin,
    request: async (app) => ({ body: { roleId: await role(app), policies: {} } }),
    expect: 200,
  },
  {
    route: 'PUT /auth/roles/row-policies',
    as: admin,
    request: async (app) => ({ body: { roleId: await role(app), policies: { 'auth.role': { read: {} } } } }),
    expect: 400,
  },
  {
    route: 'PUT /auth/roles/row-policies',
    as: admin,
    request: { body: { roleId: unknown, policies: {} } },
    expect: 404,
  },
  { route: 'GET /auth/row-policies', as: admin, expect: 200 },
  {
    route: 'POST /auth/roles/row-policies/try',
    as: admin,
    request: async (app) => ({ body: { roleId: await role(app), policies: {}, userIds: [await user(app)] } }),
    expect: 200,
  },
  {
    route: 'POST /auth/roles/row-policies/try',
    as: admin,
    request: { body: { roleId: unknown, policies: {}, userIds: [unknown] } },
    expect: 404,
  },
  {
    route: 'GET /auth/roles/field-policies',
    as: admin,
    request: async (app) => ({ query: { roleId: await role(app) } }),
    expect: 200,
  },
  { route: 'GET /auth/roles/field-policies', as: admin, expect: 400 },
  { route: 'GET /auth/roles/field-policies', as: admin, request: { query: { roleId: unknown } }, expect: 404 },
  {
    route: 'PUT /auth/roles/field-policies',
    as: admin,
    request: async (app) => ({ body: { roleId: await role(app), policies: {} } }),
    expect: 200,
  },
  {
    route: 'PUT /auth/roles/field-policies',
    as: admin,
    request: async (app) => ({ body: { roleId: await role(app), policies: { 'auth.role': { read: ['name'] } } } }),
    expect: 400,
  },
  {
    route: 'PUT /auth/roles/field-policies',
    as: admin,
    request: { body: { roleId: unknown, policies: {} } },
    expect: 404,
  },
  { route: 'GET /auth/field-policies', as: admin, expect: 200 },
]

const documents: readonly Sample[] = [
  {
    route: 'GET /auth/roles/export',
    as: admin,
    request: async (app) => ({ query: { roleId: await role(app) } }),
    expect: 200,
  },
  { route: 'GET /auth/roles/export', as: admin, expect: 400 },
  { route: 'GET /auth/roles/export', as: admin, request: { query: { roleId: unknown } }, expect: 404 },
  {
    route: 'POST /auth/roles/import',
    as: admin,
    request: () => ({ body: { document: documentOf(['auth.users.list']) } }),
    expect: 200,
  },
  {
    route: 'POST /auth/roles/import',
    as: admin,
    request: { body: { document: documentOf(['auth.unknown']) } },
    expect: 400,
  },
  {
    route: 'POST /auth/roles/import',
    as: admin,
    request: () => ({ body: { roleId: unknown, document: documentOf([]) } }),
    expect: 404,
  },
]

function documentOf(features: readonly string[]) {
  return { format: 'plinth.role.v1', name: unique('Role'), features }
}

const views: readonly Sample[] = [
  {
    route: 'POST /auth/view-as',
    as: admin,
    request: async (app) => ({ body: { userId: await user(app) } }),
    expect: 200,
  },
  { route: 'POST /auth/view-as', as: admin, request: { body: {} }, expect: 400 },
  { route: 'POST /auth/view-as', as: admin, request: { body: { userId: unknown } }, expect: 404 },
  { route: 'DELETE /auth/view-as', as: admin, expect: 200 },
]

const team = async (app: TestPlatform, fields: object = {}) =>
  (await superAdminOf(app).post('/auth/teams', { name: unique('Team'), ...fields })).body.id as string

const teams: readonly Sample[] = [
  { route: 'GET /auth/teams', as: admin, expect: 200 },
  { route: 'GET /auth/teams', as: admin, request: { query: { search: 'x'.repeat(201) } }, expect: 400 },
  { route: 'POST /auth/teams', as: admin, request: () => ({ body: { name: unique('Team') } }), expect: 201 },
  { route: 'POST /auth/teams', as: admin, request: { body: { name: 'A', parentId: unknown } }, expect: 400 },
  {
    route: 'PUT /auth/teams',
    as: admin,
    request: async (app) => ({ body: { id: await team(app), name: unique('Team') } }),
    expect: 200,
  },
  {
    route: 'PUT /auth/teams',
    as: admin,
    request: async (app) => ({ body: { id: await team(app), parentId: await team(app) } }),
    expect: 200,
  },
  { route: 'PUT /auth/teams', as: admin, request: { body: { id: unknown, name: 'Changed' } }, expect: 404 },
  { route: 'DELETE /auth/teams', as: admin, request: async (app) => ({ query: { id: await team(app) } }), expect: 200 },
  { route: 'DELETE /auth/teams', as: admin, request: { query: { id: unknown } }, expect: 404 },
  {
    route: 'DELETE /auth/teams',
    as: admin,
    request: async (app) => {
      const id = await team(app)
      await team(app, { parentId: id })
      return { query: { id } }
    },
    expect: 400,
  },
  { route: 'GET /auth/teams/members', as: admin, expect: 200 },
  { route: 'GET /auth/teams/members', as: admin, request: { query: { teamId: 'x'.repeat(201) } }, expect: 400 },
  {
    route: 'PUT /auth/teams/members',
    as: admin,
    request: async (app) => ({ body: { teamId: await team(app), add: [] } }),
    expect: 200,
  },
  {
    route: 'PUT /auth/teams/members',
    as: admin,
    request: async (app) => ({ body: { teamId: await team(app), add: [await user(app)] } }),
    expect: 200,
  },
  { route: 'PUT /auth/teams/members', as: admin, request: { body: {} }, expect: 400 },
  { route: 'PUT /auth/teams/members', as: admin, request: { body: { teamId: unknown, add: [] } }, expect: 404 },
]

/** Contract samples of users, roles and rights. */
export const administrationSamples: readonly Sample[] = [
  ...users,
  ...roles,
  ...documents,
  ...views,
  ...teams,
  {
    route: 'GET /auth/access/explain',
    as: admin,
    request: async (app) => ({ query: { userId: await user(app), feature: 'auth.users.list' } }),
    expect: 200,
  },
  { route: 'GET /auth/access/explain', as: admin, expect: 400 },
  { route: 'GET /auth/access/explain', as: admin, request: { query: { userId: unknown, feature: 'x' } }, expect: 404 },
  { route: 'GET /auth/access/holders', as: admin, request: { query: { feature: 'auth.users.list' } }, expect: 200 },
  { route: 'GET /auth/access/holders', as: admin, expect: 400 },
  {
    route: 'GET /auth/access/holders',
    as: admin,
    request: { query: { feature: 'auth.users.list', kind: 'auth.user', recordId: unknown } },
    expect: 404,
  },
  { route: 'POST /auth/feature-check', as: admin, request: { body: { features: ['auth.users.list'] } }, expect: 200 },
  { route: 'GET /auth/features', as: admin, expect: 200 },
]
