import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { badInput, defineModule, get, open, toNodeHandler } from '@plinth/core'
import { BinaryAnswer } from '@plinth/core/http'
import { H3, onDispose } from 'h3'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const Any = z.any()
const disposed: string[] = []
/** Every byte there is, and more than go in one piece. */
const PICTURES: Readonly<Record<string, Uint8Array>> = {
  every: Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).subarray(1),
  many: Buffer.alloc(20_000, 200),
}
const OFTEN = Object.freeze({ 'content-type': 'image/png', 'x-frame-options': 'SAMEORIGIN' })

const answers = defineModule({
  id: 'answers',
  title: 'Answers',
  routes: [
    get('/text', { access: open, response: z.object({ word: z.string() }) }, () => ({ word: 'größer' })),
    get('/none', { access: open, response: Any, status: 204 }, () => undefined),
    get('/refused', { access: open, response: Any, errors: [400] }, () => {
      throw badInput('No')
    }),
    get('/cookies', { access: open, response: z.object({}) }, ({ request: asked }) => {
      for (const name of ['a', 'b']) asked.setCookie(name, '1')
      asked.setHeader('Retry-After', '1')
      return {}
    }),
    get(
      '/bytes',
      { access: open, response: Any },
      () => new BinaryAnswer(Buffer.from([0, 255, 10]), { headers: { etag: '"1"' } }),
    ),
    // One piece with the headers, and one beside them.
    ...['every', 'many'].map((name) =>
      get(`/${name}`, { access: open, response: Any }, () => new BinaryAnswer(PICTURES[name]!, { headers: OFTEN })),
    ),
    get(
      '/stream',
      { access: open, response: Any },
      () => new BinaryAnswer(Readable.from([Buffer.from('a'), Buffer.from('b')]), { headers: {} }),
    ),
    get(
      '/unchanged',
      { access: open, response: Any },
      () => new BinaryAnswer(null, { status: 304, headers: { etag: '"1"' } }),
    ),
    get(
      '/whole',
      { access: open, response: Any },
      () => new Response('whole', { status: 202, headers: { 'x-own': '1' } }),
    ),
    get('/noted', { access: open, response: z.object({}) }, ({ event }) => {
      event.res.headers.set('x-noted', '1')
      onDispose(event, () => void disposed.push('noted'))
      return {}
    }),
  ],
})

const CALLS = [
  'every',
  'every',
  'many',
  'text',
  'none',
  'refused',
  'cookies',
  'bytes',
  'stream',
  'unchanged',
  'whole',
  'noted',
  'nowhere',
  '%E0%A4%A',
]

test('what Node writes at once is what any other server sends', async () => {
  await using app = await testApp({ modules: [answers] })
  const { platform } = app
  const port = await listen(toNodeHandler(platform))
  for (const method of ['GET', 'HEAD', 'OPTIONS', 'PATCH'])
    for (const name of CALLS) {
      const path = `/${name}?x=1`
      const fetched = await platform.fetch(new Request(`http://localhost${path}`, { method, headers: ID }))
      const sent = await ask(port, method, path)
      const what = `${method} ${path}`
      expect([what, sent.status, sent.body]).toEqual([what, fetched.status, await fetched.text()])
      const picture = method === 'GET' && PICTURES[name]
      if (picture) expect(sent.bytes.equals(picture)).toBe(true)
      expect([what, ownHeaders(sent.headers)]).toEqual([what, headersOf(fetched)])
      const { 'content-length': length } = sent.headers
      if (length !== undefined && method !== 'HEAD')
        expect([what, length]).toEqual([what, String(Buffer.byteLength(sent.bytes))])
    }
  expect(disposed.length).toBeGreaterThan(1)
})

test('hooks of an application around the platform are called', async () => {
  await using app = await testApp({ modules: [answers] })
  const around = new H3({ onResponse: (response) => void response.headers.set('x-around', '1') })
  around.mount('/', app.platform.app)
  const { headers } = await ask(await listen(toNodeHandler({ app: around })), 'GET', '/text')
  expect(headers['x-around']).toBe('1')
})

const ID = { 'x-request-id': 'one' }

/** Those that Node adds, and those that a server may leave to its connection. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

const ownHeaders = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_NODE.has(name)))

function headersOf({ headers }: Response) {
  const cookies = headers.getSetCookie()
  return ownHeaders({ ...Object.fromEntries(headers), ...(cookies.length > 0 && { 'set-cookie': cookies }) })
}

async function listen(handler: ReturnType<typeof toNodeHandler>): Promise<number> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

async function ask(port: number, method: string, path: string) {
  const asked = request({ port, host: '127.0.0.1', method, path, headers: ID, agent: false }).end()
  const [answer] = await once(asked, 'response')
  const bytes = Buffer.concat((await answer.toArray()) as Buffer[])
  return {
    status: answer.statusCode as number,
    headers: answer.headers as IncomingHttpHeaders,
    bytes,
    body: new TextDecoder().decode(bytes),
  }
}
