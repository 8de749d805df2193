import { changeRoleSources } from '@plinth/auth'
import type { Persona, TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { addRole, addUser, idOf, roleOf, superAdminOf, tenantA } from '../_people.ts'

interface Change {
  readonly source: string
  readonly give?: readonly { readonly userId: string; readonly roleId: string }[]
  readonly take?: readonly { readonly userId: string; readonly roleId: string }[]
}

const superAdmin = { isSuperAdmin: true }

const change = (app: TestPlatform, { give = [], take = [], ...rest }: Change, persona: Persona = superAdmin) =>
  app.platform.actAs(app.callerOf(persona), (ctx) =>
    ctx.run(changeRoleSources, { give: [...give], take: [...take], ...rest }),
  )

const rolesOf = async (app: TestPlatform, id: string): Promise<readonly string[]> =>
  (await superAdminOf(app).get(`/auth/users?id=${id}`)).body.items[0].roles

const rowsOf = (app: TestPlatform, id: string) =>
  app.sql('select source, role_id from user_roles where user_id = $1 order by source', [id])

test('a role is held until its last source takes it', async () => {
  await using app = await authApp()
  const userId = await addUser(superAdminOf(app), { roles: ['employee'] })
  const roleId = await addRole(superAdminOf(app), 'Sales')
  const assignment = [{ userId, roleId }]
  expect(await change(app, { source: 'scim:a', give: [...assignment, ...assignment] })).toEqual({ given: 1, taken: 0 })
  expect(await change(app, { source: 'scim:a', give: assignment })).toEqual({ given: 0, taken: 0 })
  expect(await change(app, { source: 'scim:b', give: assignment })).toEqual({ given: 1, taken: 0 })
  expect(await rolesOf(app, userId)).toEqual(['employee', 'Sales'])
  expect(await change(app, { source: 'scim:a', take: assignment })).toEqual({ given: 0, taken: 1 })
  expect(await change(app, { source: 'scim:a', take: assignment })).toEqual({ given: 0, taken: 0 })
  expect(await rolesOf(app, userId)).toEqual(['employee', 'Sales'])
  expect(await change(app, { source: 'scim:b', take: assignment })).toEqual({ given: 0, taken: 1 })
  expect(await rolesOf(app, userId)).toEqual(['employee'])
})

test('a role from several sources counts once, wherever roles are read', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const roleId = await addRole(boss, 'Sales', { features: ['auth.users.list'] })
  const userId = await addUser(boss, { roles: [roleId] })
  for (const source of ['scim:a', 'scim:b', 'sso:c']) await change(app, { source, give: [{ userId, roleId }] })
  expect((await rowsOf(app, userId)).length).toBe(4)
  expect(await rolesOf(app, userId)).toEqual(['Sales'])
  const roles = await boss.get('/auth/roles?search=Sales')
  expect(roles.body.items).toMatchObject([{ id: roleId, usersCount: 1 }])
  const holders = await boss.get('/auth/access/holders?feature=auth.users.list&pageSize=100')
  const mine = holders.body.items.filter(({ id }: { id: string }) => id === userId)
  expect(mine).toMatchObject([{ sources: [{ kind: 'role', id: roleId }] }])
  const filtered = await boss.get(`/auth/users?roleId=${roleId}`)
  expect(filtered.body).toMatchObject({ total: 1, items: [{ id: userId }] })
})

