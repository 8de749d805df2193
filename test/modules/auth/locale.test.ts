import { expect, test } from 'vitest'
import { authApp, cookiesOf, urlEncoded, withHeaders } from './_accounts.ts'

test('a language is chosen and remembered', async () => {
  await using app = await authApp()
  const chosen = await app.anonymous.post('/auth/locale', { locale: 'pl' })
  expect(chosen).toMatchObject({ status: 201, body: { ok: true } })
  expect(cookiesOf(chosen)).toEqual({ locale: { value: 'pl', attributes: 'Path=/; Max-Age=31536000' } })
  const current = await withHeaders(app, { cookie: 'locale=pl' }).get('/auth/locale')
  expect(current).toMatchObject({ status: 200, body: { ok: true, locale: 'pl' } })
  expect((await app.anonymous.get('/auth/locale')).body).toEqual({ ok: true, locale: 'en' })
  for (const body of [{}, { locale: 'fr' }, 'null']) {
    const refused = await app.anonymous.post('/auth/locale', body)
    expect(refused).toMatchObject({ status: 400, body: { error: 'Invalid locale' } })
  }
  const unreadable = await app.anonymous.post('/auth/locale', '{')
  expect(unreadable).toMatchObject({ status: 400, body: { error: 'Bad request' } })
})

test('a link chooses a language and leads back into this site', async () => {
  await using app = await authApp()
  const go = (query: string) => app.anonymous.get(`/auth/locale?${query}`)
  const plain = await go('locale=de')
  expect(plain).toMatchObject({ status: 200, body: { ok: true, locale: 'de' } })
  expect(cookiesOf(plain)['locale']!.value).toBe('de')
  const back = await go('locale=de&redirect=/backend')
  expect([back.status, back.headers.get('location')]).toEqual([302, '/backend'])
  expect((await go('locale=de&redirect=https://evil.example/')).headers.get('location')).toBe('/')
  expect(await go('locale=fr')).toMatchObject({ status: 400, body: { error: 'Invalid locale' } })
})

test('errors of the login follow the language', async () => {
  await using app = await authApp({ rateLimits: { overrides: { login: { points: 1 } } } })
  const client = withHeaders(app, { 'accept-language': 'de-AT' })
  const login = () => client.post('/auth/login', urlEncoded({ email: 'nobody@acme.com', password: 'whatever' }))
  expect((await login()).body).toEqual({ ok: false, error: 'E-Mail-Adresse oder Passwort ist falsch' })
  expect((await login()).body).toEqual({ error: 'Zu viele Anfragen. Bitte versuchen Sie es später erneut.' })
})
