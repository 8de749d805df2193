import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, PASSWORD, signIn, urlEncoded, withHeaders } from '../_accounts.ts'

const EMAIL = 'employee@acme.com'
const MINUTE = 60_000

async function signInWith(app: TestPlatform, userAgent: string, fields: Record<string, string> = {}) {
  const browser = withHeaders(app, { 'user-agent': userAgent })
  const answer = await browser.post('/auth/login', urlEncoded({ email: EMAIL, password: PASSWORD, ...fields }))
  return withHeaders(app, { 'user-agent': userAgent, authorization: `Bearer ${answer.body.token}` })
}

test('people see their devices and end one, or all others', async () => {
  await using app = await authApp()
  const laptop = await signInWith(app, 'Laptop')
  const phone = await signInWith(app, 'Phone')
  const tablet = await signInWith(app, 'Tablet')
  const { items, total } = (await laptop.get('/auth/sessions')).body
  expect(total).toBe(3)
  expect(items.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toMatchObject([
    { userAgent: 'Laptop', method: 'password' },
  ])
  const other = items.find(({ userAgent }: { userAgent: string }) => userAgent === 'Phone')
  expect((await laptop.del(`/auth/sessions?id=${other.id}`)).body).toEqual({ ended: 1 })
  expect((await phone.get('/auth/profile')).status).toBe(401)
  expect((await laptop.del('/auth/sessions?others=true')).body).toEqual({ ended: 1 })
  expect((await tablet.get('/auth/profile')).status).toBe(401)
  expect((await laptop.get('/auth/profile')).status).toBe(200)
})

test('nobody sees or ends the sessions of others without the feature, and of accounts that may do more', async () => {
  await using app = await authApp()
  const employee = await signIn(app, EMAIL)
  const superadmin = await signIn(app, 'superadmin@acme.com')
  const { items } = (await superadmin.get('/auth/sessions')).body
  expect((await employee.del(`/auth/sessions?id=${items[0].id}`)).status).toBe(404)
  const [boss] = await app.sql(`select id from users where email = 'superadmin@acme.com'`)
  const [user] = await app.sql('select id from users where email = $1', [EMAIL])
  const admin = app.as({ features: ['auth.*'] })
  expect((await admin.del(`/auth/users/sessions?userId=${boss!['id']}`)).status).toBe(403)
  const foreign = app.as({ features: ['auth.*'], tenantId: tenantB.id })
  expect((await foreign.get(`/auth/users/sessions?userId=${user!['id']}`)).status).toBe(404)
  expect((await admin.get(`/auth/users/sessions?userId=${user!['id']}`)).body.total).toBe(1)
  expect((await admin.del(`/auth/users/sessions?userId=${user!['id']}`)).body).toEqual({ ended: 1 })
  expect((await employee.get('/auth/profile')).status).toBe(401)
})

test('a tenant limits how long sessions last, and how long they may be idle', async () => {
  await using app = await authApp()
  const admin = app.as({ features: ['auth.*'] })
  const first = await signIn(app, EMAIL, { remember: 'on' })
  await admin.put('/auth/policies', { idleMinutes: 30, lifetimeHours: 2 })
  for (let minutes = 0; minutes < 100; minutes += 20) {
    expect((await first.get('/auth/profile')).status).toBe(200)
    app.clock.advance(20 * MINUTE)
  }
  expect((await first.get('/auth/profile')).status).toBe(200)
  app.clock.advance(21 * MINUTE)
  // Two hours have passed since the sign-in, whatever was done meanwhile.
  expect((await first.get('/auth/profile')).status).toBe(401)
  const { refreshToken } = first
  expect((await app.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(401)
  const second = await signIn(app, EMAIL)
  app.clock.advance(31 * MINUTE)
  expect((await second.get('/auth/profile')).status).toBe(401)
})

test('the history names every sign-in and attempt, and a new device is told by mail', async () => {
  await using app = await authApp()
  const laptop = await signInWith(app, 'Laptop')
  await signInWith(app, 'Laptop')
  await app.anonymous.post('/auth/login', urlEncoded({ email: EMAIL, password: 'Wrong-123' }))
  await deliverMails(app)
  expect(app.mails).toEqual([])
  app.clock.advance(MINUTE)
  await signInWith(app, 'Phone <b>')
  await deliverMails(app)
  expect(app.mails).toMatchObject([
    {
      to: EMAIL,
      subject: 'A new device signed in to your account at Acme',
      text: expect.stringContaining('Phone <b>'),
    },
  ])
  expect(app.mails[0]!.html).not.toContain('<b>')
  await expect
    .poll(async () => (await laptop.get('/auth/sign-ins')).body.items.map((one: { outcome: string }) => one.outcome))
    .toEqual(['success', expect.any(String), expect.any(String), expect.any(String)])
  const { items } = (await laptop.get('/auth/sign-ins')).body
  expect(items.map((one: { outcome: string }) => one.outcome).toSorted()).toEqual([
    'success',
    'success',
    'success',
    'wrong_password',
  ])
  const [user] = await app.sql('select id from users where email = $1 and tenant_id = $2', [EMAIL, tenantA.id])
  const admin = app.as({ features: ['auth.*'] })
  expect((await admin.get(`/auth/users/sign-ins?userId=${user!['id']}`)).body.total).toBe(4)
})
