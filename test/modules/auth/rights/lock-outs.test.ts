import { revertLogged, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../_accounts.ts'
import { addOrganization, addUser, idOf, superAdminOf, tenantA, tenantB } from '../_people.ts'

/** Leaves tenant A with two people who can administer it, neither of them a super admin. */
async function twoAdmins(app: TestPlatform): Promise<[string, string]> {
  const second = await addUser(superAdminOf(app), { email: 'second@acme.com', roles: ['admin'] })
  await app.sql(`delete from user_roles where user_id in (select id from users where email = 'superadmin@acme.com')`)
  return [await idOf(app, 'admin@acme.com'), second]
}

test('two admins who delete each other at once leave one (decision: Revocation boundary)', async () => {
  await using app = await authApp()
  const [first, second] = await twoAdmins(app)
  const [one, other] = [await signIn(app, 'admin@acme.com'), await signIn(app, 'second@acme.com')]
  const answers = await Promise.all([one.del(`/auth/users?id=${second}`), other.del(`/auth/users?id=${first}`)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await app.sql('select id from users where id = any ($1::uuid[])', [[first, second]])).toHaveLength(1)
})

test('the last who can administer is not confined, stripped of a role, or locked out with an organization', async () => {
  await using app = await authApp()
  const [admin, second] = await twoAdmins(app)
  const boss = superAdminOf(app)
  const branch = await addOrganization(app)
  expect((await boss.put('/auth/users', { id: second, organizationId: branch })).status).toBe(200)
  expect((await boss.put('/directory/organizations', { id: branch, isActive: false })).status).toBe(200)
  const refused = { status: 400, body: { error: 'At least one account that can administer the tenant must remain.' } }
  const features = ['auth.*']
  expect(await boss.put('/auth/users', { id: admin, organizationId: branch })).toMatchObject(refused)
  expect(await boss.put('/auth/users', { id: admin, roles: ['employee'] })).toMatchObject(refused)
  expect(await boss.put('/auth/users/acl', { userId: admin, features, organizations: [branch] })).toMatchObject(refused)
  expect(await boss.del(`/auth/users?id=${admin}`)).toMatchObject(refused)
  // Whoever is at home in it could not deactivate it anyway.
  const nomad = app.as({ isSuperAdmin: true, organizationId: null })
  const off = await nomad.put('/directory/organizations', { id: tenantA.organization, isActive: false })
  expect(off).toMatchObject(refused)
})

test('the only super admin is not locked out with the organization they are moved to', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const branch = await addOrganization(app)
  const only = await idOf(app, 'superadmin@acme.com')
  expect((await boss.put('/auth/users', { id: only, organizationId: branch })).status).toBe(200)
  for (const refused of [
    await boss.put('/directory/organizations', { id: branch, isActive: false }),
    await boss.del(`/directory/organizations?id=${branch}`),
  ])
    expect(refused).toMatchObject({ status: 400, body: { error: 'At least one super administrator must remain.' } })
})

test('an organization to which people are confined is deleted only when that is confirmed (decision: Deactivated accounts)', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const branch = await addOrganization(app)
  const del = (query = '', client = boss) => client.del(`/directory/organizations?id=${branch}${query}`)
  const [home, confined, both, free] = [
    await addUser(boss, { email: 'home@acme.com', organizationId: branch }),
    await addUser(boss, { email: 'confined@acme.com' }),
    await addUser(boss),
    await addUser(boss),
  ]
  const rights = { features: ['auth.users.list'] }
  await boss.put('/auth/users/acl', { userId: confined, ...rights, organizations: [branch] })
  await boss.put('/auth/users/acl', { userId: both, ...rights, organizations: [branch, tenantA.organization] })
  await boss.put('/auth/users/acl', { userId: free, ...rights, organizations: null })
  // One that nobody uses does not count, nor does a super admin, whom nothing confines.
  await addUser(boss, { organizationId: branch, isActive: false })
  const chief = await addUser(boss, { roles: ['superadmin'] })
  await boss.put('/auth/users/acl', { userId: chief, ...rights, organizations: [branch] })
  const refused = {
    status: 400,
    body: {
      error: '2 accounts are confined to this organization and would be locked out. Send confirm=true to delete it.',
      confinedAccounts: 2,
      details: [{ path: ['confirm'] }],
    },
  }
  expect(await del()).toMatchObject(refused)
  expect(await del('&confirm=false')).toMatchObject(refused)
  expect((await del('&confirm=perhaps')).status).toBe(400)
  expect((await signIn(app, 'home@acme.com')).token).toBeTruthy()
  const limited = app.as({ features: ['directory.organizations.*'] })
  // Confirming does not go beyond the boundary, which speaks first.
  for (const query of ['', '&confirm=true']) expect((await del(query, limited)).status).toBe(403)
  const gone = await del('&confirm=true')
  expect(gone).toMatchObject({ status: 200, body: { ok: true } })
  await expect(signIn(app, 'home@acme.com')).rejects.toThrow(/401.*Invalid email or password/)
  await revertLogged(app, app.callerOf({ isSuperAdmin: true }), { entryId: gone.operation!.id, direction: 'undo' })
  expect((await signIn(app, 'home@acme.com')).token).toBeTruthy()
  // Somebody may have come since it was confirmed, so that redo counts again, and cannot be confirmed.
  const late = await addUser(boss, { organizationId: branch })
  const again = () =>
    revertLogged(app, app.callerOf({ isSuperAdmin: true }), { entryId: gone.operation!.id, direction: 'redo' })
  await expect(again()).rejects.toMatchObject({ status: 400, body: { confinedAccounts: 3 } })
  expect((await signIn(app, 'home@acme.com')).token).toBeTruthy()
  for (const id of [home, confined, late]) expect((await boss.del(`/auth/users?id=${id}`)).status).toBe(200)
  await again()
  expect((await boss.get(`/directory/organizations?ids=${branch}`)).body.items).toEqual([])
})

