import { mailer } from '@plinth/core'
import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, bearer, deliverMails, urlEncoded, linkToken, PASSWORD, signIn } from './_accounts.ts'

const NEW = 'Another-456'

test('a known account gets a link, an unknown one nothing, and the answers are the same', async () => {
  await using app = await authApp()
  const known = await app.anonymous.post('/auth/reset', urlEncoded({ email: 'Employee@ACME.com' }))
  const unknown = await app.anonymous.post('/auth/reset', urlEncoded({ email: 'nobody@acme.com' }))
  const malformed = await app.anonymous.post('/auth/reset', urlEncoded({ email: 'what' }))
  const empty = await app.anonymous.post('/auth/reset')
  for (const { status, body } of [known, unknown, malformed, empty]) {
    expect({ status, body }).toEqual({ status: 200, body: { ok: true } })
  }
  await app.jobs()
  const lookUps = app.statements.filter((text) => text.includes('"u"."emailKey" = '))
  expect(lookUps).toHaveLength(4)
  expect(app.mails).toEqual([
    expect.objectContaining({ to: 'employee@acme.com', subject: 'Reset your password at Acme' }),
  ])
  expect(app.mails[0]!.text).toContain(`https://acme.example/reset/${linkToken(app)}`)
  expect(await app.sql('select token_hash from password_tokens')).not.toContainEqual({ token_hash: linkToken(app) })
  const stored = JSON.stringify(await app.sql('select * from plinth_jobs.job'))
  expect(stored).not.toContain(linkToken(app))
})

test('the link changes the password once and ends every login', async () => {
  await using app = await authApp()
  const before = await signIn(app, 'employee@acme.com', { remember: 'on' })
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await deliverMails(app)
  const fields = urlEncoded({ token: linkToken(app), password: NEW })
  const answers = await Promise.all([1, 2, 3].map(() => app.anonymous.post('/auth/reset/confirm', fields)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect(answers.find(({ status }) => status === 200)!.body).toEqual({ ok: true, redirect: '/login' })
  expect(answers.find(({ status }) => status === 400)!.body).toEqual({ ok: false, error: 'Invalid or expired token' })
  expect((await before.get('/auth/profile')).status).toBe(401)
  const renewed = await app.anonymous.post('/auth/session/refresh', { refreshToken: before.refreshToken })
  expect(renewed.status).toBe(401)
  await expect(signIn(app, 'employee@acme.com')).rejects.toThrow('401')
  expect((await signIn(app, 'employee@acme.com', { password: NEW })).answer.status).toBe(200)
  const log = await app.sql('select to_jsonb(c) - $1 as change from plinth.changes c', ['tenant_id'])
  expect(JSON.stringify(log)).not.toContain('argon2id')
})

test('a second request ends the first link, and a link ends after an hour', async () => {
  await using app = await authApp()
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await deliverMails(app)
  const first = linkToken(app)
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await deliverMails(app)
  const second = linkToken(app)
  expect(second).not.toBe(first)
  const confirm = (token: string) => app.anonymous.post('/auth/reset/confirm', urlEncoded({ token, password: NEW }))
  expect((await confirm(first)).status).toBe(400)
  app.clock.advance(60 * 60_000)
  expect(await confirm(second)).toMatchObject({ status: 400, body: { ok: false, error: 'Invalid or expired token' } })
})

test('fields and passwords that will not do are one answer', async () => {
  await using app = await authApp()
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await deliverMails(app)
  const token = linkToken(app)
  for (const fields of [{}, { token }, { token: 'short', password: NEW }, { token, password: 'weak' }]) {
    const answer = await app.anonymous.post('/auth/reset/confirm', urlEncoded(fields as Record<string, string>))
    expect(answer).toMatchObject({ status: 400, body: { ok: false, error: 'Invalid request' } })
  }
  const unknown = { token: 'f'.repeat(64), password: NEW }
  const answer = await app.anonymous.post('/auth/reset/confirm', urlEncoded(unknown))
  expect(answer.body).toEqual({ ok: false, error: 'Invalid or expired token' })
  expect((await app.anonymous.post('/auth/reset/confirm', urlEncoded({ token, password: NEW }))).status).toBe(200)
})

test('one e-mail in several tenants gets a link for each, naming the tenant', async () => {
  await using app = await authApp()
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'twin@acme.com' }))
  await deliverMails(app)
  const subjects = app.mails.map(({ subject }) => subject).toSorted()
  expect(subjects).toEqual(['Reset your password at Acme', 'Reset your password at Other & <Co>'])
  const other = app.mails.find(({ subject }) => subject.includes('Other'))!
  expect(other.html).toContain('Other &amp; &lt;Co&gt;')
  const token = /reset\/([0-9a-f]+)/.exec(other.text)![1]!
  await app.anonymous.post('/auth/reset/confirm', urlEncoded({ token, password: NEW }))
  const changed = await signIn(app, 'twin@acme.com', { password: NEW })
  expect(JSON.parse(atob(changed.token.split('.')[1]!)).tenantId).not.toBe(tenantA.id)
  expect((await signIn(app, 'twin@acme.com')).answer.status).toBe(200)
})

