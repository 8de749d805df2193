import { tenantA, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { shop } from '../../_setup/fixtures/shop.ts'
import { listen } from './_raw.ts'

let app: TestPlatform
let server: Awaited<ReturnType<typeof listen>>

beforeAll(async () => {
  app = await testApp({ modules: [shop] })
  server = await listen(app)
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

const deep = 10_000
/** An object as text. */
const manyMembers = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join(',')}}`
const utf8 = (text: string) => new TextEncoder().encode(text)
const JSON_TYPE = 'application/json'

async function post(path: string, body: BodyInit, type: string) {
  const response = await app.as('admin').fetch(path, { method: 'POST', body, headers: { 'content-type': type } })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('bodies', () => {
  test.each<[string, BodyInit, number]>([
    ['not JSON', '{"name":', 400],
    ['text that is not JSON', 'name=Pen', 400],
    ['nothing', '', 400],
    ['null', 'null', 400],
    ['a list', '[{"name":"Pen"}]', 400],
    ['a number', '42', 400],
    ['a member of the wrong type', '{"name":42}', 400],
    ['a number where a list of them fits', '{"name":"Pen","stock":[1]}', 400],
    ['a number beyond the column', '{"name":"Pen","stock":99999999999}', 400],
    ['a fraction where a whole number is asked for', '{"name":"Pen","stock":1.5}', 400],
    ['a text that is too long', JSON.stringify({ name: 'a'.repeat(201) }), 400],
    ['a text that PostgreSQL cannot keep', '{"name":"a\\u0000b"}', 400],
    ['invalid UTF-8', Uint8Array.from([...utf8('{"name":"'), 0xc3, 0x28, ...utf8('"}')]), 400],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), 400],
    ['10,000 lists in each other', '['.repeat(deep) + ']'.repeat(deep), 400],
    ['10,000 objects in each other', '{"name":'.repeat(deep) + '1' + '}'.repeat(deep), 400],
    [
      '10,000 objects in each other beside what is asked for',
      `{"name":"Deep","x":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`,
      400,
    ],
    [
      'as many levels as there may be, and brackets in texts',
      `{"name":"${'[{'.repeat(60)}","note":"\\"${'[{'.repeat(80)}","x":${'{"a":'.repeat(99)}1${'}'.repeat(99)}}`,
      201,
    ],
    ['one level more', `{"name":"Deep","x":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`, 400],
    [
      '10,000 suspect objects in each other',
      `{"name":"Deep","x":${'{"__proto__":'.repeat(deep)}1${'}'.repeat(deep)}}`,
      400,
    ],
    [
      'as many members as there may be, twice',
      `{"name":"Pen","x":${manyMembers(10_000)},"y":${manyMembers(10_000)}}`,
      201,
    ],
    ['one member more', `{"name":"Pen","x":${manyMembers(10_001)}}`, 400],
    [
      'as many lists as there may be, and 50,000 numbers',
      `{"name":"Pen","x":[${'[],'.repeat(59_995)}${'0,'.repeat(50_000)}0]}`,
      201,
    ],
    ['one list more', `{"name":"Pen","x":[${'[],'.repeat(59_996)}[]]}`, 400],
    ['a text like so many members', JSON.stringify({ name: 'Pen', note: 'a:'.repeat(99), x: ':'.repeat(10_001) }), 201],
    ['more than a megabyte', JSON.stringify({ name: 'a'.repeat(1_000_001) }), 413],
    ['a megabyte of spaces', ' '.repeat(1_000_001), 413],
    ['a name twice, of which the last counts', '{"name":42,"name":"Pen"}', 201],
    ['a byte order mark', '\ufeff{"name":"Pen"}', 201],
    ['half a surrogate pair', '{"name":"\\ud800"}', 201],
  ])('%s', async (_, body, status) => {
    const answer = await post('/shop/items', body, JSON_TYPE)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    if (status >= 400) expect(answer.body).toMatchObject({ error: expect.any(String) })
  })

  test.each([
    '{"name":"Pen","__proto__":{"isSuperAdmin":true,"stock":5}}',
    '{"name":"Pen","\\u005f_proto__":{"isSuperAdmin":true}}',
    '{"name":"Pen","__\\u0070roto__":{"isSuperAdmin":true}}',
    '{"name":"Pen","constructor":{"prototype":{"isSuperAdmin":true}}}',
  ])('keys that reach for a prototype: %s', async (body) => {
    expect((await post('/shop/items', body, JSON_TYPE)).status).toBe(201)
    expect(Object.hasOwn(Object.prototype, 'isSuperAdmin')).toBe(false)
    expect(({} as Record<string, unknown>)['isSuperAdmin']).toBeUndefined()
  })

  test('a tenant that hides behind a prototype or a second name is still a foreign one', async () => {
    const other = 'b0000000-0000-4000-8000-000000000000'
    expect((await post('/shop/items', `{"name":"Pen","tenantId":"${other}"}`, JSON_TYPE)).status).toBe(403)
    const twice = `{"name":"Pen","tenantId":"${tenantA.id}","tenantId":"${other}"}`
    expect((await post('/shop/items', twice, JSON_TYPE)).status).toBe(403)
    const escaped = `{"name":"Pen","tenant\\u0049d":"${other}"}`
    expect((await post('/shop/items', escaped, JSON_TYPE)).status).toBe(403)
    expect(
      (await post(`/shop/items?tenantId=${tenantA.id}&tenantId=${other}`, '{"name":"Pen"}', JSON_TYPE)).status,
    ).toBe(403)
  })
})

