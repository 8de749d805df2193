import { apiKeys } from '@plinth/api-keys'
import { loadAccount } from '@plinth/auth'
import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../_accounts.ts'
import { addRole, addUser, roleOf, superAdminOf, tenantA } from '../_people.ts'

const LIMIT = 512 * 1024
const TEXT = `may take at most ${LIMIT} bytes`

/** Ids that no module declares, and that `auth.*` covers, of so many bytes in all. */
const invented = (bytes: number, name = 'x') =>
  Array.from({ length: Math.ceil(bytes / 200) }, (_, n) => `auth.${name}${n}.`.padEnd(192, 'x'))

const boss = (app: TestPlatform) => app.as({ features: ['*'] })

test('a row of rights has a limit in bytes, of features and organizations together', async () => {
  await using app = await authApp()
  const roleId = await addRole(superAdminOf(app), 'Wide')
  const put = (features: string[]) => boss(app).put('/auth/roles/acl', { roleId, features })
  const refused = await put(invented(LIMIT + 400))
  expect([refused.status, refused.body.error]).toEqual([400, expect.stringContaining(TEXT)])
  expect((await put(invented(LIMIT - 400))).status).toBe(200)
  const userId = await addUser(superAdminOf(app), {})
  const own = await boss(app).put('/auth/users/acl', { userId, features: invented(LIMIT + 400) })
  expect([own.status, own.body.error]).toEqual([400, expect.stringContaining(TEXT)])
})

test('so have those of all roles of an account or key, whichever way they get there', async () => {
  await using app = await authApp({ modules: [apiKeys] })
  const admin = boss(app)
  const half = { features: invented(LIMIT * 0.6) }
  const [one, other] = [await addRole(superAdminOf(app), 'One', half), await addRole(superAdminOf(app), 'Other', half)]
  const refusal = [400, expect.stringContaining(TEXT)]
  const created = await admin.post('/auth/users', {
    email: 'both@acme.com',
    password: 'Secret-123',
    organizationId: tenantA.organization,
    roles: [one, other],
  })
  expect([created.status, created.body.error]).toEqual(refusal)
  const id = await addUser(superAdminOf(app), { roles: ['One'] })
  const assigned = await admin.put('/auth/users', { id, roles: ['One', 'Other'] })
  expect([assigned.status, assigned.body.error]).toEqual(refusal)
  const key = await admin.post('/api_keys/keys', { name: 'Both', roles: [one, other] })
  expect([key.status, key.body.error]).toEqual(refusal)

  expect((await admin.put('/auth/roles/acl', { roleId: other, features: [] })).status).toBe(200)
  expect((await admin.put('/auth/users', { id, roles: ['One', 'Other'] })).status).toBe(200)
  const grown = await admin.put('/auth/roles/acl', { roleId: other, ...half })
  expect([grown.status, grown.body.error]).toEqual(refusal)

  const shrunk = await admin.put('/auth/roles/acl', { roleId: one, features: [] })
  expect((await admin.put('/auth/roles/acl', { roleId: other, ...half })).status).toBe(200)
  const { id: entryId } = shrunk.operation!
  const undone = app.platform.actAs(app.callerOf({ features: ['*'] }), ({ undo }) => undo(entryId, { ofOthers: true }))
  await expect(undone).rejects.toThrow(TEXT)
})

test('an account from before the limit works on, with what counts of its rights; they may only shrink', async () => {
  await using app = await authApp()
  const admin = superAdminOf(app)
  const id = await addUser(admin, { email: 'old@acme.com' })
  const roles = await app.sql(
    `insert into roles (id, tenant_id, name, created_at, updated_at)
     select gen_random_uuid(), $1, 'Old ' || n, now(), now() from generate_series(0, 9) n returning id, name`,
    [tenantA.id],
  )
  await app.sql(
    `insert into user_roles (id, tenant_id, user_id, role_id, created_at, updated_at)
     select gen_random_uuid(), tenant_id, $1, id, now(), now() from roles where name like 'Old %'`,
    [id],
  )
  for (const { id: roleId, name } of roles) {
    const features = [...invented(200_000, name), 'auth.users.list', ...(name === 'Old 7' ? ['directory.*'] : [])]
    await app.sql(
      `insert into role_acls (id, tenant_id, role_id, is_super_admin, features, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, false, $3, now(), now())`,
      [tenantA.id, roleId, features],
    )
  }
  const client = await signIn(app, 'old@acme.com')
  expect((await client.get('/auth/users')).status).toBe(200)
  expect((await client.get('/auth/roles')).status).toBe(403)
  const asked = { features: ['directory.tenants.view', 'auth.users.list', 'auth.roles.list'] }
  const { body } = await client.post('/auth/feature-check', asked)
  expect(body.granted).toEqual(['directory.tenants.view', 'auth.users.list'])
  const account = await app.platform.actAs(app.callerOf('admin'), (ctx) => loadAccount(ctx, id))
  expect(account!.roleAcls.flatMap(({ features }) => features).toSorted()).toEqual(['auth.users.list', 'directory.*'])

  const names = roles.map(({ name }) => name as string)
  expect((await admin.put('/auth/users', { id, roles: [...names, 'admin'] })).status).toBe(400)
  expect((await admin.put('/auth/users', { id, roles: names.slice(0, 8) })).status).toBe(200)
  const roleId = await roleOf(app, 'Old 3')
  expect((await admin.put('/auth/roles/acl', { roleId, features: ['auth.users.list'] })).status).toBe(200)
})
