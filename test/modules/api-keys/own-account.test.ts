import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { addUser, idOf, roleOf, superAdminOf } from '../auth/_people.ts'
import { addKey, keysApp, withKey } from './_keys.ts'

test('a key does not change how whoever created it signs in, because it never proves who they are', async () => {
  await using app = await keysApp()
  const login = await signIn(app, 'superadmin@acme.com')
  const { secret } = await addKey(login, { roles: [await roleOf(app, 'superadmin')] })
  const key = withKey(app, secret)
  const id = await idOf(app, 'superadmin@acme.com')
  for (const change of [{ email: 'thief@acme.com' }, { password: 'Another-456' }])
    expect(await key.put('/auth/users', { id, ...change })).toMatchObject({
      status: 403,
      body: { code: 'verification_required' },
    })
  expect((await key.put('/auth/users', { id, name: 'Root' })).status).toBe(200)
  const other = await addUser(superAdminOf(app))
  expect((await key.put('/auth/users', { id: other, password: 'Another-456' })).status).toBe(200)
})
