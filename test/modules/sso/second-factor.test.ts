import { addAuthenticator, nextCode, totpCode } from '@plinth/auth/testing'
import { expect, test } from 'vitest'
import { urlEncoded, withHeaders } from '../auth/_accounts.ts'
import { connect, signInBy, type SsoApp, ssoApp, type Visit } from './_sso.ts'

const ann = { sub: 'ann', email: 'ann@corp.example', email_verified: true, name: 'Ann' }

/** What the address of the sign-in page says that has to follow. */
const followingOf = ({ location }: Visit) => {
  const url = new URL(location, 'https://acme.example')
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) } as Record<string, string>
}

/** Ann has an authenticator app, and the connection asks for it. */
async function withFactor(app: SsoApp) {
  const id = await connect(app)
  app.provider.person = ann
  const { browser } = await signInBy(app, id)
  const { secret } = await addAuthenticator(app, browser)
  const admin = app.as({ features: ['*'] })
  const asked = await admin.put('/sso/connections', { id, asksSecondFactor: true })
  nextCode(app)
  return { id, secret, admin, asked }
}

const pending = (app: SsoApp) => app.sql('select id from login_challenges')

test('a provider answers for all factors, unless the connection asks for the second one', async () => {
  await using app = await ssoApp()
  const { id, secret, admin, asked } = await withFactor(app)
  await app.platform.actAs(app.callerOf({ features: ['*'] }), ({ undo }) =>
    undo(asked.operation!.id, { ofOthers: true }),
  )
  expect((await signInBy(app, id)).location).toBe('/backend')
  await admin.put('/sso/connections', { id, asksSecondFactor: true })

  const visit = await signInBy(app, id, { redirect: '/backend/orders?page=2' })
  const following = followingOf(visit)
  expect(following).toEqual({
    path: '/login',
    code: 'second_factor_required',
    challenge: expect.any(String),
    factors: 'totp recovery_code',
    redirect: '/backend/orders?page=2',
  })
  expect(visit.cookie).toMatch(/^om_challenge=/)
  expect((await visit.browser.get('/auth/profile')).status).toBe(401)
  const answer = { challenge: following['challenge'], code: totpCode(app, secret) }
  // Neither the address alone nor another browser is enough.
  expect((await app.anonymous.post('/auth/login/verify', answer)).body.code).toBe('challenge_void')
  const wrong = await visit.browser.post('/auth/login/verify', { ...answer, code: '000000' })
  expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_factor' } })
  const done = await visit.browser.post('/auth/login/verify', answer)
  expect(done.status).toBe(200)
  const signedIn = withHeaders(app, { authorization: `Bearer ${done.body.token}` })
  expect((await signedIn.get('/auth/profile')).body.email).toBe(ann.email)
  expect((await visit.browser.post('/auth/login/verify', answer)).body.code).toBe('challenge_void')
  // It is a session of the provider as any other.
  expect((await signedIn.post('/sso/logout', {})).body.redirect).toContain(`${app.provider.issuer}/session/end?`)
  expect((await signedIn.get('/auth/profile')).status).toBe(401)
})

test('where sign-on is enforced, the second factor completes it', async () => {
  await using app = await ssoApp()
  const { id, secret, admin } = await withFactor(app)
  const [glass] = await app.sql(`select id from users where email = 'admin@acme.com' limit 1`)
  const enforced = await admin.put('/sso/connections', { id, isEnforced: true, breakGlassUserIds: [glass!['id']] })
  expect(enforced.status).toBe(200)
  const visit = await signInBy(app, id)
  const { challenge } = followingOf(visit)
  const done = await visit.browser.post('/auth/login/verify', { challenge, code: totpCode(app, secret) })
  expect(done.status).toBe(200)
})

test('an account that needs a factor sets it up; one in its grace period signs in', async () => {
  await using app = await ssoApp()
  const id = await connect(app, { asksSecondFactor: true })
  const admin = app.as({ features: ['*'] })
  await admin.put('/auth/policies', { secondFactor: 'required', graceDays: 3 })
  app.provider.person = ann
  expect((await signInBy(app, id)).location).toBe('/backend')
  app.clock.advance(4 * 86_400_000)
  const visit = await signInBy(app, id)
  const { code, challenge } = followingOf(visit)
  expect(code).toBe('second_factor_setup_required')
  const enrolled = await visit.browser.post('/auth/login/enroll', { challenge })
  const { secret, enrollment } = enrolled.body
  const done = await visit.browser.post('/auth/login/verify', { challenge, enrollment, code: totpCode(app, secret) })
  expect(done.body.recoveryCodes).toHaveLength(10)
})

test('a provider that ends the session ends a sign-in that waits for its factor', async () => {
  await using app = await ssoApp()
  const client = {
    backchannel_logout_uri: 'https://acme.example/backchannel',
    backchannel_logout_session_required: true,
  }
  const id = await connect(app, {}, { client })
  app.provider.person = ann
  const first = await signInBy(app, id)
  const { secret } = await addAuthenticator(app, first.browser)
  nextCode(app)
  await app.as({ features: ['*'] }).put('/sso/connections', { id, asksSecondFactor: true })
  const visit = await signInBy(app, id)
  expect(await pending(app)).toHaveLength(1)
  const left = await first.browser.post('/sso/logout', {})
  await app.provider.endSession(left.body.redirect)
  await expect.poll(() => app.provider.logoutTokens.length).toBeGreaterThan(0)
  for (const token of app.provider.logoutTokens)
    await app.anonymous.post(`/sso/backchannel-logout/${id}`, urlEncoded({ logout_token: token }))
  expect(await pending(app)).toEqual([])
  const { challenge } = followingOf(visit)
  const late = await visit.browser.post('/auth/login/verify', { challenge, code: totpCode(app, secret) })
  expect(late.body.code).toBe('challenge_void')
})

test('ending all sessions of somebody ends what waits for a factor too', async () => {
  await using app = await ssoApp()
  const { id, admin } = await withFactor(app)
  await signInBy(app, id)
  expect(await pending(app)).toHaveLength(1)
  const [user] = await app.sql('select id from users where email = $1', [ann.email])
  const ended = await admin.del(`/auth/users/sessions?userId=${user!['id'] as string}`)
  expect(ended.status).toBe(200)
  expect(await pending(app)).toEqual([])
})
