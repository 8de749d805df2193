import { openSession } from '@plinth/auth'
import { addAuthenticator, nextCode, startLogin, totpCode } from '@plinth/auth/testing'
import type { TestPlatform, TestResponse } from '@plinth/testing'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { authApp, bearer, cookiesOf, PASSWORD, signIn, urlEncoded } from '../_accounts.ts'
import { adminOf, idOf, tenantA } from '../_people.ts'

const EMAIL = 'employee@acme.com'

/** Runs both while the account's row is taken, the deactivation first in the queue, and then lets them go. */
async function deactivateBeside<T>(app: TestPlatform, id: string, signingIn: () => Promise<T>): Promise<T> {
  const blocker = new pg.Client({ connectionString: app.databaseUrl })
  await blocker.connect()
  try {
    const waiting = async (count: number) => {
      for (let attempt = 0; attempt < 200; attempt++) {
        const rows = await app.sql(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        if (rows.length >= count) return
        await sleep(25)
      }
    }
    await blocker.query('begin')
    await blocker.query('select from users where id = $1 for update', [id])
    const deactivated = adminOf(app).put('/auth/users', { id, isActive: false })
    await waiting(1)
    const signedIn = signingIn()
    await waiting(2)
    await blocker.query('commit')
    expect((await deactivated).status).toBe(200)
    return await signedIn
  } finally {
    await blocker.end()
  }
}

const reactivate = async (app: TestPlatform, id: string) =>
  expect((await adminOf(app).put('/auth/users', { id, isActive: true })).status).toBe(200)

const loginsOf = (app: TestPlatform, id: string) => app.sql('select id from sessions where user_id = $1', [id])

/** What somebody can do with the answer of a sign-in. */
async function reach(app: TestPlatform, { body, ...answer }: TestResponse): Promise<number | null> {
  const token = body?.token ?? cookiesOf({ body, ...answer } as TestResponse)['auth_token']?.value
  return token ? (await bearer(app, token).get('/auth/profile')).status : null
}

test('a password that is right beside the deactivation opens nothing that works afterwards', async () => {
  await using app = await authApp()
  const id = await idOf(app, EMAIL)
  const answer = await deactivateBeside(app, id, () =>
    app.anonymous.post('/auth/login', urlEncoded({ email: EMAIL, password: PASSWORD, remember: 'on' })),
  )
  expect(answer.status).toBe(401)
  expect(await loginsOf(app, id)).toEqual([])
  await reactivate(app, id)
  expect([401, null]).toContain(await reach(app, answer))
})

test('nor does a second factor that completes a sign-in', async () => {
  await using app = await authApp()
  const id = await idOf(app, EMAIL)
  const { secret } = await addAuthenticator(app, await signIn(app, EMAIL))
  nextCode(app)
  const { browser, challenge } = await startLogin(app, EMAIL)
  const code = totpCode(app, secret)
  const answer = await deactivateBeside(app, id, () => browser.post('/auth/login/verify', { challenge, code }))
  expect(answer.status).toBe(401)
  expect(await loginsOf(app, id)).toEqual([])
})

test('nor does another system that vouches for somebody', async () => {
  await using app = await authApp()
  const id = await idOf(app, EMAIL)
  const scope = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }
  const device = { userAgent: 'x', ipAddress: 'x', deviceHash: 'x', isKnown: false }
  const login = { userId: id, email: EMAIL, organizationId: null, remember: true, device }
  const by = { method: 'sso' as const, challenge: null, provenAt: null }
  const refused = await deactivateBeside(app, id, () =>
    app.platform
      .actAs({ actor: 'platform', reason: 'login', scope, userId: id }, ({ run }) => run(openSession, { ...login, by }))
      .catch((error: unknown) => error),
  )
  expect(refused).toMatchObject({ status: 401 })
  expect(await loginsOf(app, id)).toEqual([])
})

test('nor does a changed password, which opens a new login', async () => {
  await using app = await authApp()
  const id = await idOf(app, EMAIL)
  const login = await signIn(app, EMAIL)
  const change = { currentPassword: PASSWORD, password: 'Another-456' }
  const answer = await deactivateBeside(app, id, () => login.put('/auth/profile', change))
  expect(answer.status).toBe(400)
  expect(await loginsOf(app, id)).toEqual([])
  await reactivate(app, id)
  expect([401, null]).toContain(await reach(app, answer))
})

test('however sign-ins and deactivation meet, nothing of before works after reactivation', async () => {
  await using app = await authApp()
  const id = await idOf(app, EMAIL)
  for (let round = 0; round < 8; round++) {
    const login = () =>
      app.anonymous.post('/auth/login', urlEncoded({ email: EMAIL, password: PASSWORD, remember: 'on' }))
    const [deactivated, ...answers] = await Promise.all([
      sleep(round).then(() => adminOf(app).put('/auth/users', { id, isActive: false })),
      ...Array.from({ length: 4 }, login),
    ])
    expect(deactivated.status).toBe(200)
    await reactivate(app, id)
    for (const answer of answers) expect([401, null]).toContain(await reach(app, answer))
    expect(await loginsOf(app, id)).toEqual([])
  }
})
