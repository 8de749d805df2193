import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TLSSocket } from 'node:tls'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Client, SITE } from './_client.ts'
import { watchMemory } from './_memory.ts'
import { missingPackages, type Proxy, proxyNames, startProxy } from './_proxies.ts'
import { PASSWORD, Stage } from './_stage.ts'
import { openStream, type Stream } from './_stream.ts'
import { startLoad } from './_load.ts'

// `npm run campaign:proxies`: the configurations of `docs/proxies.md` in front of two hosts.

const MIB = 1024 ** 2
const UPLOAD = Number(process.env['PROXIES_UPLOAD_MB'] ?? 1024) * MIB
/** Longer than the idle timeouts of the configurations, and than the time that Node gives requests by default. */
const SLOW_MS = Number(process.env['PROXIES_SLOW_SECONDS'] ?? 330) * 1000
const CONNECTIONS = Number(process.env['PROXIES_CONNECTIONS'] ?? 2_000)
/** How often both hosts are restarted. */
const RESTARTS = Number(process.env['PROXIES_RESTARTS'] ?? 1)

const missing = missingPackages()
if (missing.length > 0) throw new Error(`Debian: apt install ${missing.join(' ')}`)

let stage: Stage
beforeAll(async () => {
  stage = await Stage.open()
}, 120_000)
afterAll(() => stage?.[Symbol.asyncDispose](), 60_000)

