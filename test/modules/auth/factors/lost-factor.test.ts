import { addAuthenticator, startLogin } from '@plinth/auth/testing'
import { tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, signIn } from '../_accounts.ts'

test('an administrator resets lost factors: sessions end, the owner is told, and nothing can be undone', async () => {
  await using app = await authApp()
  const employee = await signIn(app, 'employee@acme.com')
  await addAuthenticator(app, employee)
  const [user] = await app.sql(`select id from users where email = 'employee@acme.com'`)
  const admin = app.as({ features: ['auth.*'] })
  const path = `/auth/users/factors?userId=${user!['id']}`
  expect((await admin.get(path)).body).toMatchObject({
    factors: [{ kind: 'totp', name: 'Phone' }],
    recoveryCodesLeft: 10,
  })
  const reset = await admin.del(path)
  expect([reset.status, reset.body, reset.operation]).toEqual([200, { removed: 1 }, null])
  expect((await employee.get('/auth/profile')).status).toBe(401)
  await expect(signIn(app, 'employee@acme.com')).resolves.toBeTruthy()
  await deliverMails(app)
  const subjects = app.mails.filter(({ to }) => to === 'employee@acme.com').map(({ subject }) => subject)
  expect(subjects).toContain('The second factors of your account at Acme were reset')
})

test('nobody resets the factors of an account that may do more, of another tenant, or their own', async () => {
  await using app = await authApp()
  const superadmin = await signIn(app, 'superadmin@acme.com')
  await addAuthenticator(app, superadmin)
  const [user] = await app.sql(`select id from users where email = 'superadmin@acme.com'`)
  const path = `/auth/users/factors?userId=${user!['id']}`
  expect((await app.as({ features: ['auth.*'] }).del(path)).status).toBe(403)
  expect((await app.as({ features: ['auth.*'], tenantId: tenantB.id }).del(path)).status).toBe(404)
  expect((await superadmin.del(path)).status).toBe(403)
  expect((await app.as({ features: ['auth.users.edit'] }).del(path)).body).toMatchObject({
    requiredFeatures: ['auth.factors.reset'],
  })
  expect((await startLogin(app, 'superadmin@acme.com')).code).toBe('second_factor_required')
})
