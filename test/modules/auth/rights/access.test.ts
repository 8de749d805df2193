import type { TestPlatform } from '@plinth/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { authApp, bearer, signIn, withHeaders } from '../_accounts.ts'
import {
  addOrganization,
  addRole,
  addUser,
  adminOf,
  branchAdminOf,
  idOf,
  nobody,
  superAdminOf,
  tenantA,
  tenantB,
} from '../_people.ts'

const explainPath = (userId: string, feature: string, organizationId?: string) =>
  `/auth/access/explain?${new URLSearchParams({ userId, feature, ...(organizationId && { organizationId }) })}`
const holdersPath = (feature: string, more: Record<string, string> = {}) =>
  `/auth/access/holders?${new URLSearchParams({ feature, ...more })}`

const kinds = (path: readonly { kind: string; outcome: string }[]) =>
  path.map(({ kind, outcome }) => `${kind} ${outcome}`)

async function rename(app: TestPlatform, id: string, name: string): Promise<string> {
  await superAdminOf(app).put('/auth/users', { id, name })
  return id
}

test('the path of a decision names the role, the row and the restriction that decide', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const boss = superAdminOf(app)
  const admin = adminOf(app)
  const clerk = await addRole(boss, 'Clerk', { features: ['auth.users.*'], organizations: [branch] })
  const idle = await addRole(boss, 'Idle')
  const id = await rename(
    app,
    await addUser(boss, { email: 'clerk@acme.com', organizationId: branch, roles: [clerk, idle] }),
    'Clara',
  )
  const granted = await admin.get(explainPath(id, 'auth.users.list'))
  expect(granted).toMatchObject({ status: 200 })
  expect(granted.body).toEqual({
    isAllowed: true,
    reason: 'granted',
    sentence: 'Allowed: "auth.users.list" is granted by "auth.users.*" of role "Clerk".',
    feature: { id: 'auth.users.list', title: 'List users', module: 'auth', isDeclared: true },
    user: { id, email: 'clerk@acme.com', name: 'Clara' },
    organization: { id: branch, name: 'Branch' },
    roleCount: 2,
    path: [
      {
        kind: 'account',
        outcome: 'passed',
        id,
        name: 'clerk@acme.com',
        grants: [],
        organizations: null,
        organizationCount: null,
      },
      {
        kind: 'super_admin',
        outcome: 'no_match',
        id: null,
        name: null,
        grants: [],
        organizations: null,
        organizationCount: null,
      },
      {
        kind: 'role',
        outcome: 'passed',
        id: clerk,
        name: 'Clerk',
        grants: ['auth.users.*'],
        organizations: [{ id: branch, name: 'Branch' }],
        organizationCount: 1,
      },
      {
        kind: 'role',
        outcome: 'no_match',
        id: idle,
        name: 'Idle',
        grants: [],
        organizations: null,
        organizationCount: null,
      },
      {
        kind: 'feature',
        outcome: 'passed',
        id: 'auth.users.list',
        name: null,
        grants: ['auth.users.*'],
        organizations: null,
        organizationCount: null,
      },
      {
        kind: 'organization',
        outcome: 'allowed',
        id: branch,
        name: 'Branch',
        grants: [],
        organizations: [{ id: branch, name: 'Branch' }],
        organizationCount: 1,
      },
    ],
  })
  const elsewhere = (await admin.get(explainPath(id, 'auth.users.list', tenantA.organization))).body
  expect([elsewhere.reason, elsewhere.path.at(-1).outcome]).toEqual(['organization_excluded', 'denied'])
  const missing = (await admin.get(explainPath(id, 'shop.view'))).body
  expect(missing).toMatchObject({
    isAllowed: false,
    reason: 'missing_feature',
    feature: { isDeclared: false, title: null },
  })
  expect(missing.path.at(-1)).toMatchObject({ kind: 'feature', outcome: 'denied', id: 'shop.view' })

  await boss.put('/auth/users/acl', { userId: id, features: ['auth.roles.list'] })
  const replaced = (await admin.get(explainPath(id, 'auth.users.list'))).body
  expect(replaced.sentence).toBe(
    `Denied: the user's own ACL does not grant "auth.users.list" and replaces "auth.users.*" of role "Clerk".`,
  )
  expect(kinds(replaced.path)).toEqual([
    'account passed',
    'super_admin no_match',
    'user_acl no_match',
    'role ignored',
    'role ignored',
    'feature denied',
  ])
  await boss.put('/auth/users', { id, isActive: false })
  const off = (await admin.get(explainPath(id, 'auth.users.list'))).body
  expect(off).toMatchObject({
    isAllowed: false,
    reason: 'account_unusable',
    sentence: 'Denied: the account is deactivated.',
  })
  expect(kinds(off.path)).toEqual(['account denied'])
  const chief = (await admin.get(explainPath(await idOf(app, 'superadmin@acme.com'), 'anything'))).body
  expect(kinds(chief.path)).toEqual(['account passed', 'super_admin allowed'])
  expect(chief.path[1].name).toBe('superadmin')
})

