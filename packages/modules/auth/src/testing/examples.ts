import {
  changeRoleSources,
  changeTeamMembers,
  changeTeamSources,
  createRole,
  createUser,
  deleteRole,
  deleteUser,
  importRole,
  listViews,
  saveSidebar,
  saveSignInPolicy,
  teams,
  updateRole,
  updateRoleAcl,
  updateRoleFields,
  updateRolePolicies,
  updateUser,
  updateUserAcl,
  updateUserFields,
  updateUserPolicies,
} from '../index.ts'
import { tenantA, tenantB, type TestPlatform, type UndoExample } from '@plinth/testing'
import { createBelow } from '@plinth/directory/testing'
import { updateOwnSettings } from '../commands/update-own-settings.ts'
import * as people from './people.ts'
import { addVisitor, visitor } from './visitor.ts'

const superAdmin = { isSuperAdmin: true, features: ['*'] }
const unique = () => crypto.randomUUID().slice(0, 8)
const role = (app: TestPlatform, rights?: object) =>
  people.addRole(people.superAdminOf(app), `Role ${unique()}`, rights)
const user = (app: TestPlatform, fields: object = {}) => people.addUser(people.superAdminOf(app), fields)

/** A user with all kinds of dependent rows: a role, rights, a sidebar, a second factor. */
async function rich(app: TestPlatform): Promise<string> {
  const id = await user(app, { roles: [await role(app, { features: ['auth.users.list'] })] })
  await people.superAdminOf(app).put('/auth/users/acl', { userId: id, features: ['auth.roles.list'] })
  await people.superAdminOf(app).put('/auth/teams/members', { teamId: await addTeam(app), add: [id] })
  await app.as({ ...superAdmin, userId: id }).put('/auth/sidebar/preferences', { groupOrder: ['a'] })
  const ids = [tenantA.id, id]
  await app.sql(
    `insert into second_factors (id, tenant_id, user_id, kind, name, secret)
      values (gen_random_uuid(), $1, $2, 'totp', 'App', 'a secret')`,
    ids,
  )
  await app.sql(
    `insert into recovery_codes (id, tenant_id, user_id, code_hash) values (gen_random_uuid(), $1, $2, 'a hash')`,
    ids,
  )
  return id
}

const users: readonly UndoExample[] = [
  {
    command: updateOwnSettings,
    input: async (app: TestPlatform) => ({
      userId: await user(app),
      timeZone: 'Europe/Madrid',
      language: 'es',
      weekStart: 'saturday',
      currency: 'EUR',
    }),
  },
  {
    command: createUser,
    name: 'with roles and an invitation',
    input: async (app: TestPlatform) => ({
      email: `${unique()}@acme.com`,
      organizationId: tenantA.organization,
      roles: [await role(app)],
      invite: 'de',
    }),
  },
  {
    command: updateUser,
    name: 'every field',
    input: async (app: TestPlatform) => ({
      id: await rich(app),
      email: `${unique()}@acme.com`,
      name: 'New name',
      passwordHash: 'another hash',
      organizationId: await createBelow(app.as(superAdmin), `Branch ${unique()}`),
      roles: [await role(app), await role(app)],
    }),
  },
  {
    command: updateUser,
    name: 'no roles any more',
    input: async (app: TestPlatform) => ({ id: await rich(app), roles: [] }),
  },
  {
    command: updateUser,
    name: 'deactivated',
    input: async (app: TestPlatform) => ({ id: await user(app), isActive: false }),
  },
  {
    command: updateUser,
    name: 'active again',
    input: async (app: TestPlatform) => ({ id: await user(app, { isActive: false }), isActive: true }),
  },
  {
    command: updateUser,
    name: 'to another tenant',
    as: superAdmin,
    input: async (app: TestPlatform) => ({ id: await rich(app), organizationId: tenantB.organization }),
  },
  {
    command: changeRoleSources,
    name: 'given and taken by a group, beside an administrator',
    as: superAdmin,
    input: async (app: TestPlatform) => {
      const [kept, given, taken] = [await role(app), await role(app), await role(app)]
      const userId = await user(app, { roles: [kept] })
      const source = `scim:${unique()}`
      const give = [kept, taken].map((roleId) => ({ userId, roleId }))
      await app.platform.actAs(app.callerOf(superAdmin), ({ run }) =>
        run(changeRoleSources, { source, give, take: [] }),
      )
      return { source, give: [{ userId, roleId: given }], take: give }
    },
  },
  {
    command: deleteUser,
    name: 'with all that belongs to it',
    as: superAdmin,
    input: async (app: TestPlatform) => ({ id: await rich(app) }),
  },
  {
    command: updateUserAcl,
    name: 'for the first time',
    as: superAdmin,
    input: async (app: TestPlatform) => ({
      userId: await user(app),
      isSuperAdmin: true,
      features: ['auth.*', 'directory.*'],
      organizations: [tenantA.organization],
    }),
  },
  {
    command: updateUserAcl,
    name: 'taken away',
    as: superAdmin,
    input: async (app: TestPlatform) => ({
      userId: await rich(app),
      isSuperAdmin: false,
      features: [],
      organizations: null,
    }),
  },
  {
    command: updateUserAcl,
    name: 'changed',
    as: superAdmin,
    input: async (app: TestPlatform) => ({ userId: await rich(app), features: ['auth.users.edit'] }),
  },
]

