import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signIn } from '../../auth/_accounts.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

let mcp: McpApp
let key: { 'x-api-key': string }

beforeAll(async () => {
  mcp = await mcpApp({ mcp: { issuer: 'https://login.example' }, limits: { callsPerMinute: 1_000 } })
  key = { 'x-api-key': await mcp.keyOf('admin') }
})

afterAll(() => mcp?.[Symbol.asyncDispose]())

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
interface Answered {
  readonly error: { readonly code?: number }
  readonly result: { readonly structuredContent: Readonly<Record<string, unknown>> }
}

const answerOf = async (response: Promise<Response>) => {
  const { status, headers, ...rest } = await response.then(async (one) => ({
    status: one.status,
    headers: one.headers,
    text: await one.text(),
  }))
  return { status, headers, body: JSON.parse(rest.text) as Answered }
}

describe('who may enter', () => {
  test('nobody without a key, and they are told where to ask', async () => {
    const { status, headers, body } = await answerOf(mcp.send(LIST))
    expect([status, body]).toEqual([401, { error: 'API key required (x-api-key header)' }])
    expect(headers.get('www-authenticate')).toBe(
      'Bearer resource_metadata="https://acme.example/.well-known/oauth-protected-resource/mcp"',
    )
  })

  test.each([
    ['an unknown key', { 'x-api-key': `omk_12345678.${'0'.repeat(48)}` }],
    ['no key at all', { 'x-api-key': 'x' }],
    ['an unknown key in authorization', { authorization: 'ApiKey omk_x' }],
    ['an unknown token', { authorization: 'Bearer x' }],
  ])('not %s', async (_, headers) => {
    const { status, body } = await answerOf(mcp.send(LIST, headers))
    expect([status, body]).toEqual([401, { error: 'Invalid or expired API key' }])
  })

  test('a key by either header, and a signed-in person by theirs, never by cookie', async () => {
    expect((await mcp.send(LIST, key)).status).toBe(200)
    expect((await mcp.send(LIST, { authorization: `ApiKey ${key['x-api-key']}` })).status).toBe(200)
    const login = await mcp.app.anonymous.fetch('/auth/login', {
      method: 'POST',
      body: new URLSearchParams({ email: 'admin@acme.com', password: 'Secret-123!' }),
    })
    const cookie = login.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    expect((await mcp.send(LIST, { cookie })).status).toBe(401)
  })

  test('not under the name of another host', async () => {
    const headers = { ...key, host: 'evil.example', 'content-type': 'application/json' }
    const [answer] = (await once(request(mcp.url, { method: 'POST', headers }).end('{}'), 'response')) as [
      IncomingMessage,
    ]
    answer.resume()
    expect(answer.statusCode).toBe(403)
  })

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['a null origin', { origin: 'null' }],
  ])('not from %s', async (_, headers) => {
    expect((await mcp.send(LIST, { ...key, ...headers })).status).toBe(403)
  })

  test('from the platform’s own pages', async () => {
    expect((await mcp.send(LIST, { ...key, origin: 'https://acme.example' })).status).toBe(200)
  })

  test('a key that was deleted is none at once', async () => {
    const owner = await signIn(mcp.app, 'superadmin@acme.com')
    const { body } = await owner.post('/api_keys/keys', { name: 'Short', roles: ['admin'] })
    const short = { 'x-api-key': body.secret }
    expect((await mcp.send(LIST, short)).status).toBe(200)
    await owner.del(`/api_keys/keys?id=${body.id}`)
    expect((await mcp.send(LIST, short)).status).toBe(401)
  })
})

test('a session token acts as its person, for its own keys only', async () => {
  const person = await signIn(mcp.app, 'employee@acme.com')
  const { body } = await person.post('/ai_assistant/session-key')
  const call = { ...LIST, method: 'tools/call' }
  const params = { name: 'context_whoami', arguments: { _sessionToken: body.sessionToken } }
  const mine = await answerOf(mcp.send({ ...call, params }, key))
  expect(mine.body.result.structuredContent.features).not.toContain('auth.*')
  const stranger = { 'x-api-key': await mcp.keyOf('employee') }
  const theirs = await answerOf(mcp.send({ ...call, params }, stranger))
  expect(theirs.body.result).toMatchObject({ isError: true, structuredContent: { code: 'SESSION_EXPIRED' } })
})