test('a new organization is not taken back once people are confined to it', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const made = await boss.post('/directory/organizations', { name: 'New' })
  const user = await addUser(boss)
  await boss.put('/auth/users/acl', { userId: user, features: ['auth.users.list'], organizations: [made.body.id] })
  const undo = () =>
    revertLogged(app, app.callerOf({ isSuperAdmin: true }), { entryId: made.operation!.id, direction: 'undo' })
  await expect(undo()).rejects.toMatchObject({ status: 400, body: { confinedAccounts: 1 } })
  expect((await boss.del(`/auth/users?id=${user}`)).status).toBe(200)
})

test('of two super admins who lock each other’s tenants out at once, one is refused', async () => {
  await using app = await authApp()
  const other = await idOf(app, 'other@acme.com', tenantB.id)
  await app.sql(`insert into user_acls (id, tenant_id, user_id, is_super_admin)
    values (gen_random_uuid(), '${tenantB.id}', '${other}', true)`)
  const one = await signIn(app, 'superadmin@acme.com')
  const two = await signIn(app, 'other@acme.com')
  const change = { off: { isActive: false }, on: 'update tenants set is_active = true, deleted_at = null' }
  for (let round = 0; round < 10; round++) {
    const isDeletion = round % 2 === 1
    const lock = (who: typeof one, id: string) =>
      isDeletion ? who.del(`/directory/tenants?id=${id}`) : who.put('/directory/tenants', { id, ...change.off })
    const answers = await Promise.all([lock(one, tenantB.id), lock(two, tenantA.id)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const [left] = await app.sql('select count(*)::int as n from tenants where is_active')
    expect(left).toEqual({ n: 1 })
    // Back again, told to the caches by a command.
    await app.sql(change.on)
    const boss = superAdminOf(app)
    for (const { id } of [tenantA, tenantB]) await boss.put('/directory/tenants', { id, isActive: true })
  }
})

test('nobody deletes an account that may do what they could not give', async () => {
  await using app = await authApp()
  const strong = await addUser(superAdminOf(app))
  await superAdminOf(app).put('/auth/users/acl', { userId: strong, features: ['catalog.*'] })
  const weak = app.as({ features: ['auth.*'] })
  expect(await weak.del(`/auth/users?id=${strong}`)).toMatchObject({
    status: 403,
    body: { missingFeatures: ['catalog.*'] },
  })
})
