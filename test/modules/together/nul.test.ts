import { connect } from 'node:net'
import { signIn } from '@plinth/auth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from '../attachments/_resumable.ts'
import { openTogether } from './_platform.ts'

// Decision: NUL characters, by each way on which text comes in, over real HTTP.

const JSON_TYPE = { 'content-type': 'application/json' }
const REFUSED = { code: 'custom', message: 'Text cannot hold U+0000' }

let app: Awaited<ReturnType<typeof openTogether>>
let server: Awaited<ReturnType<typeof listen>>
let token: string

beforeAll(async () => {
  app = await openTogether()
  server = await listen(app.platform)
  token = (await signIn(app, 'admin@acme.com')).token
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function send(method: string, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) }
  const response = await fetch(`${server.url}/api${path}`, { redirect: 'manual', ...init, method, headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers }
}

const sendJson = (method: string, path: string, body: unknown) =>
  send(method, path, { headers: JSON_TYPE, body: JSON.stringify(body) })

const get = (path: string, headers: Record<string, string> = {}) => send('GET', path, { headers })

describe('bodies are refused where something reads the text', () => {
  test('JSON, with the member that holds it', async () => {
    const refused = await sendJson('POST', '/catalog/products', { title: 'fine', description: 'a\0b' })
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: ['description'], ...REFUSED }] } })
    const deep = await sendJson('POST', '/business_rules/execute', {
      entityType: 'Order',
      entityId: '1',
      data: { list: [1, { text: 'a\0' }] },
    })
    expect(deep).toMatchObject({ status: 400, body: { error: expect.any(String) } })
  })

  test('names of members', async () => {
    const data = { 'a\0': 1 }
    expect(await sendJson('POST', '/business_rules/execute', { entityType: 'Order', data })).toMatchObject({
      status: 400,
    })
  })

  test('what spells it out is no NUL, and what nobody reads may hold anything', async () => {
    const name = 'spelled \\u0000'
    const made = await sendJson('POST', '/auth/roles', { name, unknown: 'a\0', more: { 'b\0': ['\0'] } })
    expect(made.status).toBe(201)
    const { items } = (await get(`/auth/roles?search=${encodeURIComponent(name)}`)).body
    expect(items.map((role: { name: string }) => role.name)).toEqual([name])
  })

  test('forms, in the words of their route', async () => {
    const login = (email: string) =>
      send('POST', '/auth/login', { body: new URLSearchParams({ email, password: 'x' }) })
    expect(await login('admin@acme.com\0')).toMatchObject({ status: 400, body: { ok: false } })
    // Whose answer tells nothing, whatever the address is.
    const reset = await send('POST', '/auth/reset', { body: new URLSearchParams({ email: 'a\0@acme.com' }) })
    expect(reset).toMatchObject({ status: 200, body: { ok: true } })
  })

  test.each(['entityId', 'recordId', 'tags', 'partitionCode'])('the field %s of a form with a file', async (field) => {
    const form = new FormData()
    const fields = { entityId: 'shop:order', recordId: '1', [field]: 'a\0b' }
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new File(['hello'], 'a.txt', { type: 'text/plain' }))
    expect(await send('POST', '/attachments', { body: form })).toMatchObject({
      status: 400,
      body: { details: [{ path: [field], ...REFUSED }] },
    })
  })

  test('the metadata of an upload by tus', async () => {
    const encode = (text: string) => Buffer.from(text).toString('base64')
    const metadata = `entityId ${encode('shop:order')},recordId ${encode('1\0')},filename ${encode('a.txt')}`
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata }
    expect(await send('POST', '/attachments/uploads', { headers })).toMatchObject({
      status: 400,
      body: { details: [{ path: ['recordId'], ...REFUSED }] },
    })
  })

  test('arguments of tools', async () => {
    const execute = (toolName: string, args: object) =>
      sendJson('POST', '/ai_assistant/tools/execute', { toolName, args })
    expect(await execute('authCreateRole', { name: 'a\0' })).toMatchObject({ status: 400 })
    expect(await execute('authCreateRole', { 'name\0': 'a' })).toMatchObject({ status: 400 })
  })
})

describe('what names or looks for something holds U+FFFD instead', () => {
  test.each([
    '/auth/users?search=%00',
    '/auth/roles?search=a%00&page=1%00',
    '/business_rules/rules?search=%00&ruleId=%00',
    '/progress/jobs?search=%00&jobType=%00',
    '/api_keys/keys?search=%00',
    '/catalog/products?search=%00&sku=%00',
    '/attachments/library?search=%00&tags=%00',
    '/audit_logs/audit-logs/actions?resourceKind=%00&resourceId=%00',
    '/directory/organizations?search=%00&ids=%00',
  ])('%s finds nothing', async (path) => {
    const { status, body } = await get(path)
    expect([status, body.items ?? body]).toEqual([200, []])
  })

  test('an id in a path is malformed', async () => {
    const id = '99999999-9999-4999-8999-999999999999'
    for (const path of [`/business_rules/rules/${id}%00`, `/progress/jobs/%00`, `/attachments/library/%00${id}`])
      expect([400, 404], path).toContain((await get(path)).status)
    expect((await get('/no/such%00path')).status).toBe(404)
  })

  test('a cookie is no credential, no language and no choice', async () => {
    const ask = (cookie: string) => fetch(`${server.url}/api/auth/profile`, { headers: { cookie } })
    expect((await ask(`auth_token=${token}`)).status).toBe(200)
    expect((await ask(`auth_token=${token}%00`)).status).toBe(401)
    expect((await ask(`auth_token=${token}; locale=de%00; om_selected_tenant=%00`)).status).toBe(200)
  })

  test('the name of a file loses it with whatever else is hidden; a header of a part that holds it is broken', async () => {
    const part = (head: string, value: string) => `--x\r\ncontent-disposition: form-data; ${head}\r\n\r\n${value}\r\n`
    const record = part('name="entityId"', 'shop:order') + part('name="recordId"', '1')
    const upload = (name: string) =>
      send('POST', '/attachments', {
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
        body: `${record}${part(`name="file"; ${name}`, 'hi')}--x--\r\n`,
      })
    expect(await upload("filename*=utf-8''a%00%E2%80%AEb.txt")).toMatchObject({
      status: 200,
      body: { item: { fileName: 'ab.txt' } },
    })
    expect(await upload('filename="a\0b.txt"')).toMatchObject({
      status: 400,
      body: { error: 'The multipart body is invalid' },
    })
  })
})

test.each(['authorization: Bearer a\0', 'x-api-key: a\0', 'cookie: auth_token=a\0', 'x-request-id: a\0'])(
  'a header that holds it is no HTTP: %j',
  async (header) => {
    const status = await new Promise<string>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', reject)
      socket.once('data', (data: Buffer) => {
        socket.destroy()
        resolve(data.toString('latin1').split('\r\n')[0]!)
      })
      socket.write(`GET /api/auth/profile HTTP/1.1\r\nhost: x\r\n${header}\r\n\r\n`)
    })
    expect(status).toBe('HTTP/1.1 400 Bad Request')
  },
)

test('nothing of all this is a failure', () => {
  expect(app.log.at('error')).toEqual([])
})
