import { PlatformError } from '@plinth/core'
import { type Client, revertLogged, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../_accounts.ts'
import { addOrganization, addRole, addUser, idOf, superAdminOf, tenantA } from '../_people.ts'

/** Every right of accounts and organizations, which is less than the stronger ones have. */
const ADMIN = { features: ['auth.*', 'directory.organizations.*'] }

/** Accounts that may do more than an administrator of accounts, each for another reason. */
async function strongerAccounts(app: TestPlatform): Promise<Record<string, string>> {
  const boss = superAdminOf(app)
  const [byFlag, byRow, byRole] = [await addUser(boss), await addUser(boss), await addUser(boss)]
  await boss.put('/auth/users/acl', { userId: byFlag, isSuperAdmin: true })
  await boss.put('/auth/users/acl', { userId: byRow, features: ['catalog.*'] })
  const strong = await addRole(boss, 'Strong', { features: ['catalog.*'] })
  await boss.put('/auth/users', { id: byRole, roles: [strong] })
  return { role: await idOf(app, 'superadmin@acme.com'), byFlag, byRow, byRole }
}

const stateOf = (app: TestPlatform) =>
  app.sql(`select u.id, u.organization_id, u.email, u.password_hash, array(
      select h.role_id from user_roles h where h.user_id = u.id order by h.role_id) as roles,
    (select count(*) from sessions s where s.user_id = u.id) as logins from users u order by u.id`)

test('an account that may do more is not moved, stripped or locked out by one that may do less (decision: Revocation boundary)', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const stronger = await strongerAccounts(app)
  await signIn(app, 'superadmin@acme.com')
  const before = await stateOf(app)
  for (const kind of ['user', 'api_key'] as const) {
    const admin: Client = app.as({ ...ADMIN, kind })
    for (const [why, id] of Object.entries(stronger)) {
      const attempts = {
        move: { id, organizationId: branch },
        'move with all else as it is': { id, organizationId: branch, name: 'Moved' },
        'e-mail': { id, email: 'mine@acme.com' },
        password: { id, password: 'Chosen-123' },
      }
      for (const [what, body] of Object.entries(attempts)) {
        const { status } = await admin.put('/auth/users', body)
        expect({ why, what, status }).toEqual({ why, what, status: 403 })
      }
      expect((await admin.del(`/auth/users?id=${id}`)).status).toBe(403)
    }
  }
  expect(await stateOf(app)).toEqual(before)
})

test('the roles of a super admin are changed by super admins only, and may be sent as they are', async () => {
  await using app = await authApp()
  const { byFlag } = await strongerAccounts(app)
  const boss = superAdminOf(app)
  expect((await boss.put('/auth/users', { id: byFlag, roles: ['employee'] })).status).toBe(200)
  const admin = app.as(ADMIN)
  for (const roles of [[], ['employee', 'Helper']]) {
    if (roles.length > 0) await addRole(admin, 'Helper')
    expect(await admin.put('/auth/users', { id: byFlag, roles })).toMatchObject({
      status: 403,
      body: { error: 'Only super administrators may change the rights of a super administrator.' },
    })
  }
  const unchanged = { id: byFlag, roles: ['employee'], organizationId: tenantA.organization, name: 'Chief' }
  expect((await admin.put('/auth/users', unchanged)).status).toBe(200)
})

test('undo and redo of a move are a move (decisions: Undo with current permissions; Revocation boundary)', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const stronger = await strongerAccounts(app)
  const undoer = app.callerOf(ADMIN)
  for (const id of Object.values(stronger)) {
    const { operation } = await superAdminOf(app).put('/auth/users', { id, organizationId: branch })
    const revert = (caller: typeof undoer, direction: 'undo' | 'redo') =>
      revertLogged(app, caller, { entryId: operation!.id, direction }).then(
        () => 'done',
        (error: unknown) => (error instanceof PlatformError ? error.code : error),
      )
    expect(await revert(undoer, 'undo')).toBe('forbidden')
    expect(await revert(app.callerOf({ isSuperAdmin: true }), 'undo')).toBe('done')
    expect(await revert(undoer, 'redo')).toBe('forbidden')
  }
})

test('an account that may do no more is moved, and by itself', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const admin = app.as(ADMIN)
  const id = await addUser(admin)
  expect((await admin.put('/auth/users', { id, organizationId: branch })).status).toBe(200)
  const strong = await addUser(superAdminOf(app), { email: 'strong@acme.com', roles: ['superadmin'] })
  const itself = await signIn(app, 'strong@acme.com')
  expect((await itself.put('/auth/users', { id: strong, organizationId: branch })).status).toBe(200)
})
