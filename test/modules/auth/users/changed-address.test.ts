import { auditLogs } from '@plinth/audit-logs'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, urlEncoded, linkToken, PASSWORD, signIn, withHeaders } from '../_accounts.ts'
import { adminOf, addUser, idOf } from '../_people.ts'

const MINE = 'Keeper-456!'
const THEIRS = 'Thief-456!'
const OLD = 'employee@acme.com'
const NEW = 'thief@evil.example'

const confirm = (app: TestPlatform, token: string, password: string) =>
  app.anonymous.post('/auth/reset/confirm', urlEncoded({ token, password }))
const login = async (app: TestPlatform, email: string, password: string) =>
  (await app.anonymous.post('/auth/login', urlEncoded({ email, password }))).status
const changeTo = async (app: TestPlatform, from: string, to: string) => {
  const client = await signIn(app, from)
  expect((await client.put('/auth/profile', { email: to })).status).toBe(200)
  await deliverMails(app)
  return client
}
const mailsSent = (app: TestPlatform) => app.mails.map(({ to, subject }) => [to, subject])

test('an address that a stolen session changed is taken back by its owner, whatever happened since', async () => {
  await using app = await authApp()
  const thief = await changeTo(app, OLD, NEW)
  expect(mailsSent(app)).toEqual([[OLD, 'The e-mail address of your account at Acme was changed']])
  const token = linkToken(app)
  const stored = JSON.stringify([
    await app.sql('select * from password_tokens'),
    await app.sql('select * from plinth_jobs.job'),
    await app.sql('select * from plinth.action_log'),
  ])
  expect(stored).not.toContain(token)

  await app.anonymous.post('/auth/reset', urlEncoded({ email: NEW }))
  await deliverMails(app)
  expect(mailsSent(app).slice(1).toSorted()).toEqual([
    [OLD, 'Somebody asked to reset the password of your account at Acme'],
    [NEW, 'Reset your password at Acme'],
  ])
  const mailed = (to: string) => /reset\/([0-9a-f]+)/.exec(app.mails.findLast((mail) => mail.to === to)!.text)![1]!
  expect(mailed(OLD)).toBe(token)
  expect((await confirm(app, mailed(NEW), THEIRS)).status).toBe(200)
  const again = await signIn(app, NEW, { password: THEIRS, remember: 'on' })

  const answers = await Promise.all([1, 2, 3].map(() => confirm(app, token, MINE)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  expect([await login(app, OLD, MINE), await login(app, OLD, THEIRS), await login(app, NEW, THEIRS)]).toEqual([
    200, 401, 401,
  ])
  expect((await thief.get('/auth/profile')).status).toBe(401)
  expect((await again.get('/auth/profile')).status).toBe(401)
  const renewed = await app.anonymous.post('/auth/session/refresh', { refreshToken: again.refreshToken })
  expect(renewed.status).toBe(401)
  // The thief's address is told nothing, and later resets are the owner's alone.
  const { length } = app.mails
  await app.anonymous.post('/auth/reset', urlEncoded({ email: OLD }))
  await deliverMails(app)
  expect(mailsSent(app).slice(length)).toEqual([[OLD, 'Reset your password at Acme']])
})

test('of several changes the earliest address wins', async () => {
  await using app = await authApp()
  await changeTo(app, OLD, NEW)
  const first = linkToken(app)
  app.clock.advance(1_000)
  await changeTo(app, NEW, 'second@evil.example')
  const second = linkToken(app)
  expect((await confirm(app, second, THEIRS)).status).toBe(200)
  expect(await login(app, NEW, THEIRS)).toBe(200)
  expect((await confirm(app, first, MINE)).status).toBe(200)
  expect(await login(app, OLD, MINE)).toBe(200)

  const owner = await signIn(app, OLD, { password: MINE })
  expect((await owner.put('/auth/profile', { email: 'a@acme.com' })).status).toBe(200)
  await deliverMails(app)
  const earlier = linkToken(app)
  app.clock.advance(1_000)
  expect((await owner.put('/auth/profile', { email: 'b@acme.com' })).status).toBe(200)
  await deliverMails(app)
  const later = linkToken(app)
  expect((await confirm(app, earlier, MINE)).status).toBe(200)
  expect((await confirm(app, later, MINE)).status).toBe(400)
})

test('the link works for seven days', async () => {
  await using app = await authApp()
  await changeTo(app, OLD, NEW)
  app.clock.advance(7 * 86_400_000 - 1_000)
  const { status } = await confirm(app, 'f'.repeat(64), MINE)
  expect(status).toBe(400)
  app.clock.advance(1_000)
  expect(await confirm(app, linkToken(app), MINE)).toMatchObject({
    status: 400,
    body: { error: 'Invalid or expired token' },
  })
  const { length } = app.mails
  await app.anonymous.post('/auth/reset', urlEncoded({ email: NEW }))
  await deliverMails(app)
  expect(mailsSent(app).slice(length)).toEqual([[NEW, 'Reset your password at Acme']])
})

test('a link does not take an address from somebody who has it by now', async () => {
  await using app = await authApp()
  await changeTo(app, OLD, NEW)
  const token = linkToken(app)
  await addUser(adminOf(app), { email: OLD, password: PASSWORD })
  expect(await confirm(app, token, MINE)).toMatchObject({ status: 400, body: { error: 'Email already in use' } })
  expect(await login(app, NEW, PASSWORD)).toBe(200)
})

test('what administrators change is told, in the language of the request; undo is told as well', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const id = await idOf(app, OLD)
  const admin = await signIn(app, 'admin@acme.com')
  const changed = await withHeaders(app, {
    authorization: `Bearer ${admin.token}`,
    'accept-language': 'de',
  }).put('/auth/users', { id, email: NEW })
  expect(changed.status).toBe(200)
  await deliverMails(app)
  expect(mailsSent(app)).toEqual([[OLD, 'Die E-Mail-Adresse Ihres Kontos bei Acme wurde geändert']])
  const { undoToken } = changed.operation!
  expect((await app.as('admin').post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
  await deliverMails(app)
  expect(mailsSent(app).slice(1)).toEqual([[NEW, 'The e-mail address of your account at Acme was changed']])
})

test('an invitation ends with the address it went to, which is told nothing', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const id = await addUser(admin, { email: 'typo@acme.com', password: undefined, sendInviteEmail: true })
  await deliverMails(app)
  const token = linkToken(app)
  expect((await admin.put('/auth/users', { id, email: 'right@acme.com' })).status).toBe(200)
  await deliverMails(app)
  expect(app.mails.map(({ to }) => to)).toEqual(['typo@acme.com'])
  expect((await confirm(app, token, THEIRS)).status).toBe(400)
})

test('changing to and fro mails strangers ten times at most', async () => {
  await using app = await authApp()
  const client = await signIn(app, OLD)
  for (let number = 0; number < 13; number++)
    expect((await client.put('/auth/profile', { email: `stranger${number}@acme.com` })).status).toBe(200)
  await deliverMails(app)
  expect(app.mails).toHaveLength(10)
  expect(app.mails.map(({ to }) => to)).toContain(OLD)
  expect(await app.sql('select from password_tokens where tenant_id = $1', [tenantA.id])).toHaveLength(10)
})
