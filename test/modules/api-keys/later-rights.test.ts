import { addServiceAccount } from '@plinth/api-keys/testing'
import { addRole, superAdminOf } from '@plinth/auth/testing'
import { type Persona, tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addOrganization } from '../auth/_people.ts'
import { keysApp } from './_keys.ts'

const refused = { status: 403, body: { missingFeatures: ['auth.acl.manage'] } }

test('a service account that is not active gets and loses no role that its manager could not give', async () => {
  await using app = await keysApp()
  const boss = superAdminOf(app)
  const strong = await addRole(boss, 'Strong', { features: ['auth.acl.manage'] })
  const weak = app.as({ features: ['api_keys.*'] })
  const id = await addServiceAccount(weak, {})
  expect(await weak.put('/api_keys/service-accounts', { id, roles: [strong] })).toMatchObject(refused)
  expect(await weak.put('/api_keys/service-accounts', { id, isActive: false })).toMatchObject({ status: 200 })
  // Somebody else would activate it, and the keys of before would have the role.
  expect(await weak.put('/api_keys/service-accounts', { id, roles: [strong] })).toMatchObject(refused)
  expect(await weak.put('/api_keys/service-accounts', { id, isActive: true, roles: [strong] })).toMatchObject(refused)
  const given = await boss.put('/api_keys/service-accounts', { id, roles: [strong] })
  expect(given.status).toBe(200)
  expect(await weak.put('/api_keys/service-accounts', { id, roles: [] })).toMatchObject(refused)
  const undo = (persona: Persona) =>
    app.platform.actAs(app.callerOf(persona), (ctx) =>
      ctx.undo({ token: given.operation!.undoToken! }, { ofOthers: true }),
    )
  await expect(undo({ features: ['api_keys.*'] })).rejects.toMatchObject({ status: 403 })
  await undo({ isSuperAdmin: true })
})

test('a role that service accounts combine with others is widened only by those who hold both', async () => {
  await using app = await keysApp()
  const boss = superAdminOf(app)
  const branch = await addOrganization(app)
  const actor = app.as({ features: ['auth.acl.manage', 'auth.users.list'] })
  const widen = async (isCombined: boolean) => {
    const name = crypto.randomUUID()
    const strong = await addRole(boss, `Strong ${name}`, { features: ['api_keys.create'], organizations: [branch] })
    const wide = await addRole(boss, `Wide ${name}`, { features: ['auth.users.list'], organizations: [branch] })
    await addServiceAccount(boss, { roles: isCombined ? [strong, wide] : [wide] })
    return { roleId: wide, organizations: null }
  }
  expect(await actor.put('/auth/roles/acl', await widen(false))).toMatchObject({ status: 200 })
  // The features of the one role would apply wherever the other one does.
  const acl = await widen(true)
  const missing = { status: 403, body: { missingFeatures: ['api_keys.create'] } }
  expect(await actor.put('/auth/roles/acl', acl)).toMatchObject(missing)
  expect(await boss.put('/auth/roles/acl', acl)).toMatchObject({ status: 200 })
})

test('an organization moves below that of a service account only if its mover has the same rights there', async () => {
  await using app = await keysApp()
  const boss = superAdminOf(app)
  const branch = await addOrganization(app, 'Branch', null)
  const strong = await addRole(boss, 'Strong', { features: ['auth.acl.manage'] })
  await addServiceAccount(boss, { roles: [strong], organizationId: tenantA.organization, isConfined: true })
  const move = (features: readonly string[]) =>
    app.as({ features: [...features] }).put('/directory/organizations', { id: branch, parentId: tenantA.organization })
  expect(await move(['directory.organizations.*'])).toMatchObject({ status: 403 })
  expect(await move(['directory.organizations.*', 'auth.acl.manage'])).toMatchObject({ status: 200 })
})
