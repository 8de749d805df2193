import { mailer } from '@plinth/core'
import { expect, test } from 'vitest'
import { bearer, cookiesOf, urlEncoded, withHeaders } from '../auth/_accounts.ts'
import { applicant, apply, browse, onboardingForm, linkOf, onboardingApp, PATH } from './_applicants.ts'

const ORIGIN = 'https://acme.example'

test('somebody asks, follows the link, and is the administrator of a tenant of their own', async () => {
  await using app = await onboardingApp()
  const asked = await app.anonymous.post(PATH, onboardingForm)
  expect(asked).toMatchObject({ status: 201, body: { ok: true, email: onboardingForm.email } })
  const { om_onboarding } = cookiesOf(asked)
  expect(om_onboarding!.attributes).toBe('Path=/; Max-Age=86400; HttpOnly; SameSite=Lax')
  expect(app.mails).toEqual([
    expect.objectContaining({ to: onboardingForm.email, subject: 'Confirm your e-mail address for New & <Co>' }),
  ])
  expect(app.mails[0]!.html).toContain('New &amp; &lt;Co&gt;')
  const early = await app.anonymous.post(
    '/auth/login',
    urlEncoded({ email: onboardingForm.email, password: onboardingForm.password }),
  )
  expect(early.status).toBe(401)
  const browser = withHeaders(app, { cookie: `om_onboarding=${om_onboarding!.value}` })
  const verified = await browser.get(linkOf(app))
  const { tenantId } = verified.body
  expect(verified.body).toEqual({
    ok: true,
    status: 'completed',
    tenantId: expect.any(String),
    redirect: `${ORIGIN}/login?tenant=${tenantId}`,
  })
  const fields = urlEncoded({ email: onboardingForm.email, password: onboardingForm.password, tenantId })
  const { body } = await app.anonymous.post('/auth/login', fields)
  const ann = bearer(app, body.token)
  expect((await ann.get('/auth/profile')).body).toEqual({
    email: onboardingForm.email,
    name: 'Ann Founder',
    roles: ['admin'],
  })
  const { items } = (await ann.get('/auth/users')).body
  expect(items).toMatchObject([
    { name: 'Ann Founder', organizationName: 'New & <Co>', tenantName: 'New & <Co> Tenant' },
  ])
  const roles = (await ann.get('/auth/roles')).body.items.map(({ name }: { name: string }) => name)
  expect(roles).toEqual(['admin', 'employee'])
  expect((await ann.get(`/auth/users/consents?userId=${items[0].id}`)).body.items).toEqual([])
})

test('browsers are sent on, and whoever was signed in is no longer', async () => {
  await using app = await onboardingApp()
  const link = await apply(app)
  const first = await browse(app, link)
  const [{ id }] = (await app.sql(`select id from tenants where name like 'New%'`)) as [{ id: string }]
  for (const answer of [first, await browse(app, link)]) {
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe(`${ORIGIN}/login?tenant=${id}`)
    expect(cookiesOf(answer)).toMatchObject({
      auth_token: { value: '', attributes: 'Path=/; Max-Age=0' },
      session_token: { value: '', attributes: 'Path=/; Max-Age=0' },
      om_login_tenant: { value: id, attributes: 'Path=/; Max-Age=1209600; SameSite=Lax' },
    })
  }
  const wrong = await browse(app, `${PATH}/verify?token=x`)
  expect(wrong.headers.get('location')).toBe(`${ORIGIN}/onboarding?status=invalid`)
  expect(cookiesOf(wrong)['om_login_tenant']).toEqual({ value: '', attributes: 'Path=/; Max-Age=0' })
})

