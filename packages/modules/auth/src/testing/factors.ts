import type { Caller } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import { Client, type Sample, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { Secret, TOTP } from 'otpauth'
import { TOTP_SECRET } from '../factors/totp.ts'
import { cookiesOf, PASSWORD, urlEncoded, withHeaders } from './accounts.ts'
import { softPasskey } from './soft-passkey.ts'

/** The code that an authenticator app shows. `steps` moves its clock by so many periods of 30 seconds. */
export function totpCode(app: Pick<TestPlatform, 'clock'>, secret: string, steps = 0): string {
  const timestamp = app.clock.now.getTime() + steps * 30_000
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

/** A sign-in that waits for its second factor: the token, and a client with the cookie of the browser. */
export interface PendingLogin {
  readonly challenge: string
  readonly code: string
  readonly browser: Client
}

/** Enters a password and expects to be asked for a second factor. */
export async function startLogin(
  app: TestPlatform,
  email: string,
  fields: Record<string, string> = {},
): Promise<PendingLogin> {
  const answer = await app.anonymous.post('/auth/login', urlEncoded({ email, password: PASSWORD, ...fields }))
  const { challenge, code } = answer.body as { challenge?: string; code: string }
  if (answer.status !== 403 || challenge === undefined) throw new Error(`${answer.status} ${answer.text}`)
  const cookie = `om_challenge=${cookiesOf(answer)['om_challenge']?.value}`
  return { challenge, code, browser: withHeaders(app, { cookie }) }
}

/** Adds an authenticator app to the account of a signed-in client. */
export async function addAuthenticator(app: TestPlatform, client: Client, name = 'Phone') {
  const { enrollment, secret } = (await client.post('/auth/factors/totp', {})).body as Record<string, string>
  const added = await client.post('/auth/factors/totp/confirm', {
    enrollment,
    code: totpCode(app, secret!),
    name,
  })
  if (added.status !== 201) throw new Error(`${added.status} ${added.text}`)
  const { id, recoveryCodes = [] } = added.body as { id: string; recoveryCodes?: string[] }
  return { id, secret: secret!, recoveryCodes }
}

/** Moves the clock to the next period, so that an app shows another code. */
export const nextCode = (app: Pick<TestPlatform, 'clock'>) => app.clock.advance(30_000)

const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** An account with one authenticator app, for requests that need somebody who has one. */
interface Holder {
  readonly tenantId: string
  readonly organizationId: string
  readonly userId: string
  readonly sessionId: string
  readonly factorId: string
}

const holders = {
  a: {
    tenantId: tenantA.id,
    organizationId: tenantA.organization,
    userId: 'fac70000-0000-4000-8000-00000000000a',
    sessionId: 'fac70001-0000-4000-8000-00000000000a',
    factorId: 'fac70002-0000-4000-8000-00000000000a',
  },
  /** In a tenant whose policy the samples change. */
  b: {
    tenantId: tenantB.id,
    organizationId: tenantB.organization,
    userId: 'fac70000-0000-4000-8000-00000000000b',
    sessionId: 'fac70001-0000-4000-8000-00000000000b',
    factorId: 'fac70002-0000-4000-8000-00000000000b',
  },
} as const

const emailOf = ({ userId }: Holder) => `${userId}@acme.com`

/** Creates or restores a holder, signed in by a recovery code, with or without their app. */
async function prepareHolder(app: TestPlatform, who: Holder, { hasFactor = true } = {}): Promise<void> {
  const { tenantId, organizationId, userId, sessionId, factorId } = who
  const [password] = await app.sql(`select password_hash from users where email = 'employee@acme.com'`)
  await app.sql(
    `insert into users (id, tenant_id, organization_id, email, password_hash, created_at)
      values ($1, $2, $3, $4, $5, '2020-01-01') on conflict do nothing`,
    [userId, tenantId, organizationId, emailOf(who), password!['password_hash']],
  )
  await app.sql('delete from second_factors where tenant_id = $1 and user_id = $2', [tenantId, userId])
  await app.sql('delete from sessions where tenant_id = $1 and user_id = $2', [tenantId, userId])
  await app.sql(
    `insert into sessions (id, tenant_id, user_id, expires_at, method) values ($1, $2, $3, $4, 'recovery_code')`,
    [sessionId, tenantId, userId, new Date(app.clock.now.getTime() + 3_600_000).toISOString()],
  )
  if (!hasFactor) return
  const secret = await app.platform.actAs(app.callerOf({}), async ({ inject }) =>
    inject(keyRing).encrypt(TOTP_SECRET, KEY),
  )
  await app.sql(
    `insert into second_factors (id, tenant_id, user_id, kind, name, secret) values ($1, $2, $3, 'totp', 'App', $4)`,
    [factorId, tenantId, userId, secret],
  )
}

const callerOf =
  (who: Holder) =>
  (app: TestPlatform): Caller => {
    const { userId, tenantId, organizationId, sessionId } = who
    const { actor, scope } = app.callerOf({ userId, tenantId, organizationId, email: emailOf(who) })
    return { actor: { ...actor, sessionId }, scope }
  }

/** The enrollment that a holder has been offered, with its first code. */
async function offered(app: TestPlatform, who: Holder) {
  const client = app.as(callerOf(who)(app))
  const { enrollment, secret } = (await client.post('/auth/factors/totp', {})).body as Record<string, string>
  return { enrollment, code: totpCode(app, secret!) }
}

async function setPolicy(app: TestPlatform, tenantId: string, secondFactor: string): Promise<void> {
  const admin = app.as({ tenantId, features: ['auth.*'], organizationId: null })
  const { status, text } = await admin.put('/auth/policies', { secondFactor, graceDays: 365 })
  if (status !== 200) throw new Error(text)
}

/** Uses the same password as the other test accounts. */
async function challenged(app: TestPlatform, who: Holder = holders.a) {
  await prepareHolder(app, who)
  const answer = await app.anonymous.post('/auth/login', urlEncoded({ email: emailOf(who), password: PASSWORD }))
  const cookies = cookiesOf(answer)
  return { challenge: answer.body.challenge as string, cookie: `om_challenge=${cookies['om_challenge']?.value}` }
}

/** A holder whose tenant requires a factor that they do not have. */
async function unready(app: TestPlatform) {
  await setPolicy(app, tenantB.id, 'optional')
  await prepareHolder(app, holders.b, { hasFactor: false })
  const admin = app.as({ tenantId: tenantB.id, features: ['auth.*'], organizationId: null })
  await admin.put('/auth/policies', { secondFactor: 'required', graceDays: 0 })
  const answer = await app.anonymous.post('/auth/login', urlEncoded({ email: emailOf(holders.b), password: PASSWORD }))
  await setPolicy(app, tenantB.id, 'optional')
  const cookie = `om_challenge=${cookiesOf(answer)['om_challenge']?.value}`
  return { body: { challenge: answer.body.challenge as string }, headers: { cookie } }
}

/** Where the checks send their requests. */
const ORIGIN = 'https://acme.example'

async function registration(app: TestPlatform, passkey = softPasskey({ origin: ORIGIN })) {
  await prepareHolder(app, holders.a)
  const answer = await app.as(callerOf(holders.a)(app)).post('/auth/factors/passkeys/options', {})
  const cookie = `om_passkey=${cookiesOf(answer)['om_passkey']?.value}`
  return { body: { credential: passkey.register(answer.body), name: 'Laptop' }, headers: { cookie } }
}

async function assertion(app: TestPlatform) {
  const passkey = softPasskey({ origin: ORIGIN })
  const { body, headers } = await registration(app, passkey)
  const added = await new Client((path, init) =>
    app.fetch(path, {
      ...init,
      headers: { 'content-type': 'application/json', ...headers, ...app.headersOf(callerOf(holders.a)(app)) },
    }),
  ).post('/auth/factors/passkeys', body)
  if (added.status !== 201) throw new Error(added.text)
  const answer = await app.anonymous.post('/auth/login/passkey/options', {})
  const cookie = `om_passkey=${cookiesOf(answer)['om_passkey']?.value}`
  return { body: { credential: passkey.answer(answer.body) }, headers: { cookie } }
}

let repeated: { body: object; headers: Record<string, string> } | undefined

const a = callerOf(holders.a)
const b = callerOf(holders.b)
const admin = { features: ['auth.*'] }
const unknown = '99999999-9999-4999-8999-999999999999'

/** The routes of second factors, passkeys and sessions that need no login. */
export const openFactorRoutes = [
  'POST /auth/login/verify',
  'POST /auth/login/enroll',
  'POST /auth/login/passkey/options',
  'POST /auth/login/passkey',
]

/** 429: factor-limits.test.ts. */
export const factorLimitsElsewhere = {
  'POST /auth/login/verify': [429],
  'POST /auth/login/enroll': [429],
  'POST /auth/login/passkey/options': [429],
  'POST /auth/login/passkey': [429],
  'POST /auth/session/verify': [429],
  'POST /auth/factors/totp/confirm': [429],
  'POST /auth/factors/passkeys': [429],
}

/** Contract samples of second factors, passkeys, sessions and sign-in policies. */
export const factorSamples: readonly Sample[] = [
  {
    route: 'POST /auth/login/verify',
    request: async (app) => {
      const { challenge, cookie } = await challenged(app)
      return { body: { challenge, code: totpCode(app, KEY) }, headers: { cookie } }
    },
    expect: 200,
  },
  { route: 'POST /auth/login/verify', request: { body: {} }, expect: 400 },
  { route: 'POST /auth/login/verify', request: { body: { challenge: 'x'.repeat(64), code: '123456' } }, expect: 401 },
  { route: 'POST /auth/login/enroll', request: unready, expect: 200 },
  { route: 'POST /auth/login/enroll', request: { body: {} }, expect: 400 },
  { route: 'POST /auth/login/enroll', request: { body: { challenge: 'x'.repeat(64) } }, expect: 401 },
  { route: 'POST /auth/login/passkey/options', request: { body: {} }, expect: 200 },
  { route: 'POST /auth/login/passkey/options', request: { body: { challenge: 'x' } }, expect: 400 },
  { route: 'POST /auth/login/passkey/options', request: { body: { challenge: 'x'.repeat(64) } }, expect: 401 },
  { route: 'POST /auth/login/passkey', request: assertion, expect: 200 },
  { route: 'POST /auth/login/passkey', request: { body: {} }, expect: 400 },
  {
    route: 'POST /auth/login/passkey',
    request: () => ({ body: { credential: softPasskey({ origin: ORIGIN }).answer({ challenge: 'eA' }) } }),
    expect: 401,
  },
  {
    route: 'POST /auth/session/verify',
    as: a,
    request: async (app) => {
      await prepareHolder(app, holders.a)
      return { body: { code: totpCode(app, KEY) } }
    },
    expect: 200,
  },
  { route: 'POST /auth/session/verify', as: a, request: { body: { code: '000000' } }, expect: 400 },
  { route: 'GET /auth/factors', as: a, expect: 200 },
  { route: 'GET /auth/factors', as: { kind: 'api_key' }, expect: 400 },
  { route: 'POST /auth/factors/totp', as: a, expect: 200 },
  {
    route: 'POST /auth/factors/totp/confirm',
    as: a,
    request: async (app) => {
      await prepareHolder(app, holders.a)
      return { body: await offered(app, holders.a) }
    },
    expect: 201,
  },
  { route: 'POST /auth/factors/totp/confirm', as: a, request: { body: {} }, expect: 400 },
  {
    route: 'POST /auth/factors/totp/confirm',
    as: b,
    request: async (app) => {
      await prepareHolder(app, holders.b)
      await setPolicy(app, tenantB.id, 'off')
      return { body: await offered(app, holders.b) }
    },
    expect: 409,
  },
  { route: 'POST /auth/factors/passkeys/options', as: a, expect: 200 },
  { route: 'POST /auth/factors/passkeys/options', as: { userId: unknown }, expect: 400 },
  {
    route: 'POST /auth/factors/passkeys',
    as: a,
    request: async (app) => (repeated = await registration(app)),
    expect: 201,
  },
  { route: 'POST /auth/factors/passkeys', as: a, request: () => repeated!, expect: 409 },
  { route: 'POST /auth/factors/passkeys', as: a, request: { body: {} }, expect: 400 },
  { route: 'POST /auth/factors/recovery-codes', as: a, expect: 200 },
  {
    route: 'POST /auth/factors/recovery-codes',
    as: b,
    request: async (app) => {
      await prepareHolder(app, holders.b, { hasFactor: false })
      return {}
    },
    expect: 409,
  },
  {
    route: 'DELETE /auth/factors',
    as: a,
    request: async (app) => {
      await prepareHolder(app, holders.a)
      return { query: { id: holders.a.factorId } }
    },
    expect: 200,
  },
  { route: 'DELETE /auth/factors', as: a, request: { query: { id: unknown } }, expect: 404 },
  { route: 'DELETE /auth/factors', as: a, expect: 400 },
  {
    route: 'DELETE /auth/factors',
    as: b,
    request: async (app) => {
      await prepareHolder(app, holders.b)
      await setPolicy(app, tenantB.id, 'required')
      return { query: { id: holders.b.factorId } }
    },
    expect: 409,
  },
  {
    route: 'GET /auth/users/factors',
    as: admin,
    request: async (app) => {
      await prepareHolder(app, holders.a)
      return { query: { userId: holders.a.userId } }
    },
    expect: 200,
  },
  { route: 'GET /auth/users/factors', as: admin, expect: 400 },
  { route: 'GET /auth/users/factors', as: admin, request: { query: { userId: unknown } }, expect: 404 },
  {
    route: 'DELETE /auth/users/factors',
    as: admin,
    request: async (app) => {
      await prepareHolder(app, holders.a)
      return { query: { userId: holders.a.userId } }
    },
    expect: 200,
  },
  { route: 'DELETE /auth/users/factors', as: admin, expect: 400 },
  { route: 'DELETE /auth/users/factors', as: admin, request: { query: { userId: unknown } }, expect: 404 },
  { route: 'GET /auth/policies', as: admin, expect: 200 },
  { route: 'PUT /auth/policies', as: admin, request: { body: { secondFactor: 'optional' } }, expect: 200 },
  { route: 'PUT /auth/policies', as: admin, request: { body: { roleId: unknown } }, expect: 400 },
  { route: 'GET /auth/sessions', as: a, expect: 200 },
  { route: 'GET /auth/sessions', as: { kind: 'api_key' }, expect: 400 },
  {
    route: 'DELETE /auth/sessions',
    as: a,
    request: async (app) => {
      await prepareHolder(app, holders.a)
      return { query: { id: holders.a.sessionId } }
    },
    expect: 200,
  },
  { route: 'DELETE /auth/sessions', as: a, request: { query: { others: 'true' } }, expect: 200 },
  { route: 'DELETE /auth/sessions', as: a, expect: 400 },
  { route: 'DELETE /auth/sessions', as: a, request: { query: { id: unknown } }, expect: 404 },
  { route: 'GET /auth/sign-ins', as: a, expect: 200 },
  { route: 'GET /auth/sign-ins', as: { kind: 'api_key' }, expect: 400 },
  ...['sessions', 'sign-ins'].flatMap((what): Sample[] => [
    { route: `GET /auth/users/${what}`, as: admin, request: { query: { userId: holders.a.userId } }, expect: 200 },
    { route: `GET /auth/users/${what}`, as: admin, expect: 400 },
    { route: `GET /auth/users/${what}`, as: admin, request: { query: { userId: unknown } }, expect: 404 },
  ]),
  {
    route: 'DELETE /auth/users/sessions',
    as: admin,
    request: async (app) => {
      await prepareHolder(app, holders.a)
      return { query: { userId: holders.a.userId } }
    },
    expect: 200,
  },
  { route: 'DELETE /auth/users/sessions', as: admin, expect: 400 },
  { route: 'DELETE /auth/users/sessions', as: admin, request: { query: { userId: unknown } }, expect: 404 },
]
