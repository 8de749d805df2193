import { loadAccount } from '@plinth/auth'
import { type Acl, compileGrants, createOrganizationTree, effectiveAcl } from '@plinth/core/acl'
import type { TestPlatform } from '@plinth/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { addOrganization, adminOf, addRole, addUser, idOf, roleOf, superAdminOf, tenantA } from '../_people.ts'

const HELD = ['auth.acl.manage', 'auth.roles.manage', 'auth.users.edit', 'auth.users.list', 'auth.users.create']
const FEATURES = [...HELD, 'auth.users.delete', 'auth.users.*', 'auth.*', 'shop.view', '*', 'directory.tenants.view']
const PLACES = [tenantA.organization, tenantA.otherOrganization]
const ROLES = ['Mine', 'Other', 'Free', 'Wide', 'Strong']
const tree = createOrganizationTree([
  { id: PLACES[0]!, parentId: null, name: 'Acme', isActive: true },
  { id: PLACES[1]!, parentId: PLACES[0]!, name: 'Branch', isActive: true },
])

/** What somebody may do where: each feature with each organization it reaches. */
function pairsOf({ isSuperAdmin, features, organizations }: Acl): Set<string> {
  const grants = compileGrants(features)
  const reached = PLACES.filter((id) => organizations?.some((held) => tree.isWithin(id, held)) ?? true)
  const granted = FEATURES.filter((feature) => isSuperAdmin || grants.covers(feature))
  // Rights for all organizations are more than rights for each of those there are.
  const places = isSuperAdmin || organizations === null ? [...PLACES, '__all__'] : reached
  return new Set(granted.flatMap((feature) => places.map((place) => `${feature} @ ${place}`)))
}

const inject = () => {
  throw new Error('Asked for what is needed beyond the limit of rights alone')
}

async function rightsOf(app: TestPlatform, userId: string): Promise<Set<string>> {
  const account = await app.platform.widenScope('allTenants', 'test', (system) =>
    loadAccount(
      {
        ...system,
        inject,
        cached: async (_cache, _key, load) => (await load()).value,
        widenScope: async (_reach, _reason, work) => work(system as never),
      },
      userId,
    ),
  )
  if (!account) return new Set()
  const { userAcl, roleAcls, isSuperAdmin: superAdmin } = account
  return pairsOf(effectiveAcl({ userAcl, roleAcls, superAdmin, tree }))
}