test('asking several times before the mail goes out sends one', async () => {
  await using app = await authApp()
  for (let call = 0; call < 3; call++)
    await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await deliverMails(app)
  expect(app.mails).toHaveLength(1)
})

test('texts follow the language of the request', async () => {
  await using app = await authApp()
  const subjects = { de: 'Ihr Passwort bei Acme', es: 'Restablezca su contraseña', pl: 'Zmiana hasła w Acme' }
  for (const [language, subject] of Object.entries(subjects)) {
    const init = {
      method: 'POST',
      headers: { 'accept-language': language },
      body: urlEncoded({ email: 'admin@acme.com' }),
    }
    await app.fetch('/auth/reset', init)
    await deliverMails(app)
    expect(app.mails.at(-1)!.subject).toContain(subject)
    const refused = await app.fetch('/auth/reset/confirm', { ...init, body: urlEncoded({ token: 'x' }) })
    expect(await refused.json()).not.toMatchObject({ error: 'Invalid request' })
  }
})

test('mail that fails is tried again, and only the last link works', async () => {
  await using app = await authApp()
  let sent = 0
  app.platform.override(mailer, {
    send: async () => {
      sent++
      throw new Error('the mail server is away')
    },
  })
  expect((await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))).status).toBe(200)
  await deliverMails(app)
  expect(sent).toBe(1)
  const [job] = await app.sql("select state, retry_count from plinth_jobs.job where name = 'auth.mail-password-link'")
  expect(job).toMatchObject({ state: 'retry' })
  expect((await signIn(app, 'employee@acme.com')).answer.status).toBe(200)
})

test('accounts of an inactive tenant get no mail', async () => {
  await using app = await authApp()
  await app.sql('update tenants set is_active = false where tenant_id = $1', [tenantA.id])
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await deliverMails(app)
  expect(app.mails).toEqual([])
  await expect(signIn(app, 'employee@acme.com')).rejects.toThrow('401')
  expect((await bearer(app, PASSWORD).get('/auth/profile')).status).toBe(401)
})

test.each([tenantA, tenantB])(
  'an account whose reset fails keeps no other from getting its mail: %s',
  async ({ id }) => {
    await using app = await authApp()
    await app.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
    await app.sql(`create trigger refuse before insert on plinth.action_log for each row
    when (new.tenant_id = '${id}' and new.command_id = 'auth.passwords.send-link') execute function refuse()`)
    await app.anonymous.post('/auth/reset', urlEncoded({ email: 'twin@acme.com' }))
    await deliverMails(app)
    expect(app.mails).toHaveLength(1)
  },
)

test('a reset that was promised survives the host that promised it', async () => {
  await using app = await authApp()
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  const promised = await app.sql(`select from plinth_jobs.job where name like '%reset%' and state = 'created'`)
  expect(promised).toHaveLength(1)
})