test('administrators change only what administrators gave', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const [own, given, both] = await Promise.all(['Own', 'Given', 'Both'].map((name) => addRole(boss, name)))
  const id = await addUser(boss, { roles: [own, both] })
  for (const roleId of [given!, both!]) await change(app, { source: 'scim:a', give: [{ userId: id, roleId }] })
  // Listing a role that only a group gives does not give it again.
  expect(await boss.put('/auth/users', { id, roles: [given, both] })).toMatchObject({ status: 200 })
  const sources = (await rowsOf(app, id)).map(({ source, role_id }) => [source, role_id === both ? 'Both' : 'Given'])
  expect(sources.toSorted()).toEqual([
    ['', 'Both'],
    ['scim:a', 'Both'],
    ['scim:a', 'Given'],
  ])
  const refused = await boss.put('/auth/users', { id, roles: ['Own'] })
  expect(refused).toMatchObject({
    status: 400,
    body: { fieldErrors: { roles: expect.stringContaining('"Both", "Given"') } },
  })
  expect(await rolesOf(app, id)).toEqual(['Both', 'Given'])
  await change(app, { source: 'scim:a', take: [given!, both!].map((roleId) => ({ userId: id, roleId })) })
  expect(await rolesOf(app, id)).toEqual(['Both'])
})

test('giving and taking asks for the right to do so, whoever holds the role already', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const strong = await addRole(boss, 'Strong', { features: ['auth.acl.manage'] })
  const wide = await addRole(boss, 'Wide', { features: [], organizations: [tenantA.organization] })
  const weak: Persona = { features: ['auth.users.edit', 'auth.users.list'] }
  const [held, bare] = [await addUser(boss, { roles: [strong] }), await addUser(boss)]
  const source = 'scim:a'
  for (const userId of [held, bare])
    await expect(change(app, { source, give: [{ userId, roleId: strong }] }, weak)).rejects.toMatchObject({
      status: 403,
    })
  // A role that grants nothing by itself may widen what others grant.
  const confined = await addRole(boss, 'Confined', {
    features: ['auth.acl.manage'],
    organizations: [tenantA.organization],
  })
  const free = await addRole(boss, 'Free', { features: ['auth.users.list'] })
  const half = await addUser(boss, { roles: [confined] })
  await expect(change(app, { source, give: [{ userId: half, roleId: free }] }, weak)).rejects.toMatchObject({
    status: 403,
  })
  expect(await change(app, { source, give: [{ userId: bare, roleId: free }] }, weak)).toEqual({ given: 1, taken: 0 })
  expect(await change(app, { source, give: [{ userId: bare, roleId: wide }] }, weak)).toEqual({ given: 1, taken: 0 })
  await change(app, { source, give: [{ userId: bare, roleId: strong }] })
  await expect(change(app, { source, take: [{ userId: bare, roleId: strong }] }, weak)).rejects.toMatchObject({
    status: 403,
  })
  const flagged = await roleOf(app, 'superadmin')
  const admin: Persona = { features: ['*'] }
  await expect(change(app, { source, give: [{ userId: bare, roleId: flagged }] }, admin)).rejects.toMatchObject({
    status: 403,
  })
  const superId = await idOf(app, 'superadmin@acme.com')
  await expect(change(app, { source, give: [{ userId: superId, roleId: free }] }, admin)).rejects.toMatchObject({
    status: 403,
  })
})

test('unknown roles and accounts are 400, and accounts beyond the organizations of the actor are not found', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const roleId = await addRole(boss, 'Sales')
  const userId = await addUser(boss)
  const [source, nobody] = ['scim:a', crypto.randomUUID()]
  await expect(change(app, { source, give: [{ userId: nobody, roleId }] })).rejects.toMatchObject({ status: 400 })
  await expect(change(app, { source, give: [{ userId, roleId: nobody }] })).rejects.toMatchObject({ status: 400 })
  await expect(change(app, { source: '', give: [{ userId, roleId }] })).rejects.toMatchObject({ status: 400 })
  const one = [{ userId, roleId }]
  await expect(change(app, { source, give: one, take: one })).rejects.toMatchObject({ status: 400 })
  expect(await change(app, { source, take: [{ userId: nobody, roleId }] })).toEqual({ given: 0, taken: 0 })
  await change(app, { source, give: one })
  const elsewhere: Persona = { features: ['auth.*'], organizationIds: [tenantA.otherOrganization] }
  await expect(change(app, { source, take: one }, elsewhere)).rejects.toMatchObject({ status: 404 })
  await expect(change(app, { source: 'scim:b', give: one }, elsewhere)).rejects.toMatchObject({ status: 400 })
  expect(await rolesOf(app, userId)).toEqual(['Sales'])
})

