import { expect, test } from 'vitest'
import { PASSWORD, signIn, urlEncoded, withHeaders } from '../auth/_accounts.ts'
import { connect, cookiesFrom, signInBy, ssoApp } from './_sso.ts'

test('an account that exists is linked after its owner has signed in to it, in the same browser', async () => {
  await using app = await ssoApp()
  const id = await connect(app, {}, { domain: 'acme.com' })
  app.provider.person = { sub: 'e1', email: 'employee@acme.com', email_verified: true }
  const visit = await signInBy(app, id)
  expect(visit.location).toBe('/login?error=sso_link_required')
  const admin = await signIn(app, 'admin@acme.com')
  const strange = withHeaders(app, { authorization: `Bearer ${admin.token}`, cookie: visit.cookie })
  expect((await strange.post('/sso/link', {})).status).toBe(409)
  const answer = await withHeaders(app, { cookie: visit.cookie }).post(
    '/auth/login',
    urlEncoded({ email: 'employee@acme.com', password: PASSWORD }),
  )
  const signedIn = { authorization: `Bearer ${answer.body.token}` }
  expect((await withHeaders(app, signedIn).post('/sso/link', {})).status).toBe(400)
  const owner = withHeaders(app, { ...signedIn, cookie: `${visit.cookie}; ${cookiesFrom(answer.headers)}` })
  expect((await owner.post('/sso/link', {})).status).toBe(200)
  const again = await signInBy(app, id)
  expect(again.location).toBe('/backend')
  expect((await again.browser.get('/auth/profile')).body.email).toBe('employee@acme.com')
})

test('an identity is linked to one account', async () => {
  await using app = await ssoApp()
  const id = await connect(app, {}, { domain: 'acme.com' })
  app.provider.person = { sub: 'e1', email: 'employee@acme.com', email_verified: true }
  const first = await signInBy(app, id)
  app.provider.person = { sub: 'e1', email: 'admin@acme.com', email_verified: true }
  const second = await signInBy(app, id)
  const link = async (email: string, cookie: string) => {
    const { token } = await signIn(app, email)
    return (await withHeaders(app, { authorization: `Bearer ${token}`, cookie }).post('/sso/link', {})).status
  }
  expect(await link('employee@acme.com', first.cookie)).toBe(200)
  expect(await link('admin@acme.com', second.cookie)).toBe(409)
})
