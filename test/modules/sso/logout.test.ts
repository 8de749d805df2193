import { expect, test } from 'vitest'
import { signIn, urlEncoded } from '../auth/_accounts.ts'
import { signBy } from './_own-provider.ts'
import { connect, ownApp, signInBy, ssoApp } from './_sso.ts'

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

test('a logout token is for this client and moment, and ends what it names only', async () => {
  await using app = await ownApp()
  const { provider } = app
  const clientId = `client-${crypto.randomUUID()}`
  const id = await connect(app, { clientId })
  const long = 's'.repeat(1_500)
  const come = async (sub: string, sid: string) => {
    provider.claims = { sub, sid, email: `${sub}@corp.example`, email_verified: true }
    return (await signInBy(app, id)).browser
  }
  const [one, two, other] = [await come('ann', long), await come('ann', 'two'), await come('bob', 'three')]
  const isIn = async (...browsers: (typeof one)[]) =>
    Promise.all(browsers.map(async (browser) => (await browser.get('/auth/profile')).status === 200))
  const now = Math.floor(Date.now() / 1000)
  const post = async (claims: object) => {
    const token = {
      iss: provider.issuer,
      aud: clientId,
      iat: now,
      jti: crypto.randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    }
    const form = urlEncoded({ logout_token: signBy(provider.keys[0]!, token) })
    return (await app.anonymous.post(`/sso/backchannel-logout/${id}`, form)).status
  }
  const wrong: object[] = [
    { iss: 'https://elsewhere.example' },
    { aud: 'another' },
    { aud: undefined },
    { iat: undefined },
    { iat: now - 3600 },
    { iat: now + 3600 },
    { exp: now - 120 },
    { jti: undefined },
    { jti: 5 },
    { jti: {} },
    { events: undefined },
    { events: { 'http://schemas.openid.net/event/other': {} } },
    { events: ['http://schemas.openid.net/event/backchannel-logout'] },
    { nonce: 'n' },
    { sub: 'an\0n' },
  ]
  for (const claims of wrong) expect([claims, await post({ sub: 'ann', ...claims })]).toEqual([claims, 400])
  expect(await post({})).toBe(400)
  expect(await isIn(one, two, other)).toEqual([true, true, true])
  // Whoever is not here is signed out already.
  expect([await post({ sub: 'bob', sid: 'two' }), await post({ sub: 'nobody' })]).toEqual([200, 200])
  expect(await isIn(one, two, other)).toEqual([true, true, true])
  expect(await post({ sid: long, aud: [clientId, 'another'] })).toBe(200)
  expect(await isIn(one, two, other)).toEqual([false, true, true])
  // A session without an id is none.
  expect(await post({ sub: 'ann', sid: ' ' })).toBe(200)
  expect(await isIn(one, two, other)).toEqual([false, false, true])
  expect(await post({ sid: '' })).toBe(400)
})