test('the last administrator keeps a role that a group gives', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const userId = await addUser(boss)
  const roleId = await addRole(boss, 'Chief', { features: ['auth.*'] })
  await change(app, { source: 'scim:a', give: [{ userId, roleId }] })
  await app.sql(`delete from user_roles where user_id <> $1`, [userId])
  const take = change(app, { source: 'scim:a', take: [{ userId, roleId }] }, { features: ['*'] })
  await expect(take).rejects.toMatchObject({ status: 400 })
  expect((await rowsOf(app, userId)).length).toBe(1)
})

test('what a group gave and took is undone and redone by rows, beside what others gave', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const [sales, other] = [await addRole(boss, 'Sales'), await addRole(boss, 'Other')]
  const userId = await addUser(boss, { roles: [other] })
  const caller = app.callerOf(superAdmin)
  const lastEntry = async () =>
    (await app.sql('select id from plinth.action_log order by seq desc limit 1'))[0]!['id'] as string
  const revert = (how: 'undo' | 'redo', id: string) =>
    app.platform.actAs(caller, (ctx) => ctx[how](id, { ofOthers: true }))
  await change(app, { source: 'scim:a', give: [{ userId, roleId: sales }] })
  await change(app, { source: 'scim:b', give: [sales, other].map((roleId) => ({ userId, roleId })) })
  const given = await lastEntry()
  await change(app, { source: 'scim:a', take: [{ userId, roleId: sales }] })
  const taken = await lastEntry()
  await revert('undo', taken)
  expect((await rowsOf(app, userId)).map(({ source }) => source)).toEqual(['', 'scim:a', 'scim:b', 'scim:b'])
  await revert('undo', given)
  expect(await rolesOf(app, userId)).toEqual(['Other', 'Sales'])
  await revert('redo', given)
  await revert('redo', taken)
  expect((await rowsOf(app, userId)).map(({ source }) => source)).toEqual(['', 'scim:b', 'scim:b'])
  expect(await rolesOf(app, userId)).toEqual(['Other', 'Sales'])
})

test('twenty thousand assignments are a few statements', { timeout: 120_000 }, async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const roleIds = await Promise.all(['One', 'Two'].map((name) => addRole(boss, name)))
  const made = await app.sql(
    `insert into users (id, tenant_id, organization_id, email)
      select gen_random_uuid(), $1, $2, 'p' || n || '@acme.com' from generate_series(1, 10000) n returning id`,
    [tenantA.id, tenantA.organization],
  )
  const all = made.flatMap(({ id }) => roleIds.map((roleId) => ({ userId: id as string, roleId })))
  expect(await change(app, { source: 'scim:a', give: all })).toEqual({ given: 20_000, taken: 0 })
  expect(await change(app, { source: 'scim:a', take: all })).toEqual({ given: 0, taken: 20_000 })
  await expect(change(app, { source: 'scim:a', give: [...all, ...all] })).rejects.toMatchObject({ status: 400 })
})

test('eight writers at once lose nothing', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const roleIds = await Promise.all(['One', 'Two'].map((name) => addRole(boss, name)))
  const userIds = await Promise.all(Array.from({ length: 4 }, () => addUser(boss)))
  const everything = userIds.flatMap((userId) => roleIds.map((roleId) => ({ userId, roleId })))
  const writers = Array.from({ length: 8 }, (_, index) =>
    change(app, { source: `scim:${index}`, give: index % 2 ? everything : everything.toReversed() }),
  )
  expect(await Promise.all(writers)).toEqual(writers.map(() => ({ given: 8, taken: 0 })))
  await Promise.all(Array.from({ length: 7 }, (_, index) => change(app, { source: `scim:${index}`, take: everything })))
  for (const id of userIds) expect(await rolesOf(app, id)).toEqual(['One', 'Two'])
})
