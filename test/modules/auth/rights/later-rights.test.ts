import { changeRoleSources, saveSignInPolicy } from '@plinth/auth'
import type { Persona, TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { addRole, addUser, superAdminOf } from '../_people.ts'

/** Somebody who may edit accounts, and nothing that the roles of these tests allow. */
const weak: Persona = { features: ['auth.users.*', 'auth.policies.manage', 'auth.roles.*'] }
const refused = { status: 403, body: { missingFeatures: ['auth.acl.manage'] } }

const lastEntry = async (app: TestPlatform) =>
  (await app.sql('select id from plinth.action_log order by seq desc limit 1'))[0]!['id'] as string

test('a role is given and taken only within one’s own rights, also where another role allows the same now', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const [first, second] = [
    await addRole(boss, 'First', { features: ['auth.acl.manage'] }),
    await addRole(boss, 'Second', { features: ['auth.acl.manage'] }),
  ]
  const id = await addUser(boss, { roles: [first] })
  const actor = app.as(weak)
  // Once the first one is taken, the second would be what remains.
  expect(await actor.put('/auth/users', { id, roles: [first, second] })).toMatchObject(refused)
  await boss.put('/auth/users', { id, roles: [first, second] })
  expect(await actor.put('/auth/users', { id, roles: [first] })).toMatchObject(refused)
  expect(await actor.put('/auth/users', { id, roles: [first, second] })).toMatchObject({ status: 200 })
})

test('undo and redo give no role that its actor could not give, although a group gives it as well', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const roleId = await addRole(boss, 'Strong', { features: ['auth.acl.manage'] })
  const userId = await addUser(boss, { roles: [roleId] })
  const change = (input: object) =>
    app.platform.actAs(app.callerOf({ isSuperAdmin: true }), ({ run }) =>
      run(changeRoleSources, { source: 'scim:a', give: [], take: [], ...input }),
    )
  await change({ give: [{ userId, roleId }] })
  await change({ take: [{ userId, roleId }] })
  const entry = await lastEntry(app)
  const undo = (persona: Persona) =>
    app.platform.actAs(app.callerOf(persona), (ctx) => ctx.undo(entry, { ofOthers: true }))
  await expect(undo(weak)).rejects.toMatchObject({ status: 403 })
  await undo({ isSuperAdmin: true })
})

test('how holders of a role prove who they are is up to those who may give it, for undo as well', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const strong = await addRole(boss, 'Strong', { features: ['auth.acl.manage'] })
  const clerk = await addRole(boss, 'Clerk', { features: ['auth.users.list'] })
  const actor = app.as(weak)
  const off = { secondFactor: 'off' }
  expect(await actor.put('/auth/policies', { roleId: strong, ...off })).toMatchObject({ status: 403 })
  expect(await actor.put('/auth/policies', { roleId: clerk, ...off })).toMatchObject({ status: 200 })
  expect(await actor.put('/auth/policies', off)).toMatchObject({ status: 200 })
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), ({ run }) =>
    run(saveSignInPolicy, { roleId: strong, secondFactor: 'required' }),
  )
  const entry = await lastEntry(app)
  const undo = (persona: Persona) =>
    app.platform.actAs(app.callerOf(persona), (ctx) => ctx.undo(entry, { ofOthers: true }))
  await expect(undo(weak)).rejects.toMatchObject({ status: 403 })
  await undo({ isSuperAdmin: true })
})

test('whoever could not give an account its roles does not choose how it signs in, though its own rights hide them', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const strong = await addRole(boss, 'Strong', { features: ['auth.acl.manage'] })
  const id = await addUser(boss, { roles: [strong] })
  await boss.put('/auth/users/acl', { userId: id, features: ['auth.users.list'], organizations: null })
  const actor = app.as(weak)
  // Once its own rights are removed, the account has those of its role again.
  for (const change of [{ password: 'Another-456' }, { email: 'thief@acme.com' }])
    expect(await actor.put('/auth/users', { id, ...change })).toMatchObject({ status: 403 })
  await boss.put('/auth/users', { id, roles: [] })
  expect(await actor.put('/auth/users', { id, password: 'Another-456' })).toMatchObject({ status: 200 })
})
