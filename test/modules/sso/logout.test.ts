import { expect, test } from 'vitest'
import { signIn, urlEncoded } from '../auth/_accounts.ts'
import { connect, signInBy, ssoApp } from './_sso.ts'

const ann = { sub: 'ann', email: 'ann@corp.example', email_verified: true }

test('signing out leads to the provider, whose logout token ends the other sessions', async () => {
  await using app = await ssoApp()
  const client = {
    backchannel_logout_uri: 'https://acme.example/backchannel',
    backchannel_logout_session_required: true,
  }
  const id = await connect(app, {}, { client })
  app.provider.person = ann
  const first = await signInBy(app, id)
  const second = await signInBy(app, id)
  const left = await second.browser.post('/sso/logout', {})
  expect(left.body.redirect).toContain(`${app.provider.issuer}/session/end?`)
  expect((await second.browser.get('/auth/profile')).status).toBe(401)
  expect((await first.browser.get('/auth/profile')).status).toBe(200)
  await app.provider.endSession(left.body.redirect)
  await expect.poll(() => app.provider.logoutTokens.length).toBeGreaterThan(0)
  const [token = ''] = app.provider.logoutTokens
  const post = (logoutToken: string) =>
    app.anonymous.post(`/sso/backchannel-logout/${id}`, urlEncoded({ logout_token: logoutToken }))
  const [head = '', payload = '', signature = ''] = token.split('.')
  // Nobody else can sign, nor leave the signature out.
  const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  expect((await post(`${none}.${payload}.`)).status).toBe(400)
  const symmetric = Buffer.from(JSON.stringify({ alg: 'HS256' })).toString('base64url')
  expect((await post(`${symmetric}.${payload}.${signature}`)).status).toBe(400)
  expect((await post(`${head}.${payload}.${signature.split('').toReversed().join('')}`)).status).toBe(400)
  expect((await first.browser.get('/auth/profile')).status).toBe(200)
  expect((await post(token)).status).toBe(200)
  expect((await first.browser.get('/auth/profile')).status).toBe(401)
  // Once.
  expect((await post(token)).status).toBe(400)
})

test('a session that did not come from a provider ends here', async () => {
  await using app = await ssoApp()
  const client = await signIn(app, 'employee@acme.com')
  expect((await client.post('/sso/logout', {})).body).toEqual({ redirect: null })
  expect((await client.get('/auth/profile')).status).toBe(401)
})
