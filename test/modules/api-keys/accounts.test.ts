import { addAccount } from '@plinth/auth/testing'
import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addKey, granted, keysApp, withKey } from './_keys.ts'

test('a key of a persona with an account works, for as much as the persona may', async () => {
  await using app = await keysApp()
  const features = ['api_keys.*', 'auth.users.list']
  const persona = await addAccount(app, { features })
  const { body: role } = await app
    .as({ isSuperAdmin: true })
    .post('/auth/roles', { name: 'Lister', tenantId: tenantA.id })
  await app.as({ isSuperAdmin: true }).put('/auth/roles/acl', { roleId: role.id, features: ['auth.users.list'] })
  const { secret } = await addKey(app.as(persona), { roles: ['Lister'] })
  expect(await granted(withKey(app, secret), features)).toEqual(['auth.users.list'])
})

test('accounts are made in other tenants, for super admins and for some organizations', async () => {
  await using app = await keysApp()
  for (const persona of [
    { tenantId: tenantB.id },
    { isSuperAdmin: true },
    { organizationIds: [tenantA.organization] },
  ]) {
    const account = await addAccount(app, { features: ['api_keys.*'], ...persona })
    expect((await withKey(app, (await addKey(app.as(account))).secret).get('/auth/users')).status).toBe(403)
  }
})