describe('forms', () => {
  const FORM = 'application/x-www-form-urlencoded'
  const part = (text: string) => text.replaceAll('\n', '\r\n')
  const MULTIPART = 'multipart/form-data; boundary=x'

  test.each<[string, [body: BodyInit, type: string], number]>([
    ['nothing', ['', FORM], 400],
    ['another content type', ['{"message":"hi"}', JSON_TYPE], 400],
    ['a broken escape', ['message=%zz', FORM], 200],
    ['invalid UTF-8', [Uint8Array.from([...utf8('message='), 0xc3, 0x28]), FORM], 400],
    ['a name that reaches for a prototype', ['__proto__=a&message=hi', FORM], 200],
    ['a name twice', ['message=&message=hi', FORM], 200],
    ['10,000 fields', [`message=hi${'&a=1'.repeat(9_999)}`, FORM], 200],
    ['one field more', [`message=hi${'&a=1'.repeat(10_000)}`, FORM], 400],
    ['more than a megabyte', [`message=${'a'.repeat(1_000_001)}`, FORM], 413],
    ['a whole multipart', [part('--x\nContent-Disposition: form-data; name="message"\n\nhi\n--x--\n'), MULTIPART], 200],
    ['half a multipart', [part('--x\nContent-Disposition: form-data; name="message"\n\nhi'), MULTIPART], 400],
    ['a multipart without a boundary', ['x', 'multipart/form-data'], 400],
    [
      'a multipart with another boundary',
      [part('--y\nContent-Disposition: form-data; name="a"\n\nhi\n--y--\n'), MULTIPART],
      400,
    ],
    ['a multipart of noise', [Uint8Array.from({ length: 5_000 }, (_, index) => index % 251), MULTIPART], 400],
    [
      'a file where none is asked for',
      [part('--x\nContent-Disposition: form-data; name="f"; filename="f"\n\nhi\n--x--\n'), MULTIPART],
      413,
    ],
    [
      '201 fields',
      [part('--x\nContent-Disposition: form-data; name="a"\n\nhi\n'.repeat(201)) + '--x--\r\n', MULTIPART],
      413,
    ],
    [
      'many fields of half a megabyte',
      [
        part(`--x\nContent-Disposition: form-data; name="a"\n\n${'a'.repeat(500_000)}\n`.repeat(3)) + '--x--\r\n',
        MULTIPART,
      ],
      413,
    ],
  ])('%s', async (_, [body, type], status) => {
    const answer = await post('/shop/feedback', body, type)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    if (status >= 400) expect(answer.body).toMatchObject({ error: expect.any(String) })
  })
})

describe('addresses', () => {
  test.each<[string, string, number]>([
    ['an id that is none', '/shop/items/1', 400],
    ['an id with a line break', `/shop/items/${tenantA.id}%0A`, 400],
    ['an id with a zero', `/shop/items/${tenantA.id}%00`, 400],
    ['an id that nobody has', '/shop/items/99999999-9999-4999-8999-999999999999', 404],
    ['a path that cannot be decoded', '/shop/items/%E0%A4%A', 400],
    ['a path of invalid UTF-8', '/shop/items/%ff', 400],
    ['a way out', '/shop/items/..%2f..%2fetc%2fpasswd', 400],
    ['a query of invalid UTF-8', '/shop/items?search=%ff%c3%28', 200],
    ['a query that cannot be decoded', '/shop/items?search=%zz&%', 200],
    ['a query with a zero', '/shop/items?search=%00', 200],
    ['a name twice, of which the last counts', '/shop/items?page=7&page=1&page=2', 200],
    ['a name with brackets', '/shop/items?page[]=1&page[$gt]=1', 200],
    ['a name that reaches for a prototype', '/shop/items?__proto__=1&constructor=2&__proto__[a]=1', 200],
    ['a text that is too long', `/shop/items?search=${'a'.repeat(201)}`, 400],
    ['a page that is none', '/shop/items?page=-1e400&pageSize=NaN', 200],
  ])('%s', async (_, path, status) => {
    const answer = await app.as('admin').get(path)
    expect(answer.status, answer.text).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]+$/)
    if (status >= 400) expect(answer.body).toMatchObject({ error: expect.any(String) })
  })
})

