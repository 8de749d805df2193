import { apiKeys } from '@plinth/api-keys'
import { aiAssistant } from '@plinth/ai-assistant'
import type { TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authApp, bearer, cookiesOf, signIn, withHeaders } from '../modules/auth/_accounts.ts'
import { addKey } from '../modules/api-keys/_keys.ts'

// Who a request is from, where it shows several credentials (decision: Invalid credentials).

let app: TestPlatform
let cookie: string
let headers: Record<'token' | 'key' | 'endedToken' | 'deletedKey' | 'expiredKey', string>

beforeAll(async () => {
  app = await authApp({ modules: [apiKeys, aiAssistant()] })
  const admin = await signIn(app, 'admin@acme.com')
  const roles = ['employee']
  const deleted = await addKey(admin, { roles })
  await admin.del(`/api_keys/keys?id=${deleted.id}`)
  const expired = await addKey(admin, { roles, expiresAt: new Date(app.clock.now.getTime() + 60_000).toISOString() })
  app.clock.advance(120_000)
  const left = await signIn(app, 'employee@acme.com')
  await left.post('/auth/logout')
  cookie = `auth_token=${admin.token}`
  headers = {
    token: (await signIn(app, 'employee@acme.com')).token,
    key: (await addKey(admin, { roles })).secret,
    endedToken: left.token,
    deletedKey: deleted.secret,
    expiredKey: expired.secret,
  }
})

afterAll(() => app?.[Symbol.asyncDispose]())

const EVIL = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
const MCP = { accept: 'application/json, text/event-stream' }

const newRole = (sent: Record<string, string>) =>
  withHeaders(app, sent).post('/auth/roles', { name: `Role ${crypto.randomUUID()}` })
const whoIs = async (sent: Record<string, string>) => {
  const answer = await withHeaders(app, sent).post('/auth/feature-check', { features: [] })
  return answer.status === 200 ? (answer.body.userId as string) : answer.status
}

/** Credentials that do not count, by the headers that carry them. */
const wrong: readonly [string, () => Record<string, string>][] = [
  ['a key that is none', () => ({ 'x-api-key': 'x' })],
  ['an empty key', () => ({ 'x-api-key': '' })],
  ['blanks for a key', () => ({ 'x-api-key': '   ' })],
  ['an unknown key', () => ({ 'x-api-key': `omk_12345678.${'0'.repeat(48)}` })],
  ['a deleted key', () => ({ 'x-api-key': headers.deletedKey })],
  ['an expired key', () => ({ 'x-api-key': headers.expiredKey })],
  ['a key that is none, in Authorization', () => ({ authorization: 'ApiKey x' })],
  ['two words for a key', () => ({ authorization: 'ApiKey x y' })],
  ['no key after its scheme', () => ({ authorization: 'ApiKey' })],
  ['a deleted key in Authorization', () => ({ authorization: `apikey ${headers.deletedKey}` })],
  ['a token that is none', () => ({ authorization: 'Bearer x' })],
  ['two words for a token', () => ({ authorization: `Bearer ${headers.token} x` })],
  ['a token and a scheme after it', () => ({ authorization: `Bearer ${headers.token}, ApiKey x` })],
  ['a token that is too long', () => ({ authorization: `Bearer ${'x'.repeat(9_000)}` })],
  ['the token of a login that has ended', () => ({ authorization: `Bearer ${headers.endedToken}` })],
  ['a wrong key and a wrong token', () => ({ authorization: 'Bearer x', 'x-api-key': 'x' })],
  ['an empty key and a wrong one', () => ({ authorization: 'ApiKey x', 'x-api-key': '' })],
]

describe.each(wrong)('%s beside a login cookie', (_, sent) => {
  test('is 401, whoever sends it', async () => {
    expect(await whoIs({ ...sent(), cookie })).toBe(401)
    expect((await withHeaders(app, { ...sent(), cookie }).get('/auth/profile')).status).toBe(401)
    expect((await newRole({ ...sent(), cookie })).status).toBe(401)
    expect((await newRole({ ...sent(), cookie, origin: 'https://acme.example' })).status).toBe(401)
    expect((await newRole({ ...sent(), cookie, ...EVIL })).status).toBe(401)
  })

  test('opens neither MCP nor what other sites may not write', async () => {
    const mcp = await withHeaders(app, { ...sent(), ...MCP, cookie }).post('/mcp', LIST)
    expect(mcp.status).toBe(401)
    // Open to everybody, and for whoever it is then: not for the one of the cookie.
    const logout = await withHeaders(app, { ...sent(), cookie, ...EVIL }).post('/auth/logout')
    expect([logout.status, cookiesOf(logout)]).toEqual([403, {}])
    expect((await withHeaders(app, { cookie }).get('/auth/profile')).status).toBe(200)
  })
})

