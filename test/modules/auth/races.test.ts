import type { Client } from '@plinth/testing'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { authApp } from './_accounts.ts'
import { adminOf, addRole, addUser, idOf, roleOf, superAdminOf, tenantA } from './_people.ts'

const tally = (answers: readonly { readonly status: number }[]) =>
  Object.fromEntries([...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [status, all.length]))

const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

test('of many users with one e-mail, one is created', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const answers = await times(12, (index) =>
    admin.post('/auth/users', {
      email: index % 2 ? 'same@acme.com' : 'SAME@acme.com',
      password: 'Secret-123',
      organizationId: tenantA.organization,
    }),
  )
  expect(tally(answers)).toEqual({ 201: 1, 400: 11 })
  for (const { status, body } of answers) {
    if (status === 400) expect(body.fieldErrors).toEqual({ email: 'Email already in use' })
  }
})

test('of many roles with one name, one is created', async () => {
  await using app = await authApp()
  const answers = await times(12, () => adminOf(app).post('/auth/roles', { name: 'Clerk' }))
  expect(tally(answers)).toEqual({ 201: 1, 400: 11 })
})

const removals: Record<string, (client: Client, ids: { user: string; role: string }) => Promise<{ status: number }>> = {
  deleted: (client, { user }) => client.del(`/auth/users?id=${user}`),
  'deprived of their roles': (client, { user }) => client.put('/auth/users', { id: user, roles: [] }),
  'given a role without the flag': (client, { user }) => client.put('/auth/users', { id: user, roles: ['employee'] }),
}

for (const [how, remove] of Object.entries(removals)) {
  test(`the last super administrator is not ${how}, whoever else is at the same time`, async () => {
    await using app = await authApp()
    const boss = superAdminOf(app)
    const users = [await idOf(app, 'superadmin@acme.com')]
    for (let index = 0; index < 5; index++) users.push(await addUser(boss, { roles: ['superadmin'] }))
    const role = await roleOf(app, 'superadmin')
    const answers = await Promise.all(users.map((user) => remove(boss, { user, role })))
    expect(tally(answers)).toEqual({ 200: 5, 400: 1 })
    const left = await app.sql(`select from users u join user_roles h on h.user_id = u.id where h.role_id = $1`, [role])
    expect(left.length).toBe(1)
  })
}

test('the flag of the last super administrators is not cleared, from a role or a user', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const role = await roleOf(app, 'superadmin')
  const user = await addUser(boss)
  await boss.put('/auth/users/acl', { userId: user, isSuperAdmin: true })
  const answers = await Promise.all([
    boss.put('/auth/roles/acl', { roleId: role, isSuperAdmin: false }),
    boss.put('/auth/users/acl', { userId: user, isSuperAdmin: false, features: [], organizations: null }),
  ])
  expect(tally(answers)).toEqual({ 200: 1, 400: 1 })
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    error: 'At least one super administrator must remain.',
  })
})

test('a super administrator who was only invited does not count as one', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  await addUser(boss, { password: undefined, sendInviteEmail: true, roles: ['superadmin'] })
  expect((await boss.del(`/auth/users?id=${await idOf(app, 'superadmin@acme.com')}`)).status).toBe(400)
})

test('a role that is deleted and assigned at once is one or the other', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  for (let round = 0; round < 5; round++) {
    const role = await addRole(admin, `Clerk ${round}`)
    const user = await addUser(admin)
    const [deleted, assigned] = await Promise.all([
      admin.del(`/auth/roles?id=${role}`),
      admin.put('/auth/users', { id: user, roles: [role] }),
    ])
    expect(tally([deleted, assigned])).toEqual({ 200: 1, 400: 1 })
  }
})

test('rights saved at once end as one of them, in one row', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const roleId = await addRole(admin, 'Clerk')
  const userId = await addUser(admin)
  const lists = ['auth.users.list', 'auth.roles.list', 'auth.users.edit'].map((feature) => [feature])
  const answers = await Promise.all(
    lists.flatMap((features) => [
      admin.put('/auth/roles/acl', { roleId, features }),
      admin.put('/auth/users/acl', { userId, features }),
    ]),
  )
  expect(tally(answers)).toEqual({ 200: 6 })
  for (const [table, id] of [
    ['role_acls', roleId],
    ['user_acls', userId],
  ]) {
    const rows = await app.sql(`select features from ${table} where $1 in (id, ${table?.slice(0, 4)}_id)`, [id])
    expect(lists).toContainEqual(rows[0]?.['features'])
    expect(rows.length).toBe(1)
  }
})

test('many callers who rename one role do not wait for each other in a circle', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const role = await addRole(admin, 'Clerk')
  let left = 80
  const answers = await times(8, async (caller) => {
    const own: { status: number }[] = []
    while (left-- > 0) own.push(await admin.put('/auth/roles', { id: role, name: `Clerk ${caller} ${left}` }))
    return own
  })
  expect(tally(answers.flat())).toEqual({ 200: 80 })
  // What a connection did is counted a second after it at the latest.
  await setTimeout(1200)
  expect(await app.sql(`select deadlocks::int from pg_stat_database where datname = current_database()`)).toEqual([
    { deadlocks: 0 },
  ])
})
