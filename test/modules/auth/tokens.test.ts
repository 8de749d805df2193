import { AccessClaims, createJwt } from '@plinth/auth'
import { toSecretKey } from '@plinth/core/security'
import { createHmac } from 'node:crypto'
import { tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, bearer, cookiesOf, signIn, withHeaders } from './_accounts.ts'

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString())
const keyOf = (secret: string) => toSecretKey({ name: 'test', secret })

const SECRET = 'a secret for tokens that is long enough'

async function sign(claims: AccessClaims, options: { secret?: string; audience?: string; type?: string; now?: Date }) {
  const { secret = SECRET, audience = 'plinth', type = 'access', now = new Date() } = options
  return createJwt({ keys: [keyOf(secret)], audience, type, claims: AccessClaims }).sign({ claims, now })
}

test('forged, foreign and expired tokens are no tokens', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'admin@acme.com')
  const [header, payload, signature] = token.split('.') as [string, string, string]
  const claims = claimsOf(token)
  const raised = encode({ ...claims, sub: crypto.randomUUID() })
  const bad = {
    'alg none': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'alg none, signed': `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
    'other payload': `${header}.${raised}.${signature}`,
    'wrong key': await sign(claims, { secret: 'another secret that is long enough, too' }),
    'wrong audience': await sign(claims, { audience: 'portal' }),
    'wrong type': await sign(claims, { type: 'customer' }),
    expired: await sign(claims, { now: new Date(app.clock.now.getTime() - 9 * 3_600_000) }),
    'cut off': token.slice(0, -1),
    'two parts': `${header}.${payload}`,
    'very long': 'x'.repeat(20_000),
  }
  for (const [name, forged] of Object.entries(bad)) {
    for (const client of [bearer(app, forged), withHeaders(app, { cookie: `auth_token=${forged}` })]) {
      const answer = await client.get('/auth/profile')
      expect([name, answer.status, answer.body]).toEqual([name, 401, { error: 'Unauthorized' }])
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  }
  expect((await bearer(app, await sign(claims, {})).get('/auth/profile')).status).toBe(200)
})

test('a genuine token that no longer counts clears the cookies', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'admin@acme.com')
  const claims = claimsOf(token)
  const stale = {
    'no such session': { ...claims, sid: crypto.randomUUID() },
    'session of somebody else': { ...claims, sub: crypto.randomUUID() },
    'another tenant': { ...claims, tenantId: tenantB.id },
    'another organization': { ...claims, orgId: tenantB.organization },
    'no tenant': { ...claims, tenantId: null },
    'not an identifier': { ...claims, sid: "' or true --", sub: 'x' },
  }
  for (const [name, changed] of Object.entries(stale)) {
    const answer = await withHeaders(app, { cookie: `auth_token=${await sign(changed, {})}` }).get('/auth/profile')
    expect([name, answer.status]).toEqual([name, 401])
    expect([name, Object.keys(cookiesOf(answer))]).toEqual([name, ['auth_token', 'session_token']])
  }
})

test('roles in a token are not believed', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'employee@acme.com')
  const raised = await sign({ ...claimsOf(token), roles: ['superadmin', 'admin'] }, {})
  expect((await bearer(app, raised).get('/auth/profile')).body.roles).toEqual(['employee'])
  expect((await bearer(app, raised).get('/auth/users')).status).toBe(403)
})

test('cookies of any kind do no harm', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'admin@acme.com')
  const junk = ['%', '%E0%A4%A', '"', '=', ';;;', 'a'.repeat(5_000), "' or 1=1 --", '\\u0000', '__proto__', '{}']
  for (const value of junk) {
    for (const name of ['om_selected_tenant', 'om_selected_org', 'locale', 'session_token']) {
      const browser = withHeaders(app, { cookie: `auth_token=${token}; ${name}=${value}` })
      const answer = await browser.get('/auth/profile')
      expect([name, value, answer.status]).toEqual([name, value, 200])
    }
    const answer = await withHeaders(app, { cookie: `auth_token=${value}` }).get('/auth/profile')
    expect([value, answer.status]).toEqual([value, 401])
  }
  expect(app.log.at('error')).toEqual([])
})

test('a cookie choosing another tenant is for super admins only', async () => {
  await using app = await authApp()
  const list = async (email: string) => {
    const { token } = await signIn(app, email)
    const cookie = `auth_token=${token}; om_selected_tenant=${tenantB.id}`
    return withHeaders(app, { cookie }).get('/auth/sidebar/preferences')
  }
  const roles = (await list('superadmin@acme.com')).body.roles.map(({ name }: { name: string }) => name)
  expect(roles).not.toContain('superadmin')
  const own = (await list('admin@acme.com')).body.roles.map(({ name }: { name: string }) => name)
  expect(own).toContain('superadmin')
})

test('tokens of a retired secret are believed until they expire', async () => {
  await using app = await authApp({
    auth: { secret: 'a newer secret for tokens, long enough', retiredSecrets: [SECRET] },
  })
  const { token } = await signIn(app, 'admin@acme.com')
  expect((await bearer(app, await sign(claimsOf(token), {})).get('/auth/profile')).status).toBe(200)
})

test('a token of a customer’s portal is no login, though the signature is right', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'admin@acme.com')
  const claims = JSON.parse(atob(token.split('.')[1]!)) as Record<string, unknown>
  const sign = (extra: object) => {
    const parts = [
      { alg: 'HS256', typ: 'JWT' },
      { ...claims, ...extra },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const signature = createHmac('sha256', 'a secret for tokens that is long enough').update(parts.join('.'))
    return `${parts.join('.')}.${signature.digest('base64url')}`
  }
  expect((await bearer(app, sign({ type: 'staff' })).get('/auth/profile')).status).toBe(200)
  expect((await bearer(app, sign({ type: 'customer' })).get('/auth/profile')).status).toBe(401)
})

test('an account with any number of long role names is recognized', async () => {
  await using app = await authApp()
  await app.sql(`insert into roles (id, tenant_id, name) select gen_random_uuid(), u.tenant_id, lpad(i::text, 100, 'ä"')
    from users u, generate_series(1, 200) i where u.email = 'employee@acme.com'`)
  const many = await app.sql(`insert into user_roles (tenant_id, id, user_id, role_id)
    select u.tenant_id, gen_random_uuid(), u.id, r.id from users u join roles r using (tenant_id)
    where u.email = 'employee@acme.com' and r.name like 'ä%' returning id`)
  expect(many).toHaveLength(200)
  const { token } = await signIn(app, 'employee@acme.com')
  const { status, body } = await bearer(app, token).get('/auth/profile')
  expect([status, body.roles?.length]).toEqual([200, 201])
  // Browsers keep no cookie of more than 4,096 bytes, its name included.
  expect(token.length).toBeLessThan(4_000)
  expect(claimsOf(token).roles.length).toBeGreaterThan(5)
  expect(body.roles.slice(0, claimsOf(token).roles.length)).toEqual(claimsOf(token).roles)
})