test('whoever asks learns of nobody and of no place that they do not see', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const boss = superAdminOf(app)
  const outside = await addUser(boss)
  const inside = await addUser(boss, { email: 'inside@acme.com', organizationId: branch })
  await boss.put('/auth/users/acl', {
    userId: inside,
    features: ['auth.users.list'],
    organizations: [tenantA.organization],
  })
  const foreign = await idOf(app, 'other@acme.com', tenantB.id)
  for (const [client, id] of [
    [adminOf(app), foreign],
    [adminOf(app), nobody],
    [branchAdminOf(app), outside],
  ] as const)
    expect(await client.get(explainPath(id, 'auth.users.list'))).toMatchObject({
      status: 404,
      body: { error: 'User not found' },
    })
  const confined = branchAdminOf(app)
  const { body, text } = await confined.get(explainPath(inside, 'auth.users.list', branch))
  expect(body.isAllowed).toBe(true)
  expect(body.path.at(-1).organizations).toEqual([{ id: tenantA.organization, name: null }])
  expect(text).not.toContain('Acme')
  const unseen = { status: 400, body: { error: 'Organization not found' } }
  expect(await confined.get(explainPath(inside, 'auth.users.list', tenantA.organization))).toMatchObject(unseen)
  expect(await confined.get(holdersPath('auth.users.list', { organizationId: tenantA.organization }))).toMatchObject(
    unseen,
  )
  expect(await adminOf(app).get(holdersPath('x', { organizationId: tenantB.organization }))).toMatchObject(unseen)
  expect((await confined.get(holdersPath('auth.users.list'))).body.items).toMatchObject([{ email: 'inside@acme.com' }])
  const weak = app.as({ features: ['auth.users.*', 'auth.roles.*'] })
  for (const path of [explainPath(inside, 'x'), holdersPath('x')])
    expect(await weak.get(path)).toMatchObject({ status: 403, body: { requiredFeatures: ['auth.acl.manage'] } })
  expect((await app.anonymous.get(holdersPath('x'))).status).toBe(401)
  for (const path of ['/auth/access/explain', '/auth/access/holders', explainPath('x', 'y'), holdersPath(' ')])
    expect((await adminOf(app).get(path)).status).toBe(400)
  // A super admin asks in any tenant.
  expect((await boss.get(explainPath(foreign, 'auth.users.list'))).body.isAllowed).toBe(true)
  const there = (await boss.get(holdersPath('auth.users.list', { tenantId: tenantB.id }))).body
  expect(there.items).toMatchObject([
    { email: 'other@acme.com', sources: [{ kind: 'role', name: 'admin', grants: ['auth.*'] }] },
  ])
})