test('links that lead nowhere provision nothing', async () => {
  await using app = await onboardingApp()
  const link = await apply(app)
  const wrong = ['', '?token=', '?token=x', `?token=${'0'.repeat(64)}`, `?token=${'0'.repeat(9_000)}`]
  for (const query of wrong)
    expect(await app.anonymous.get(`${PATH}/verify${query}`)).toMatchObject({
      status: 200,
      body: { ok: false, status: 'invalid', tenantId: null, redirect: `${ORIGIN}/onboarding?status=invalid` },
    })
  app.clock.advance(24 * 3_600_000)
  expect((await applicant(app).get(link)).body.status).toBe('invalid')
  const tenants = await app.sql('select from tenants')
  expect(tenants).toHaveLength(2)
})

test('what is wrong with a request is said field by field, in the reader’s language', async () => {
  await using app = await onboardingApp()
  const empty = await app.anonymous.post(PATH, {})
  expect(empty).toMatchObject({ status: 400, body: { ok: false, error: 'Please check the form and try again.' } })
  const fields = ['email', 'firstName', 'lastName', 'organizationName', 'password', 'confirmPassword', 'termsAccepted']
  expect(Object.keys(empty.body.fieldErrors)).toEqual(fields)
  for (const [change, field] of [
    [{ email: 'ann' }, 'email'],
    [{ firstName: ' ' }, 'firstName'],
    [{ organizationName: 'x'.repeat(241) }, 'organizationName'],
    [{ password: 'weak', confirmPassword: 'weak' }, 'password'],
    [{ confirmPassword: 'Other-123' }, 'confirmPassword'],
    [{ termsAccepted: false }, 'termsAccepted'],
    [{ termsAccepted: 'true' }, 'termsAccepted'],
  ] as const) {
    const { status, body } = await app.anonymous.post(PATH, { ...onboardingForm, ...change })
    expect([status, Object.keys(body.fieldErrors)]).toEqual([400, [field]])
  }
  expect(await app.anonymous.post(PATH, '{')).toMatchObject({
    status: 400,
    body: { ok: false, error: 'Invalid payload' },
  })
  const german = await app.anonymous.send('POST', PATH, { body: '{}', headers: { 'accept-language': 'de' } })
  expect(german.body.fieldErrors.email).toBe('Geben Sie eine gültige E-Mail-Adresse ein.')
  const spanish = await app.anonymous.post(PATH, { ...onboardingForm, email: 'ann', locale: 'es' })
  expect(spanish.body).toMatchObject({
    error: 'Revise el formulario e inténtelo de nuevo.',
    fieldErrors: { email: 'Introduzca un correo electrónico válido.' },
  })
  expect(Object.keys(spanish.body.fieldErrors)).toEqual(['email'])
  const unsupported = await app.anonymous.post(PATH, { ...onboardingForm, confirmPassword: 'x', locale: 'fr' })
  expect(unsupported.body.fieldErrors).toEqual({ confirmPassword: 'The passwords do not match.' })
  expect((await app.anonymous.post(PATH, [])).body.error).toBe('Please check the form and try again.')
  expect(app.mails).toEqual([])
})

test('the longest names fit', async () => {
  await using app = await onboardingApp()
  const link = await apply(app, {
    firstName: 'f'.repeat(120),
    lastName: 'l'.repeat(120),
    organizationName: 'o'.repeat(240),
  })
  expect((await applicant(app).get(link)).body.status).toBe('completed')
  expect(await app.sql(`select name from users where name like 'ff%'`)).toEqual([
    { name: `${'f'.repeat(59)} ${'l'.repeat(60)}` },
  ])
})

test.each([
  ['en', 'Confirm and start'],
  ['de', 'Bestätigen und loslegen'],
  ['es', 'Confirmar y empezar'],
  ['pl', 'Potwierdź i rozpocznij'],
])('the mail speaks %s', async (locale, action) => {
  await using app = await onboardingApp()
  await apply(app, { locale })
  expect(app.mails[0]!.html).toContain(`<html lang="${locale}">`)
  expect(app.mails[0]!.html).toContain(`>${action}</a>`)
})

