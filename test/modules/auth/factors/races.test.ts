import { endSessions } from '@plinth/auth'
import { addAuthenticator, nextCode, softPasskey, startLogin, totpCode } from '@plinth/auth/testing'
import type { Client, TestPlatform, TestResponse } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, bearer, cookiesOf, signIn, withHeaders } from '../_accounts.ts'

const EMAIL = 'employee@acme.com'
const statuses = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status).toSorted()

test('an enrollment that is confirmed several times at once adds one factor', async () => {
  await using app = await authApp()
  const client = await signIn(app, EMAIL)
  const { enrollment, secret } = (await client.post('/auth/factors/totp', {})).body
  const confirm = () => client.post('/auth/factors/totp/confirm', { enrollment, code: totpCode(app, secret) })
  const answers = await Promise.all([confirm(), confirm(), confirm()])
  expect(statuses(answers)).toEqual([201, 409, 409])
  expect((await client.get('/auth/factors')).body.factors).toHaveLength(1)
})

test('a factor that is removed twice at once is removed once', async () => {
  await using app = await authApp()
  const client = await signIn(app, EMAIL)
  const { id, recoveryCodes } = await addAuthenticator(app, client)
  await client.post('/auth/session/verify', { code: recoveryCodes[0] })
  const answers = await Promise.all([client.del(`/auth/factors?id=${id}`), client.del(`/auth/factors?id=${id}`)])
  expect(statuses(answers)).toEqual([200, 404])
})

test('of recovery codes that are renewed twice at once, those of the later answer count alone', async () => {
  await using app = await authApp()
  const client = await signIn(app, EMAIL)
  const { secret } = await addAuthenticator(app, client)
  nextCode(app)
  await client.post('/auth/session/verify', { code: totpCode(app, secret) })
  const renew = () => client.post('/auth/factors/recovery-codes', {})
  const renewed = (await Promise.all([renew(), renew()])).filter(({ status }) => status === 200)
  expect(renewed.length).toBeGreaterThan(0)
  expect((await client.get('/auth/factors')).body.recoveryCodesLeft).toBe(10)
  const accepted: boolean[] = []
  for (const { body } of renewed) {
    const { browser, challenge } = await startLogin(app, EMAIL)
    const { status } = await browser.post('/auth/login/verify', { challenge, code: body.recoveryCodes[0] })
    accepted.push(status === 200)
  }
  expect(accepted.filter(Boolean)).toHaveLength(1)
})

test.each([
  ['resets the factors', (admin: Client, id: string) => admin.del(`/auth/users/factors?userId=${id}`)],
  [
    'sets another password',
    (admin: Client, id: string) => admin.put('/auth/users', { id, password: 'Other-Secret-1' }),
  ],
])('a login that is completed while an administrator %s does not outlive that', async (_, change) => {
  await using app = await authApp()
  const [user] = await app.sql<{ id: string; password_hash: string }>(`select * from users where email = '${EMAIL}'`)
  const { id, password_hash: hash } = user!
  const admin = app.as({ features: ['auth.*'] })
  const client = await signIn(app, EMAIL)
  let secret: string | undefined
  for (let round = 0; round < 10; round++) {
    secret ??= (await addAuthenticator(app, round === 0 ? client : await signIn(app, EMAIL))).secret as string
    nextCode(app)
    const { browser, challenge } = await startLogin(app, EMAIL)
    const [verified, changed] = await Promise.all([
      browser.post('/auth/login/verify', { challenge, code: totpCode(app, secret) }),
      change(admin, id),
    ])
    expect([[200, 401].includes(verified.status), changed.status]).toEqual([true, 200])
    if (verified.status === 200) expect((await bearer(app, verified.body.token).get('/auth/profile')).status).toBe(401)
    if ((await app.sql(`select from second_factors where user_id = '${id}'`)).length === 0) secret = undefined
    await app.sql(`update users set password_hash = '${hash}' where id = '${id}'`)
    nextCode(app)
  }
  // Connections report their deadlocks when they end.
  await app.platform.close()
  expect(await app.sql('select deadlocks::int from pg_stat_database where datname = current_database()')).toEqual([
    { deadlocks: 0 },
  ])
})