const roles: readonly UndoExample[] = [
  { command: createRole, input: { name: 'Clerk' } },
  { command: createRole, name: 'of all tenants', as: superAdmin, input: { name: 'Auditor', tenantId: null } },
  {
    command: updateRole,
    name: 'renamed',
    input: async (app: TestPlatform) => ({ id: await role(app), name: `Name ${unique()}` }),
  },
  {
    command: updateRole,
    name: 'moved to all tenants',
    as: superAdmin,
    input: async (app: TestPlatform) => ({ id: await role(app, { features: ['auth.users.list'] }), tenantId: null }),
  },
  {
    command: updateRole,
    name: 'moved to another tenant with its rights',
    as: superAdmin,
    input: async (app: TestPlatform) => ({
      id: await role(app, { features: ['auth.users.list'] }),
      tenantId: tenantB.id,
    }),
  },
  {
    command: deleteRole,
    name: 'with rights and sidebars',
    as: superAdmin,
    input: async (app: TestPlatform) => {
      const id = await role(app, { features: ['auth.users.list'], organizations: [tenantA.organization] })
      await app.as({ ...superAdmin, userId: await user(app) }).put('/auth/sidebar/preferences', { applyToRoles: [id] })
      return { id }
    },
  },
  {
    command: updateRoleAcl,
    name: 'for the first time',
    as: superAdmin,
    input: async (app: TestPlatform) => ({ roleId: await role(app), features: ['auth.*'] }),
  },
  {
    command: updateRoleAcl,
    name: 'changed',
    as: superAdmin,
    input: async (app: TestPlatform) => ({
      roleId: await role(app, { features: ['auth.users.list'], organizations: [tenantA.organization] }),
      features: [],
      organizations: null,
      isSuperAdmin: true,
    }),
  },
  {
    command: updateRolePolicies,
    as: superAdmin,
    input: async (app: TestPlatform) => {
      const roleId = await role(app, { features: ['auth.*'] })
      await app.sql('update role_acls set policies = $2 where role_id = $1', [roleId, rowPolicies])
      return { roleId, policies: {} }
    },
  },
  {
    command: updateUserPolicies,
    as: superAdmin,
    input: async (app: TestPlatform) => {
      const userId = await rich(app)
      await app.sql('update user_acls set policies = $2 where user_id = $1', [userId, rowPolicies])
      return { userId, policies: {} }
    },
  },
  {
    command: updateRoleFields,
    as: superAdmin,
    input: async (app: TestPlatform) => {
      const roleId = await role(app, { features: ['auth.*'] })
      await app.sql('update role_acls set policies = $2 where role_id = $1', [roleId, fieldPolicies])
      return { roleId, policies: {} }
    },
  },
  {
    command: updateUserFields,
    as: superAdmin,
    input: async (app: TestPlatform) => {
      const userId = await rich(app)
      await app.sql('update user_acls set policies = $2 where user_id = $1', [userId, fieldPolicies])
      return { userId, policies: {} }
    },
  },
]

const imports: readonly UndoExample[] = [
  {
    command: importRole,
    name: 'as a new role',
    as: superAdmin,
    input: () => ({ document: documentOf(`Role ${unique()}`) }),
  },
  {
    command: importRole,
    name: 'into a role that has policies',
    as: superAdmin,
    input: async (app: TestPlatform) => {
      const roleId = await role(app, { features: ['auth.*'], organizations: [tenantA.organization] })
      await app.sql('update role_acls set policies = $2 where role_id = $1', [roleId, rowPolicies])
      return { roleId, document: documentOf('Imported') }
    },
  },
]

const addTeam = async (app: TestPlatform, fields: object = {}) =>
  (await people.superAdminOf(app).post('/auth/teams', { name: `Team ${unique()}`, ...fields })).body.id as string