test('holders come in pages, with what lets them, without those whose account cannot be used', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const roles = [
    await addRole(boss, 'One', { features: ['shop.*'] }),
    await addRole(boss, 'Two', { features: ['shop.view', 'x'] }),
  ]
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd']) ids.push(await addUser(boss, { email: `${name}@shop.com`, roles }))
  await boss.put('/auth/users', { id: ids[3], isActive: false })
  await boss.put('/auth/users/acl', { userId: ids[2], features: ['shop.view'], organizations: [] })
  const read = async (more: Record<string, string> = {}) =>
    (await adminOf(app).get(holdersPath('shop.view', more))).body
  const sources = [
    { kind: 'role', id: roles[0], name: 'One', grants: ['shop.*'] },
    { kind: 'role', id: roles[1], name: 'Two', grants: ['shop.view'] },
  ]
  expect(await read()).toMatchObject({
    total: 3,
    feature: { id: 'shop.view', isDeclared: false },
    items: [
      { email: 'a@shop.com', isSuperAdmin: false, sources },
      { email: 'b@shop.com', sources },
      { email: 'superadmin@acme.com', isSuperAdmin: true, sources: [] },
    ],
  })
  expect(await read({ page: '2', pageSize: '2' })).toMatchObject({
    total: 3,
    totalPages: 2,
    items: [{ email: 'superadmin@acme.com' }],
  })
  expect(await read({ page: '9' })).toMatchObject({ total: 3, items: [] })
})

const PLACES = [tenantA.organization, tenantA.otherOrganization]
/** A cookie, or for one request a header in its place. */
const selecting = (place: string): Record<string, string> =>
  place === PLACES[0]
    ? { cookie: `om_selected_org=${place}` }
    : { cookie: `om_selected_org=${PLACES[0]}`, 'x-plinth-organization': place }

const rights = fc.record({
  features: fc.subarray(['auth.*', 'auth.users.*', 'auth.users.list', 'auth.users.list.*', 'shop.view', '*']),
  organizations: fc.constantFrom(null, ['__all__'], [], [PLACES[0]!], [PLACES[1]!]),
})

test('explanations and holders agree with what the account is told itself', { timeout: 120_000 }, async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const boss = superAdminOf(app)
  const roles = [await addRole(boss, 'One'), await addRole(boss, 'Two')]
  const id = await addUser(boss, { email: 'asked@acme.com', organizationId: branch, roles })
  const { token } = await signIn(app, 'asked@acme.com')
  const nothing = { isSuperAdmin: false, features: [], organizations: null }
  const tally = { allowed: 0, denied: 0 }
  const asked = fc.tuple(rights, rights, fc.option(rights, { freq: 3 }), fc.constantFrom(undefined, ...PLACES))
  await fc.assert(
    fc.asyncProperty(asked, async ([one, two, own, place]) => {
      await boss.put('/auth/roles/acl', { roleId: roles[0], ...one })
      await boss.put('/auth/roles/acl', { roleId: roles[1], ...two })
      await boss.put('/auth/users/acl', { userId: id, ...nothing })
      if (own) await boss.put('/auth/users/acl', { userId: id, ...own })
      const account = place
        ? withHeaders(app, { authorization: `Bearer ${token}`, ...selecting(place) })
        : bearer(app, token)
      for (const feature of ['auth.users.list', 'auth.users', 'shop.view', 'other']) {
        const { granted } = (await account.post('/auth/feature-check', { features: [feature] })).body
        const { isAllowed, reason } = (await boss.get(explainPath(id, feature, place))).body
        tally[isAllowed ? 'allowed' : 'denied']++
        // What may not be selected leaves the account where it is, or nowhere.
        if (place === undefined || isAllowed)
          expect({ isAllowed, reason }).toEqual({ isAllowed: granted.length === 1, reason })
        const organizationId = place ?? (await boss.get(explainPath(id, feature))).body.organization?.id
        const { items } = (await boss.get(holdersPath(feature, organizationId ? { organizationId } : {}))).body
        expect({ feature, holds: items.some((item: { id: string }) => item.id === id) }).toEqual({
          feature,
          holds: isAllowed,
        })
      }
    }),
    { numRuns: 40 },
  )
  expect(Math.min(tally.allowed, tally.denied)).toBeGreaterThan(20)
})