const lists = (features: readonly string[]) => fc.uniqueArray(fc.constantFrom(...features), { maxLength: 3 })
const rights = fc.record(
  {
    isSuperAdmin: fc.constantFrom(false, false, false, true),
    // Mostly what may be granted, or else nearly every sequence would end in refusals alone.
    features: fc.oneof({ weight: 4, arbitrary: lists(HELD) }, lists(FEATURES)),
    organizations: fc.constantFrom(null, ['__all__'], [], [PLACES[0]!], [PLACES[1]!]),
  },
  { requiredKeys: [] },
)
const nothing = { isSuperAdmin: false, features: [], organizations: null }
const step = fc.oneof(
  fc.record({ kind: fc.constant('role' as const), role: fc.nat(ROLES.length - 1), rights }),
  fc.record({ kind: fc.constant('user' as const), user: fc.nat(2), rights: fc.oneof(rights, fc.constant(nothing)) }),
  fc.record({ kind: fc.constant('assign' as const), user: fc.nat(2), roles: fc.uniqueArray(fc.nat(ROLES.length - 1)) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
const STATE = ['user_roles', 'role_acls', 'user_acls']

test.each([
  { actor: 'confined to one organization', organizations: [tenantA.otherOrganization] },
  { actor: 'of the whole tenant', organizations: null },
])(
  'no sequence of writes of somebody $actor gives anybody what they lack',
  async ({ organizations }) => {
    await using app = await authApp()
    const branch = await addOrganization(app)
    const boss = superAdminOf(app)
    const grants: Record<string, object> = {
      Mine: { features: HELD, organizations },
      Other: { features: ['auth.users.delete'], organizations: [branch] },
      Wide: { features: ['auth.users.list'], organizations: null },
      Strong: { features: ['shop.view', 'auth.users.delete'], organizations: null },
    }
    const roleIds: string[] = []
    for (const name of ROLES) roleIds.push(await addRole(boss, name, grants[name]))
    const actor = await addUser(boss, { organizationId: branch, roles: ['Mine', 'Free'] })
    const friend = await addUser(boss, { organizationId: branch, roles: ['Other', 'Free'] })
    const guest = await addUser(boss, { organizationId: branch })
    const userIds = [actor, friend, guest]
    for (const table of STATE) await app.sql(`create table ${table}_before as table ${table}`)
    const restore = async () => {
      for (const table of STATE) await app.sql(`delete from ${table}`)
      for (const table of STATE) await app.sql(`insert into ${table} table ${table}_before`)
    }
    // Rights that a step took from the actor's own account do not stop the next one.
    const client = app.as({ userId: actor, features: HELD, organizationIds: organizations })
    const write = (made: Step) => {
      if (made.kind === 'role') return client.put('/auth/roles/acl', { roleId: roleIds[made.role], ...made.rights })
      const userId = userIds[made.user]
      if (made.kind === 'user') return client.put('/auth/users/acl', { userId, ...made.rights })
      return client.put('/auth/users', { id: userId, roles: made.roles.map((index) => roleIds[index]) })
    }
    const limit = await rightsOf(app, actor)
    const before = await Promise.all(userIds.map((id) => rightsOf(app, id)))
    const tally = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 10 }), async (steps) => {
        await restore()
        for (const made of steps) {
          const { status } = await write(made)
          tally.set(status, (tally.get(status) ?? 0) + 1)
          if (status !== 200) continue
          for (const [index, id] of userIds.entries()) {
            const now = await rightsOf(app, id)
            const gained = [...now].filter((pair) => !limit.has(pair) && !before[index]?.has(pair))
            expect({ made, gained }).toEqual({ made, gained: [] })
          }
        }
      }),
      { numRuns: 25, endOnFailure: true },
    )
    expect([...tally.keys()].toSorted()).toEqual([200, 403])
    expect(tally.get(200)).toBeGreaterThan(20)
  },
  120_000,
)

test('rights that would only add up to too much are refused as well', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const boss = superAdminOf(app)
  const confined = app.as({ features: ['auth.*'], organizationIds: [branch] })
  const strong = await addRole(boss, 'Strong', { features: ['auth.users.list'], organizations: [branch] })
  const free = await addRole(boss, 'Free')
  const id = await addUser(boss, { organizationId: branch, roles: [strong, free] })
  expect(await confined.put('/auth/roles/acl', { roleId: free, features: [], organizations: null })).toMatchObject({
    status: 403,
    body: { missingOrganizations: ['__all__'] },
  })
  await boss.put('/auth/users/acl', { userId: id, features: [], organizations: [] })
  await boss.put('/auth/roles/acl', { roleId: strong, organizations: null })
  const fallback = await confined.put('/auth/users/acl', {
    userId: id,
    isSuperAdmin: false,
    features: [],
    organizations: null,
  })
  expect(fallback.status).toBe(403)
})

test('assigning a role is granting what it allows', async () => {
  await using app = await authApp()
  const clerk = app.as({ features: ['auth.users.edit', 'auth.users.create', 'auth.roles.manage'] })
  const id = await addUser(adminOf(app))
  for (const roles of [['admin'], ['superadmin'], [await roleOf(app, 'superadmin')]]) {
    expect((await clerk.put('/auth/users', { id, roles })).status).toBe(403)
    const user = { email: 'new@acme.com', password: 'Secret-123', organizationId: tenantA.organization, roles }
    expect((await clerk.post('/auth/users', user)).status).toBe(403)
  }
  expect(await idOf(app, 'new@acme.com')).toBeUndefined()
  expect((await clerk.put('/auth/users', { id, roles: ['employee'] })).status).toBe(200)
  expect((await app.as('admin').put('/auth/users', { id, roles: ['superadmin'] })).body.error).toBe(
    'Only super administrators can assign the superadmin role.',
  )
  const key = app.as({ kind: 'api_key', features: ['auth.users.edit'] })
  expect((await key.put('/auth/users', { id, roles: ['admin'] })).status).toBe(403)
  expect((await key.put('/auth/users', { id, roles: [] })).status).toBe(200)
})