async function crowdedTeam(app: TestPlatform) {
  const teamId = await addTeam(app, { parentId: await addTeam(app) })
  const members = [await user(app), await user(app)]
  await people.superAdminOf(app).put('/auth/teams/members', { teamId, add: members })
  return { teamId, members }
}

const teamExamples: readonly UndoExample[] = [
  {
    command: changeTeamSources,
    name: 'joined and left by a group, beside an administrator',
    input: async (app: TestPlatform) => {
      const { teamId, members } = await crowdedTeam(app)
      const source = `scim:${unique()}`
      const give = members.map((userId) => ({ userId, teamId }))
      await app.platform.actAs(app.callerOf(superAdmin), ({ run }) => run(changeTeamSources, { source, give }))
      return { source, give: [{ userId: await user(app), teamId }], take: give }
    },
  },
  {
    command: teams.create,
    input: async (app: TestPlatform) => ({ name: `Team ${unique()}`, parentId: await addTeam(app) }),
  },
  {
    command: teams.update,
    input: async (app: TestPlatform) => ({ id: (await crowdedTeam(app)).teamId, parentId: await addTeam(app) }),
  },
  {
    command: teams.delete,
    name: 'with members',
    input: async (app: TestPlatform) => ({ id: (await crowdedTeam(app)).teamId }),
  },
  {
    command: changeTeamMembers,
    input: async (app: TestPlatform) => {
      const { teamId, members } = await crowdedTeam(app)
      return { teamId, add: [await user(app)], remove: members.slice(1) }
    },
  },
]

const documentOf = (name: string) => ({ format: 'plinth.role.v1', name, features: ['auth.users.list'] })

/** Of a module that is not composed any more. */
const rowPolicies = JSON.stringify({ 'shop.order': { read: { field: 'title', operator: '=', value: 'A' } } })

const fieldPolicies = JSON.stringify({ 'shop.order': { fields: { read: ['title'] } } })

const sidebars: readonly UndoExample[] = [
  {
    command: saveSidebar,
    name: 'for oneself and for roles',
    as: visitor,
    input: async (app: TestPlatform) => {
      await addVisitor(app)
      const [kept, cleared] = [await role(app), await role(app)]
      await app.as(visitor).put('/auth/sidebar/preferences', { hiddenItems: ['/x'], applyToRoles: [cleared] })
      return { locale: 'en', groupOrder: ['a', 'b'], applyToRoles: [kept], clearRoleIds: [cleared] }
    },
  },
]

/** What a view keeps. */
const viewSettings = { query: { search: 'x' }, shown: { sku: true }, order: ['sku'], widths: { sku: 120 } }

async function ownView(app: TestPlatform, fields: object = {}) {
  await addVisitor(app)
  const input = { name: `View ${unique()}`, list: `/${unique()}`, settings: viewSettings, ...fields }
  return { id: (await app.as(visitor).post('/auth/list-views', input)).body.id as string }
}

const views: readonly UndoExample[] = [
  {
    command: listViews.create,
    as: visitor,
    input: async (app: TestPlatform) => {
      await addVisitor(app)
      return { name: 'Mine', list: '/catalog/products', settings: viewSettings }
    },
  },
  {
    command: listViews.update,
    name: 'shared with a role',
    as: visitor,
    input: async (app: TestPlatform) => ({
      ...(await ownView(app)),
      name: 'Shared',
      isShared: true,
      roleIds: [await role(app)],
      isDefault: true,
    }),
  },
  {
    command: listViews.update,
    name: 'kept for oneself again',
    as: visitor,
    input: async (app: TestPlatform) => ({ ...(await ownView(app, { isShared: true })), isShared: false }),
  },
  { command: listViews.delete, as: visitor, input: (app: TestPlatform) => ownView(app) },
]

let graceDays = 7

const policies: readonly UndoExample[] = [
  {
    command: saveSignInPolicy,
    name: 'of the tenant',
    // Different each time, because a policy that does not change is not written.
    input: () => ({ secondFactor: 'required', graceDays: (graceDays = (graceDays + 1) % 365) }),
  },
  {
    command: saveSignInPolicy,
    name: 'of a role',
    input: async (app: TestPlatform) => ({ roleId: await role(app), secondFactor: 'off', idleMinutes: 30 }),
  },
]

/** Every undoable command of auth, with dependent rows that make undoing it difficult. */
export const examples: readonly UndoExample[] = [
  ...users,
  ...roles,
  ...imports,
  ...teamExamples,
  ...sidebars,
  ...views,
  ...policies,
]