test('of two apps that are set up at once during sign-ins that require one, one is added', async () => {
  await using app = await authApp()
  const policy = { secondFactor: 'required', graceDays: 0 }
  expect((await app.as({ features: ['auth.*'] }).put('/auth/policies', policy)).status).toBe(200)
  const admin = app.as({ features: ['auth.*'] })
  const [user] = await app.sql(`select id from users where email = '${EMAIL}'`)
  for (let round = 0; round < 5; round++) {
    const apps = []
    for (let at = 0; at < 2; at++) {
      const { browser, challenge, code } = await startLogin(app, EMAIL)
      expect(code).toBe('second_factor_setup_required')
      apps.push({ browser, challenge, ...(await browser.post('/auth/login/enroll', { challenge })).body })
    }
    const answers = await Promise.all(
      apps.map(({ browser, challenge, enrollment, secret }) =>
        browser.post('/auth/login/verify', { challenge, enrollment, code: totpCode(app, secret) }),
      ),
    )
    expect(statuses(answers)).toEqual([200, 401])
    expect((await admin.del(`/auth/users/factors?userId=${user!['id']}`)).body).toEqual({ removed: 1 })
  }
})

test('a sign-in by passkey that an administrator’s reset meets in the middle does not outlive it', async () => {
  await using app = await authApp()
  const [user] = await app.sql(`select id from users where email = '${EMAIL}'`)
  const passkey = softPasskey({ origin: 'https://acme.example' })
  const authorization = `Bearer ${(await signIn(app, EMAIL)).token}`
  const offered = await withHeaders(app, { authorization }).post('/auth/factors/passkeys/options', {})
  const registering = withHeaders(app, { authorization, cookie: passkeyCookie(offered) })
  expect(
    (await registering.post('/auth/factors/passkeys', { credential: passkey.register(offered.body) })).status,
  ).toBe(201)
  const asked = await app.anonymous.post('/auth/login/passkey/options', {})
  const browser = withHeaders(app, { cookie: passkeyCookie(asked) })
  const pause = await pauseSignIns(app)
  const signingIn = browser.post('/auth/login/passkey', { credential: passkey.answer(asked.body) })
  await pause.begun()
  const reset = await app.as({ features: ['auth.*'] }).del(`/auth/users/factors?userId=${user!['id']}`)
  const { status, body } = await signingIn
  expect([status, reset.status]).toEqual([200, 200])
  expect((await bearer(app, body.token).get('/auth/profile')).status).toBe(401)
})

test('a logout at the provider that a sign-in meets in the middle ends it', async () => {
  await using app = await authApp()
  const { secret } = await addAuthenticator(app, await signIn(app, EMAIL))
  nextCode(app)
  const { browser, challenge } = await startLogin(app, EMAIL)
  const [pending] = await app.sql<{ id: string; userId: string }>(
    'select id, user_id as "userId" from login_challenges',
  )
  const { id: sessionId, userId } = pending!
  const pause = await pauseSignIns(app)
  const signingIn = browser.post('/auth/login/verify', { challenge, code: totpCode(app, secret) })
  await pause.begun()
  // A sign-in that waits for its second factor has the id of the login that it becomes.
  await app.platform.actAs(app.callerOf({ features: ['*'] }), ({ run }) => run(endSessions, { userId, sessionId }))
  const { status, body } = await signingIn
  expect(status).toBe(200)
  expect((await bearer(app, body.token).get('/auth/profile')).status).toBe(401)
})

/** From now on, sign-ins take half a second between the use of their factor and their session. */
async function pauseSignIns({ sql }: TestPlatform) {
  await sql(`create sequence begun; grant usage on begun to public;
    create function wait() returns trigger language plpgsql as
      $$ begin perform nextval('public.begun'); perform pg_sleep(0.5); return null; end $$;
    create trigger wait before insert on sign_ins for each statement execute function wait()`)
  return {
    begun: () => expect.poll(async () => (await sql('select is_called from begun'))[0]!['is_called']).toBe(true),
  }
}

const passkeyCookie = (offered: TestResponse) => `om_passkey=${cookiesOf(offered)['om_passkey']?.value}`