describe.each(proxyNames)('%s', (name) => {
  const number = proxyNames.indexOf(name)
  let proxy: Proxy
  let client: Client
  /** A client with an address of its own, so that it has its own rate limits. */
  const clientAt = (last: number) =>
    new Client(proxy, { pem: stage.certificate.pem, address: `127.0.${10 + number}.${last}` })

  beforeAll(async () => {
    proxy = await startProxy(name, { certificate: stage.certificate, hosts: stage.ports })
    client = clientAt(1)
    await client.untilReady()
    const { status } = await client.logIn('admin@acme.com', PASSWORD)
    expect(status).toBe(200)
  }, 60_000)
  afterAll(() => proxy?.[Symbol.asyncDispose]())

  test('redirects to HTTPS, and speaks HTTP/2', async () => {
    const plain = await client.sendPlain('/backend?x=1')
    expect([plain.status, plain.headers.location]).toEqual([308, `https://${SITE}/backend?x=1`])
    const socket = await client.connect('h2')
    const session = connectHttp2(`https://${SITE}`, { createConnection: () => socket })
    const stream = session.request({ ':path': '/api/auth/profile', authorization: `Bearer ${client.token}` })
    const [headers] = (await once(stream, 'response')) as [Record<string, unknown>]
    stream.resume()
    await once(stream, 'end')
    session.close()
    expect(headers[':status']).toBe(200)
    if (name === 'caddy') expect(String(headers['alt-svc'])).toContain('h3=')
  })

  test('hosts see the address of the client, and nobody can forge one', async () => {
    const forged = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.8', forwarded: 'for=203.0.113.9' }
    const other = clientAt(2)
    await other.logIn('employee@acme.com', PASSWORD, forged)
    const { items } = await other.json<{ items: { ipAddress: string }[] }>('/api/auth/sessions', { headers: forged })
    expect(items[0]!.ipAddress).toBe(`127.0.${10 + number}.2`)
    // With another address each time, a limit per address would never be reached.
    const guesser = clientAt(3)
    const statuses: number[] = []
    for (let guess = 0; guess < 25; guess++) {
      const headers = { 'x-forwarded-for': `203.0.113.${guess}` }
      statuses.push((await guesser.logIn(`nobody${guess}@acme.com`, 'Wrong-Secret-1', headers)).status)
    }
    expect([statuses[0], statuses.at(-1)], String(statuses)).toEqual([401, 429])
    expect((await clientAt(4).logIn('superadmin@acme.com', PASSWORD)).status).toBe(200)
    expect((await client.send('/metrics')).status).toBe(403)
  })

  test('passes headers of responses up to 8 KB on', async () => {
    const token = client.token
    client.token = undefined
    for (const length of [1_500, 1_900, 3_000, 7_000]) {
      const back = `/backend?${'"'.repeat(length / 3)}`
      const path = `/api/auth/session/refresh?redirect=${encodeURIComponent(back)}`
      const { status, headers } = await client.send(path)
      expect([length, status, headers.location]).toEqual([length, 302, expect.stringContaining('/login?redirect=')])
      const page = await client.send(back)
      expect([length, page.status]).toEqual([length, 302])
    }
    client.token = token
    const metadata = `filename ${Buffer.from('a.bin').toString('base64')},entityId ${Buffer.from('shop:order').toString('base64')},recordId MQ==`
    for (const length of [1_000, 5_500]) {
      const note = `,note ${Buffer.from('x'.repeat(length * 0.75 - 100)).toString('base64')}`
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata + note }
      const begun = await client.send('/api/attachments/uploads', { method: 'POST', headers })
      expect([begun.text, begun.status]).toEqual([expect.anything(), 201])
      const head = await client.send(begun.headers.location!, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
      expect([head.status, head.headers['upload-metadata']?.length]).toEqual([200, (metadata + note).length])
    }
  })

  test('passes paths on as they were sent', async () => {
    const path = '/api/auth/reset-x%2Fy%20z%C3%A4;a=b,c:d@e'
    expect((await client.send(path)).status).toBe(404)
    await expect.poll(() => stage.log).toContain(`"path":"${path}"`)
  })

  test('serves the API at another prefix', async () => {
    const profile = await client.send('/shop/api/auth/profile')
    expect(profile.status).toBe(200)
    const begun = await client.send('/shop/api/attachments/uploads', {
      method: 'POST',
      headers: tusHeaders(5, 'prefix'),
    })
    // Some proxies add their origin.
    const path = begun.headers.location!.replace(/^https:\/\/app\.example\.com(:\d+)?/, '')
    expect(path).toMatch(/^\/shop\/api\/attachments\/uploads\/[\w-]+$/)
    const headers = { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': BYTES, 'content-length': '5' }
    expect((await client.send(path, { method: 'PATCH', headers, body: [Buffer.from('12345')] })).status).toBe(204)
    const cookie = await clientAt(5).logIn('admin@acme.com', PASSWORD)
    expect(String(cookie.headers['set-cookie'])).toMatch(/auth_token=.*Path=\/; .*Secure/)
  })

  test('compresses, and files are not sent again', async () => {
    const text = 'a line of a file\n'.repeat(2_000)
    const file = await upload(client, { bytes: [Buffer.from(text)], size: text.length, name: `${name}.txt` })
    const path = `/api/attachments/file/${file}`
    const first = await client.send(path, { headers: { 'accept-encoding': 'gzip' } })
    const { etag, 'content-encoding': encoding } = first.headers
    expect([first.status, encoding, Buffer.byteLength(first.text) < text.length]).toEqual([200, 'gzip', true])
    const again = await client.send(path, { headers: { 'accept-encoding': 'gzip', 'if-none-match': etag! } })
    expect([etag, again.status]).toEqual([etag, 304])
    const document = await client.send('/api/openapi.json', { headers: { 'accept-encoding': 'gzip' } })
    expect([document.status, document.headers['content-encoding']]).toEqual([200, 'gzip'])
  })

  test('an event arrives within a second', async () => {
    await using stream = await openStream(client)
    expect(await delayOf(client, stream)).toBeLessThan(1_000)
  })

  test('a file of 1 GB, as a form', { timeout: 900_000 }, async () => {
    const facts = await measured(proxy, () => upload(client, { bytes: zeros(UPLOAD), size: UPLOAD, name: 'form.bin' }))
    await remove(client, facts.result)
    tell(name, { form: facts })
    expect([facts.proxy, facts.host]).toEqual([lessThan(150), lessThan(300)])
  })

  test('a file of 1 GB, resumable', { timeout: 900_000 }, async () => {
    const facts = await measured(proxy, () => uploadResumably(client, UPLOAD))
    await remove(client, facts.result)
    tell(name, { resumable: facts })
    expect([facts.proxy, facts.host]).toEqual([lessThan(150), lessThan(300)])
  })

  test('a file of 100 MB comes back', { timeout: 120_000 }, async () => {
    const size = Math.min(UPLOAD, 100 * MIB)
    const id = await upload(client, { bytes: zeros(size), size, name: 'back.bin' })
    const answer = await client.open(`/api/attachments/file/${id}?download=1`)
    let received = 0
    for await (const chunk of answer) received += (chunk as Buffer).length
    await remove(client, id)
    expect([answer.statusCode, received]).toEqual([200, size])
  })

  test('many connections at once', { timeout: 120_000 }, async () => {
    const sockets: TLSSocket[] = []
    try {
      while (sockets.length < CONNECTIONS) {
        const batch = await Promise.all(
          Array.from({ length: Math.min(50, CONNECTIONS - sockets.length) }, () => client.connect('http/1.1')),
        )
        sockets.push(...batch)
        // The first request of each; then they are kept without one.
        await Promise.all(
          batch.map((socket) => {
            socket.write(`GET /healthz HTTP/1.1\r\nhost: ${SITE}\r\n\r\n`)
            return once(socket, 'data')
          }),
        )
      }
      const started = performance.now()
      expect((await client.send('/api/auth/profile')).status).toBe(200)
      tell(name, { connections: sockets.length, milliseconds: Math.round(performance.now() - started) })
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  test('a restart of both hosts, one after the other, fails no request', { timeout: RESTARTS * 180_000 }, async () => {
    const load = await startLoad(client, 10)
    await load.reach(300)
    for (const index of Array.from({ length: RESTARTS }, () => [0, 1] as const).flat()) {
      expect((await stage.host(index).end('SIGTERM')).code).toBe(0)
      await stage.start(index)
      await sleep(4_000)
    }
    await load.stop()
    const { counts, failures, withoutRetryAfter } = load
    tell(name, { restarts: counts, failures, withoutRetryAfter, errors: proxy.errors() })
    const unavailable = load.counts['503'] ?? 0
    // nginx does not know that a host is starting: `docs/proxies.md`.
    if (name === 'nginx') expect(load.withoutRetryAfter).toBe(0)
    else expect(unavailable).toBe(0)
    expect(load.failures).toEqual({})
    const { 200: _ok, 201: _created, 503: _unavailable, ...others } = load.counts
    expect(others).toEqual({})
    const lost = await load.lost()
    tell(name, { confirmed: load.confirmed, lost: lost.length })
    expect(lost).toEqual([])
  })
})

test('a slow upload and a silent event stream last for minutes', { timeout: SLOW_MS + 120_000 }, async () => {
  await Promise.all(
    proxyNames.map(async (name, number) => {
      await using proxy = await startProxy(name, { certificate: stage.certificate, hosts: stage.ports })
      const client = new Client(proxy, { pem: stage.certificate.pem, address: `127.0.${10 + number}.9` })
      await client.untilReady()
      await client.logIn('admin@acme.com', PASSWORD)
      await using stream = await openStream(client)
      const pieces = Math.round(SLOW_MS / 1000)
      const id = await upload(client, { bytes: slowly(pieces), size: pieces * 1000, name: 'slow.bin' })
      await remove(client, id)
      expect(stream.heartbeats).toBeGreaterThan(SLOW_MS / 30_000 - 2)
      const delay = await delayOf(client, stream)
      tell(name, { pieces, heartbeats: stream.heartbeats, delay })
      expect(delay).toBeLessThan(1_000)
    }),
  )
})

const tell = (name: string, facts: object) => process.stdout.write(`${name} ${JSON.stringify(facts)}\n`)

/** How long after a change its event arrives, in milliseconds. */
async function delayOf(client: Client, stream: Stream): Promise<number> {
  const started = performance.now()
  await client.json('/api/progress/jobs', { method: 'POST', json: { jobType: 'x', name: 'X' } })
  await stream.next('progress.job.created')
  return Math.round(performance.now() - started)
}

const BYTES = 'application/offset+octet-stream'
const lessThan = (most: number) => expect.toSatisfy((value: number) => value < most, `less than ${most}`)

/** Bytes that do not compress, and that cost no time. */
function* zeros(size: number): Generator<Buffer> {
  const block = randomBytes(MIB)
  for (let sent = 0; sent < size; sent += MIB) yield block.subarray(0, Math.min(MIB, size - sent))
}

async function* slowly(pieces: number): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < pieces; piece++) {
    yield Buffer.alloc(1_000, 'x')
    await sleep(1_000)
  }
}

interface FileToSend {
  readonly bytes: Iterable<Buffer> | AsyncIterable<Buffer>
  readonly size: number
  readonly name: string
}

/** Uploads a file as a form does; returns its id. */
async function upload(client: Client, { bytes, size, name }: FileToSend): Promise<string> {
  const boundary = 'a-boundary-of-the-test'
  const field = (key: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const head = Buffer.from(
    `${field('entityId', 'shop:order')}${field('recordId', '1')}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* body() {
    yield head
    yield* bytes
    yield tail
  }
  const { item } = await client.json<{ item: { id: string } }>('/api/attachments', {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(head.length + size + tail.length),
    },
    body: body(),
  })
  return item.id
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

const tusHeaders = (size: number, name: string) => ({
  'tus-resumable': '1.0.0',
  'upload-length': String(size),
  'upload-metadata': `filename ${base64(`${name}.bin`)},entityId ${base64('shop:order')},recordId ${base64('1')}`,
})

async function uploadResumably(client: Client, size: number): Promise<string> {
  const begun = await client.send('/api/attachments/uploads', {
    method: 'POST',
    headers: tusHeaders(size, 'resumable'),
  })
  expect(begun.status).toBe(201)
  const path = begun.headers.location!
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': BYTES,
    'content-length': String(size),
  }
  const sent = await client.send(path, { method: 'PATCH', headers, body: zeros(size) })
  expect([sent.text, sent.status]).toEqual(['', 204])
  return path.split('/').at(-1)!
}

async function remove(client: Client, id: string): Promise<void> {
  expect((await client.send(`/api/attachments?id=${id}`, { method: 'DELETE' })).status).toBe(200)
}

/** What the work took, and how much memory grew meanwhile, in MiB. */
async function measured<T>(proxy: Proxy, work: () => Promise<T>) {
  const watches = [watchMemory(proxy.pid), watchMemory(stage.host(0).pid), watchMemory(stage.host(1).pid)]
  const started = performance.now()
  const result = await work()
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const grown = watches.map((watch) => watch.stop() - watch.start)
  return { result, seconds, proxy: grown[0]!, host: Math.max(grown[1]!, grown[2]!) }
}