describe('headers', () => {
  test('a request id is answered only when it is harmless', async () => {
    const ask = async (id: string) =>
      (await app.fetch('/shop/hours', { headers: { 'x-request-id': id } })).headers.get('x-request-id')
    expect(await ask('web-42')).toBe('web-42')
    for (const id of ['a b', '<script>', 'a'.repeat(200), 'ä', '{"a":1}'])
      expect(await ask(id)).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each([
    'auth_token=%',
    '=;;;,',
    '__proto__=1; constructor=2; auth_token',
    'auth_token="%zz"; locale=../../de; om_selected_tenant=%00; om_selected_org=__all__',
    `auth_token=${'.'.repeat(9_000)}`,
  ])('cookies that are none: %s', async (cookie) => {
    const response = await app.fetch('/shop/hours', { headers: { cookie } })
    expect(response.status).toBe(200)
    expect((await app.fetch('/shop/labels', { headers: { cookie } })).status).toBe(401)
  })

  test.each(['Bearer', 'Bearer ', 'Bearer a.b.c', 'Basic OjpbXQ==', `Bearer ${'a'.repeat(9_000)}`, 'bearer\tx'])(
    'credentials that are none: %s',
    async (authorization) => {
      const response = await app.fetch('/shop/labels', { headers: { authorization } })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({ error: 'Unauthorized' })
    },
  )

  test('the Host header does not decide anything', async () => {
    const response = await app.fetch('/openapi.json', {
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(await response.text()).not.toContain('evil.example')
  })
})

describe('on the wire', () => {
  const close = 'Connection: close\r\n'

  test('a header cannot be injected through a value that is echoed', async () => {
    const path = '/shop/items/x%0d%0aSet-Cookie:%20stolen=1'
    const { status, head } = await server.raw(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: a%0d%0ab\r\n${close}\r\n`,
    )
    expect(status).toBe(401)
    expect(head.toLowerCase()).not.toContain('set-cookie')
  })

  test('a header that is broken is refused', async () => {
    expect((await server.raw(`GET / HTTP/1.1\r\nHost: x\r\nX-A: a\0b\r\n${close}\r\n`)).status).toBe(400)
    expect(
      (await server.raw(`GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n${close}\r\n`)).status,
    ).toBe(400)
  })

  test('a chunked body is measured as it arrives', async () => {
    const chunk = 'a'.repeat(65_536)
    const head = `POST /shop/feedback HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n${close}`
    const chunks = Array.from({ length: 17 }, () => `10000\r\n${chunk}\r\n`)
    const form = await server.raw(
      `${head}Content-Type: application/x-www-form-urlencoded\r\n\r\n`,
      ...chunks,
      '0\r\n\r\n',
    )
    expect(form).toMatchObject({ status: 413, body: expect.stringContaining('larger than 1000000 bytes') })
  })

  test('a length that lies is refused before the body arrives', async () => {
    const { status } = await server.raw(
      `POST /shop/feedback HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\nContent-Type: application/x-www-form-urlencoded\r\n${close}\r\n`,
    )
    expect(status).toBe(413)
  })

  test('a body that ends too early is not a failure of ours', async () => {
    const before = app.log.at('error').length
    const socket = server.raw(
      `POST /shop/feedback HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n${close}\r\nzz\r\n`,
    )
    expect((await socket).status).toBe(400)
    expect(app.log.at('error').length).toBe(before)
  })

  test('a proxy that speaks HTTP/1.0 is understood', async () => {
    const { status, head, body } = await server.raw('GET /openapi.json HTTP/1.0\r\n\r\n')
    expect([status, head.toLowerCase().includes('transfer-encoding')]).toEqual([200, false])
    expect(JSON.parse(body)).toMatchObject({ openapi: '3.1.0' })
  })

  test('what is not HTTP is refused', async () => {
    expect((await server.raw('\x16\x03\x01\x02\x00\x01\x00\r\n\r\n')).status).toBe(400)
  })
})

test('nothing of all this was a failure, and nothing that was sent is in the log', () => {
  expect(app.log.at('error')).toEqual([])
  expect(JSON.stringify(app.log.lines)).not.toMatch(/aaaaaaaa|isSuperAdmin|Pen|stolen/)
})
