import { features } from '@plinth/auth'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, urlEncoded, linkToken, signIn, withHeaders } from '../_accounts.ts'

const PATH = '/auth/users/resend-invite'

async function addUser(app: TestPlatform, { tenantId, organizationId }: { tenantId: string; organizationId: string }) {
  const id = crypto.randomUUID()
  await app.sql('insert into users (id, tenant_id, organization_id, email) values ($1, $2, $3, $4)', [
    id,
    tenantId,
    organizationId,
    'invited@acme.com',
  ])
  return id
}

const atA = { tenantId: tenantA.id, organizationId: tenantA.organization }
const atB = { tenantId: tenantB.id, organizationId: tenantB.organization }
const inviting = { features: [features['users.create']] }

test('an invited account chooses its password and signs in', async () => {
  await using app = await authApp()
  const id = await addUser(app, atA)
  await expect(signIn(app, 'invited@acme.com')).rejects.toThrow('401')
  expect(await app.as(inviting).post(PATH, { id })).toMatchObject({ status: 200, body: { ok: true } })
  await deliverMails(app)
  expect(app.mails).toEqual([expect.objectContaining({ to: 'invited@acme.com', subject: 'Your invitation to Acme' })])
  const first = linkToken(app)
  app.clock.advance(47 * 3_600_000)
  await app.as(inviting).post(PATH, { id })
  const confirm = (token: string) =>
    app.anonymous.post('/auth/reset/confirm', urlEncoded({ token, password: 'Chosen-123' }))
  expect((await confirm(first)).status).toBe(400)
  await deliverMails(app)
  const second = linkToken(app)
  app.clock.advance(47 * 3_600_000)
  expect((await confirm(second)).status).toBe(200)
  expect((await signIn(app, 'invited@acme.com', { password: 'Chosen-123' })).answer.status).toBe(200)
  const again = await app.as(inviting).post(PATH, { id })
  expect(again).toMatchObject({ status: 409, body: { error: 'User already has a password' } })
})

test('a link ends after 48 hours', async () => {
  await using app = await authApp()
  const id = await addUser(app, atA)
  await app.as(inviting).post(PATH, { id })
  await deliverMails(app)
  app.clock.advance(48 * 3_600_000)
  const late = await app.anonymous.post(
    '/auth/reset/confirm',
    urlEncoded({ token: linkToken(app), password: 'Chosen-123' }),
  )
  expect(late).toMatchObject({ status: 400, body: { ok: false, error: 'Invalid or expired token' } })
})

test('who may not, cannot', async () => {
  await using app = await authApp()
  const [own, foreign] = [await addUser(app, atA), await addUser(app, atB)]
  expect((await app.anonymous.post(PATH, { id: own })).status).toBe(401)
  expect(await app.as({}).post(PATH, { id: own })).toMatchObject({
    status: 403,
    body: { requiredFeatures: ['auth.users.create'] },
  })
  for (const body of [{}, { id: 'x' }]) {
    const answer = await app.as(inviting).post(PATH, body)
    expect(answer).toMatchObject({
      status: 422,
      body: { error: 'Validation failed', fieldErrors: { id: [expect.any(String)] } },
    })
  }
  expect((await app.as(inviting).post(PATH, '{')).status).toBe(400)
  expect((await app.as(inviting).post(PATH, { id: 'x' })).body.fieldErrors.id).toEqual(['Invalid UUID'])
  for (const id of [foreign, crypto.randomUUID()]) {
    expect(await app.as(inviting).post(PATH, { id })).toMatchObject({ status: 404, body: { error: 'User not found' } })
  }
  const restricted = { ...inviting, organizationIds: [tenantA.otherOrganization] }
  expect(await app.as(restricted).post(PATH, { id: own })).toMatchObject({ status: 403, body: { error: 'Forbidden' } })
  await deliverMails(app)
  expect(app.mails).toEqual([])
  expect((await app.as({ isSuperAdmin: true }).post(PATH, { id: foreign })).status).toBe(200)
  await deliverMails(app)
  expect(app.mails.at(-1)!.subject).toBe('Your invitation to Other & <Co>')
})

test('the limit comes first, and its block lasts five minutes', async () => {
  await using app = await authApp({ rateLimits: {} })
  const client = app.as(inviting)
  for (let call = 0; call < 3; call++) expect((await client.post(PATH, {})).status).toBe(422)
  const limited = await client.post(PATH, {})
  expect(limited).toMatchObject({ status: 429, body: { error: 'Too many requests. Please try again later.' } })
  expect(limited.headers.get('retry-after')).toBe('300')
})

test('invitations follow the language of who sends them', async () => {
  await using app = await authApp()
  const id = await addUser(app, atA)
  const login = await signIn(app, 'admin@acme.com')
  const words = { en: 'Choose a password', de: 'Passwort wählen', es: 'Elegir contraseña', pl: 'Ustaw hasło' }
  for (const [language, label] of Object.entries(words)) {
    const headers = { authorization: `Bearer ${login.token}`, 'accept-language': language }
    expect((await withHeaders(app, headers).post(PATH, { id })).status).toBe(200)
    await deliverMails(app)
    const { html, text } = app.mails.at(-1)!
    const link = `https://acme.example/reset/${linkToken(app)}`
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<a href="${link}">${label}</a>`)
    expect(text).toContain(link)
  }
})
