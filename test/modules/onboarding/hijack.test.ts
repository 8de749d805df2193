import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { bearer, cookiesOf, deliverMails, urlEncoded, linkToken, signIn } from '../auth/_accounts.ts'
import { applicant, apply, browse, onboardingForm, onboardingApp, PATH } from './_applicants.ts'

const MINE = 'My-Secret-456'
const tokenIn = (link: string) => link.split('token=')[1]!
const choose = (app: TestPlatform, link: string, password: string) =>
  app.anonymous.post(`${PATH}/verify`, { token: tokenIn(link), password })
const login = async (app: TestPlatform, password: string) =>
  (await app.anonymous.post('/auth/login', urlEncoded({ email: onboardingForm.email, password }))).status

test('the password of a request counts in the browser that sent it and nowhere else', async () => {
  await using app = await onboardingApp()
  const link = await apply(app)
  const asked = await app.anonymous.get(link)
  expect(asked.body).toEqual({
    ok: false,
    status: 'password_required',
    tenantId: null,
    redirect: `https://acme.example/onboarding/confirm/${tokenIn(link)}`,
  })
  const page = await app.anonymous.get(link, { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('location')]).toEqual([302, asked.body.redirect])
  expect(await login(app, onboardingForm.password)).toBe(401)
  expect(await app.sql('select from users where email = $1', [onboardingForm.email])).toEqual([])
  expect(await choose(app, link, MINE)).toMatchObject({ status: 200, body: { ok: true, status: 'completed' } })
  expect([await login(app, onboardingForm.password), await login(app, MINE)]).toEqual([401, 200])
  // Followed once more the link leads to the login; it sets no password any more.
  expect(await choose(app, link, 'Third-Secret-7')).toMatchObject({ body: { status: 'completed' } })
  expect([await login(app, 'Third-Secret-7'), await login(app, MINE)]).toEqual([401, 200])
})

test('a stranger’s later request changes nothing of mine', async () => {
  await using app = await onboardingApp()
  const mine = await apply(app)
  const me = applicant(app)
  app.clock.advance(11 * 60_000)
  const forged = await apply(app, { password: 'Stranger-666', confirmPassword: 'Stranger-666' })
  // I follow the stranger's mail by mistake: its password is not mine.
  expect((await me.get(forged)).body.status).toBe('password_required')
  expect((await me.get(mine)).body.status).toBe('completed')
  expect([await login(app, 'Stranger-666'), await login(app, onboardingForm.password)]).toEqual([401, 200])
  expect((await browse(app, forged)).headers.get('location')).toContain('status=invalid')
  expect((await choose(app, forged, MINE)).body.status).toBe('invalid')
})

test('of two links followed at once, one makes the tenant', async () => {
  await using app = await onboardingApp()
  const links = [await apply(app)]
  app.clock.advance(11 * 60_000)
  links.push(await apply(app))
  const answers = await Promise.all(links.map((link) => choose(app, link, MINE)))
  expect(answers.filter(({ body }) => body.status === 'completed')).toHaveLength(1)
  expect(await app.sql('select from users where email = $1', [onboardingForm.email])).toHaveLength(1)
})

test('a weak password by the link is refused with its field, in the reader’s language', async () => {
  await using app = await onboardingApp()
  const link = await apply(app)
  expect(await choose(app, link, 'weak')).toMatchObject({
    status: 400,
    body: { ok: false, fieldErrors: { password: 'The password does not meet the requirements.' } },
  })
  expect((await applicant(app).get(link)).body.status).toBe('completed')
})

test('an account that somebody merely created for an address does not stop its owner', async () => {
  await using app = await onboardingApp()
  const admin = await signIn(app, 'admin@acme.com')
  const [{ organization_id }] = (await app.sql(`select organization_id from users where email = 'admin@acme.com'`)) as [
    { organization_id: string },
  ]
  const planted = { email: 'ann@new.example', password: 'Planted-123', organizationId: organization_id }
  expect((await admin.post('/auth/users', planted)).status).toBe(201)
  expect((await browse(app, await apply(app))).headers.get('location')).toContain('/login?tenant=')
  expect(await login(app, onboardingForm.password)).toBe(200)
})

test('an invitation that was followed makes an address taken', async () => {
  await using app = await onboardingApp()
  const admin = await signIn(app, 'admin@acme.com')
  const [{ organization_id: organizationId }] = (await app.sql(
    `select organization_id from users where email = 'admin@acme.com'`,
  )) as [{ organization_id: string }]
  const invited = { email: 'invited@new.example', sendInviteEmail: true, organizationId }
  expect((await admin.post('/auth/users', invited)).status).toBe(201)
  await deliverMails(app)
  const token = linkToken(app)
  await app.anonymous.post('/auth/reset/confirm', urlEncoded({ token, password: MINE }))
  expect((await app.anonymous.post(PATH, { ...onboardingForm, email: 'Invited@new.example' })).status).toBe(409)
  // Confirmed was the address, not the account: after a change of address it is free again.
  const { body } = await app.anonymous.post('/auth/login', urlEncoded({ email: invited.email, password: MINE }))
  expect((await bearer(app, body.token).put('/auth/profile', { email: 'moved@new.example' })).status).toBe(200)
  expect((await app.anonymous.post(PATH, { ...onboardingForm, email: invited.email })).status).toBe(201)
})

test('whoever gives an account for my address a password of theirs, and logs in with it, does not stop me', async () => {
  await using app = await onboardingApp()
  const admin = await signIn(app, 'admin@acme.com')
  const [{ organization_id: organizationId }] = (await app.sql(
    `select organization_id from users where email = 'admin@acme.com'`,
  )) as [{ organization_id: string }]
  const planted = { email: 'ann@new.example', password: MINE, organizationId }
  expect((await admin.post('/auth/users', planted)).status).toBe(201)
  expect(await login(app, MINE)).toBe(200)
  expect((await browse(app, await apply(app))).headers.get('location')).toContain('/login?tenant=')
  expect(await login(app, onboardingForm.password)).toBe(200)
})

test('the cookie is the browser’s alone', async () => {
  await using app = await onboardingApp()
  const answer = await app.anonymous.post(PATH, onboardingForm)
  const { value } = cookiesOf(answer)['om_onboarding']!
  expect(value).toMatch(/^[0-9a-f]{64}$/)
  const stored = await app.sql('select r::text as row from onboarding_requests r')
  expect(stored[0]!['row']).not.toContain(value)
})