describe('bad messages', () => {
  test('documents are written once, and not a hundred of them for one request', async () => {
    const own = { 'x-api-key': await mcp.keyOf('employee') }
    const reads = (count: number) =>
      Array.from({ length: count }, (_, id) => ({
        jsonrpc: '2.0',
        id: id + 1,
        method: 'resources/read',
        params: { uri: id % 2 ? 'plinth://openapi' : 'plinth://api' },
      }))
    const refused = await answerOf(mcp.send(reads(11), own))
    expect([refused.status, refused.body.error]).toEqual([
      400,
      { code: -32_600, message: 'A batch has 10 messages at most' },
    ])
    const { status, body } = await answerOf(mcp.send(reads(10), own))
    const answers = body as unknown as readonly { readonly result: object }[]
    expect([status, answers.map(({ result }) => Object.keys(result))]).toEqual([
      200,
      Array.from({ length: 10 }, () => ['contents']),
    ])
  })

  test('a body beyond 1 MB is 413', async () => {
    const { status, body } = await answerOf(mcp.send({ ...LIST, params: { x: 'x'.repeat(1_048_577) } }, key))
    expect([status, body]).toEqual([413, { error: 'Request payload too large (max 1MB)' }])
  })

  test('a body of too many levels is 400', async () => {
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(200)}${']'.repeat(200)}}`
    const { status, body } = await answerOf(mcp.send(deep, key))
    expect([status, body]).toEqual([400, { error: 'The JSON body is nested deeper than 100 levels' }])
  })

  test.each([
    ['no JSON', '{', 400, -32_700],
    ['nothing', '', 400, -32_600],
    ['no request', '{"a":1}', 400, -32_600],
    ['an unknown method', { ...LIST, method: 'nothing/at_all' }, 200, -32_601],
    ['a call without a name', { ...LIST, method: 'tools/call' }, 200, -32_602],
    ['a cursor of nobody', { ...LIST, params: { cursor: 'x' } }, 200, -32_602],
    ['a resource of nobody', { ...LIST, method: 'resources/read', params: { uri: 'file:///etc/passwd' } }, 200, null],
  ])('%s', async (...[, message, status, code]) => {
    const answer = await answerOf(mcp.send(message, key))
    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toEqual(code ?? expect.any(Number))
  })

  test('an unknown revision is refused', async () => {
    const answer = await answerOf(mcp.send(LIST, { ...key, 'mcp-protocol-version': '1999-01-01' }))
    expect(answer.status).toBe(400)
  })

  test.each(['GET', 'DELETE'])('%s is 405', async (method) => {
    expect((await fetch(mcp.url, { method, headers: key })).status).toBe(405)
  })
})

test('the compact mode costs a model under 2,000 tokens', async () => {
  const response = await fetch(`${mcp.url}?mode=compact`, {
    method: 'POST',
    headers: { ...key, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(LIST),
  })
  const text = await response.text()
  const { tools } = (JSON.parse(text) as { result: { tools: { name: string }[] } }).result
  expect(tools.map(({ name }) => name)).toEqual(['context_whoami', 'execute', 'search'])
  // Four characters a token, as tokenizers of English have it.
  expect(text.length / 4).toBeLessThan(2_000)
})

test.each(['/mcp', '/api/mcp'])('says how to get in to %s, under the address that was asked', async (path) => {
  const refused = await fetch(new URL(path, mcp.url), { method: 'POST', body: '{}' })
  const [, challenge] = /^Bearer resource_metadata="https:\/\/acme\.example(.+)"$/.exec(
    refused.headers.get('www-authenticate')!,
  )!
  expect(challenge).toBe(`/.well-known/oauth-protected-resource${path}`)
  const metadata = await fetch(new URL(challenge!, mcp.url))
  expect(await metadata.json()).toEqual({
    resource: `https://acme.example${path}`,
    resource_name: 'Plinth MCP server',
    bearer_methods_supported: ['header'],
    authorization_servers: ['https://login.example'],
  })
})

test('progress is told to those who ask for it', async () => {
  const params = { name: 'context_whoami', arguments: {}, _meta: { progressToken: 'p' } }
  const response = await mcp.send({ ...LIST, method: 'tools/call', params }, key)
  const text = await response.text()
  expect(text).toContain('notifications/progress')
  expect(text).toContain('"structuredContent"')
})