test('the login cookies are cleared for the token of a login that has ended, for no other wrong credential', async () => {
  for (const [name, sent] of wrong) {
    const answer = await withHeaders(app, { ...sent(), cookie }).get('/auth/profile')
    const cleared = answer.headers.getSetCookie().length
    expect([name, cleared]).toEqual([name, name === 'the token of a login that has ended' ? 2 : 0])
  }
})

test('what identifies the caller says what a page of another site may write', async () => {
  const admin = await whoIs({ cookie })
  const employee = await whoIs({ authorization: `Bearer ${headers.token}` })
  const key = await whoIs({ 'x-api-key': headers.key })
  expect(new Set([admin, employee, key]).size).toBe(3)
  expect(key).toMatch(/^api_key:/)
  const [token, secret] = [{ authorization: `Bearer ${headers.token}` }, { 'x-api-key': headers.key }]
  const [byScheme, stale] = [{ authorization: `ApiKey ${headers.key}` }, { cookie: `auth_token=${headers.endedToken}` }]
  const pairs: [Record<string, string>, unknown, 'header' | 'cookie'][] = [
    [{ cookie }, admin, 'cookie'],
    [{ ...token, cookie }, employee, 'header'],
    // Published: a token comes before a key, in a cookie too.
    [{ ...secret, cookie }, admin, 'cookie'],
    [{ ...byScheme, cookie }, admin, 'cookie'],
    [{ ...byScheme, 'x-api-key': '', cookie }, admin, 'cookie'],
    [{ ...secret, authorization: 'ApiKey x', cookie }, admin, 'cookie'],
    [{ ...token, ...secret, cookie }, employee, 'header'],
    [{ ...token, 'x-api-key': 'x', cookie }, employee, 'header'],
    [{ ...secret, authorization: 'Bearer x', cookie }, key, 'header'],
    [{ ...secret, ...stale }, key, 'header'],
    [{ ...secret, cookie: 'auth_token=x' }, key, 'header'],
    [{ ...token, ...stale }, employee, 'header'],
    [{ authorization: 'Basic eDp5', cookie }, admin, 'cookie'],
    [{ authorization: 'Bearer', cookie }, admin, 'cookie'],
  ]
  for (const [sent, who, by] of pairs) {
    expect([sent, await whoIs(sent)]).toEqual([sent, who])
    const answer = await withHeaders(app, { ...sent, ...EVIL }).post('/auth/feature-check', { features: [] })
    expect([sent, answer.status, answer.body.userId ?? answer.body.error]).toEqual(
      by === 'header' ? [sent, 200, who] : [sent, 403, 'Requests that other sites send are refused.'],
    )
  }
})

test('no cookie counts for MCP, neither for its messages nor for the tools that they call', async () => {
  const call = { ...LIST, method: 'tools/call', params: { name: 'context_whoami', arguments: {} } }
  const mcp = async (sent: Record<string, string>) => {
    const answer = await withHeaders(app, { ...sent, ...MCP }).post('/mcp', call)
    return answer.status === 200 ? JSON.stringify(answer.body.result.structuredContent.features) : answer.status
  }
  const [alone, beside] = [await mcp({ 'x-api-key': headers.key }), await mcp({ 'x-api-key': headers.key, cookie })]
  expect([typeof alone, beside]).toEqual(['string', alone])
  const admin = await mcp({ authorization: cookie.replace('auth_token=', 'Bearer ') })
  expect([admin === alone, await mcp({ cookie })]).toEqual([false, 401])
  const add = {
    ...LIST,
    method: 'tools/call',
    params: { name: 'authCreateRole', arguments: { name: 'By the cookie' } },
  }
  const made = async (sent: Record<string, string>) =>
    JSON.stringify((await withHeaders(app, { ...sent, ...MCP }).post('/mcp', add)).body)
  expect(await made({ 'x-api-key': headers.key, cookie })).toContain('"isError":true')
  const roles = await bearer(app, cookie.replace('auth_token=', '')).get('/auth/roles?search=By the cookie')
  expect(roles.body.items).toEqual([])
})