test('an e-mail that somebody signs in with is taken, in any spelling', async () => {
  await using app = await onboardingApp()
  const taken = await app.anonymous.post(PATH, { ...onboardingForm, email: 'ADMIN@acme.com' })
  const error = 'There is an account with this e-mail address already. Sign in instead.'
  expect(taken).toMatchObject({ status: 409, body: { ok: false, error, fieldErrors: { email: error } } })
  const link = await apply(app)
  await app.sql(`update users set email = 'ann@new.example' where email = 'other@acme.com'`)
  await app.sql(`update confirmed_addresses set email = 'ann@new.example' where email = 'other@acme.com'`)
  expect((await applicant(app).get(link)).body).toMatchObject({ ok: false, status: 'already_exists', tenantId: null })
  expect((await applicant(app).get(link)).body.status).toBe('already_exists')
})

test('another link is sent after ten minutes, and the first that completes ends the others', async () => {
  await using app = await onboardingApp()
  const first = await apply(app)
  app.clock.advance(3.5 * 60_000)
  const soon = await app.anonymous.post(PATH, { ...onboardingForm, email: 'ann@new.example' })
  expect(soon).toMatchObject({
    status: 409,
    body: { ok: false, error: 'A link has been sent already. You can ask for another one in 7 min.' },
  })
  app.clock.advance(6.5 * 60_000)
  const second = await apply(app, { organizationName: 'Second thoughts' })
  expect((await app.anonymous.get(first)).body.status).toBe('password_required')
  expect((await applicant(app).get(second)).body.status).toBe('completed')
  expect((await app.anonymous.get(first)).body.status).toBe('invalid')
  expect(await app.sql(`select from tenants where name = 'Second thoughts Tenant'`)).toHaveLength(1)
  expect((await app.anonymous.post(PATH, onboardingForm)).status).toBe(409)
})

test('a mail that cannot be sent is said, and does not keep anybody waiting', async () => {
  let isDown = true
  await using app = await onboardingApp()
  const sent: unknown[] = []
  app.platform.override(mailer, {
    async send(mail) {
      if (isDown) throw new Error('no such host: smtp.internal')
      sent.push(mail)
    },
  })
  const failed = await app.anonymous.post(PATH, onboardingForm)
  expect(failed).toMatchObject({
    status: 502,
    body: { ok: false, error: 'The confirmation mail could not be sent. Please try again.' },
  })
  isDown = false
  expect((await app.anonymous.post(PATH, onboardingForm)).status).toBe(201)
  expect(sent).toHaveLength(1)
})

test('switched off, nobody is taken and no link works', async () => {
  await using app = await onboardingApp({ settings: { enabled: false } })
  expect(await app.anonymous.post(PATH, onboardingForm)).toMatchObject({
    status: 404,
    body: { ok: false, error: 'Self-service onboarding is disabled.' },
  })
  expect((await app.anonymous.get(`${PATH}/verify?token=${'0'.repeat(64)}`)).body.status).toBe('invalid')
})

test('consent is recorded with its source, and the operator is told', async () => {
  await using app = await onboardingApp({ settings: { adminEmail: 'operator@acme.com' } })
  const link = await apply(app, { marketingConsent: true })
  await app.jobs()
  expect(app.mails.at(-1)).toMatchObject({
    to: 'operator@acme.com',
    text: 'Ann@New.example asks for a tenant for "New & <Co>".\n',
  })
  expect(app.mails.at(-1)!.html).not.toContain('<Co>')
  await applicant(app).get(link)
  expect(
    await app.sql('select consent_type, source, is_granted, signature is not null as signed from user_consents'),
  ).toEqual([{ consent_type: 'marketing_email', source: 'onboarding', is_granted: true, signed: true }])
})

test('ten requests in ten minutes from one address', async () => {
  await using app = await onboardingApp({ rateLimits: {} })
  for (let call = 0; call < 10; call++) expect((await app.anonymous.post(PATH, {})).status).toBe(400)
  expect((await app.anonymous.post(PATH, onboardingForm)).status).toBe(429)
})
