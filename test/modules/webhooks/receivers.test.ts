import { randomBytes } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createProduct, OWNER, subscribe, webhookApp } from './_app.ts'
import { startReceiver, status } from './_receiver.ts'

/** A receiver that answers each request with these bytes, then closes the connection if that is asked. */
async function startRaw(answer: () => string | Buffer, { closes = false, host = '127.0.0.1' } = {}) {
  let count = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    let text = ''
    socket.on('data', (part) => {
      text += part.toString('latin1')
      const [head, body] = text.split('\r\n\r\n')
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head!)?.[1])) return
      text = ''
      count++
      if (closes) socket.end(answer())
      else socket.write(answer())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  return {
    host: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
    count: () => count,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}

const ok = (headers: string, body: string | Buffer = '') =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ])

test('odd answers that receivers give are understood, and none holds up what comes next', async () => {
  let answer: string | Buffer = ''
  await using receiver = await startRaw(() => answer, { closes: true })
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: `http://${receiver.host}/hook?a=b%20c#part`, events: ['catalog.product.created'] })
  const send = async (bytes: string | Buffer) => {
    answer = bytes
    app.clock.advance(1_000)
    const recordId = await createProduct(client)
    await app.jobs()
    const [row] = await app.sql<Record<string, unknown>>(
      `select status, answer_status as code, answer, error, next_attempt_at as next from webhook_deliveries where record_id = '${recordId}'`,
    )
    const next = row!['next'] as Date | null
    return { ...row, wait: next && Math.round((next.getTime() - app.clock.now.getTime()) / 1_000) }
  }
  const at = (seconds: number) => new Date(app.clock.now.getTime() + 1_000 + seconds * 1_000)
  const busy = (header: string) => `HTTP/1.1 503 Busy\r\nretry-after: ${header}\r\ncontent-length: 0\r\n\r\n`
  const delivered = { status: 'delivered', code: 200 }
  expect(await send(ok('content-type: text/plain; charset=utf-8\r\n', 'Grüße'))).toMatchObject({
    ...delivered,
    answer: 'Grüße',
  })
  expect(await send(ok('content-encoding: gzip\r\n', gzipSync('{"received":true}')))).toMatchObject({
    ...delivered,
    answer: '{"received":true}',
  })
  expect(await send(ok('content-encoding: gzip\r\n', gzipSync('x'.repeat(900_000))))).toMatchObject({
    ...delivered,
    answer: '',
  })
  const long = randomBytes(4_000).toString('hex')
  expect(await send(ok('content-encoding: gzip\r\n', gzipSync(long)))).toMatchObject({
    ...delivered,
    answer: long.slice(0, 1_000),
  })
  expect(await send(ok('content-encoding: br\r\n', Buffer.from([0x0b, 0x02, 0x80])))).toMatchObject({
    ...delivered,
    answer: '',
  })
  expect(await send(ok('content-encoding: gzip\r\n', 'no gzip'))).toMatchObject(delivered)
  expect(await send(ok('', Buffer.from([0x61, 0, 0xff, 0x62])))).toMatchObject({ ...delivered, answer: 'a\uFFFDb' })
  expect(await send(`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${ok('', 'late')}`)).toMatchObject({
    ...delivered,
    answer: 'late',
  })
  expect(await send('HTTP/1.1 204 No Content\r\n\r\n')).toMatchObject({ status: 'delivered', code: 204 })
  expect(await send('HTTP/1.1 304 Not Modified\r\n\r\n')).toMatchObject({ status: 'pending', code: 304 })
  expect(await send('HTTP/1.0 200 OK\r\n\r\nold')).toMatchObject({ ...delivered, answer: 'old' })
  expect(await send('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello')).toMatchObject(delivered)
  expect(await send('SSH-2.0-OpenSSH_9.9\r\n')).toMatchObject({ status: 'pending', code: null })
  expect(await send('')).toMatchObject({ status: 'pending', code: null })
  // Retry-After as a date, in the past, twice, or as no such thing.
  const hour = await send(busy(at(3_600).toUTCString()))
  expect(hour.wait).toBeGreaterThanOrEqual(3_598)
  expect(hour.wait).toBeLessThanOrEqual(3_601)
  for (const header of [at(-3_600).toUTCString(), '-5', 'soon', '7200\r\nretry-after: 7200', '']) {
    const found = await send(busy(header))
    expect(found).toMatchObject({ status: 'pending', code: 503 })
    expect(found.wait).toBeGreaterThanOrEqual(59)
    expect(found.wait).toBeLessThanOrEqual(7_200)
  }
  expect((await send(busy('7200'))).wait).toBe(7_200)
})

test('a receiver that closes each connection without a word gets every event at the first attempt', async () => {
  await using receiver = await startRaw(() => ok(''), { closes: true })
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  await subscribe(client, { url: `http://${receiver.host}/`, events: ['catalog.product.created'] })
  for (let made = 0; made < 40; made++) await createProduct(client)
  await app.jobs()
  expect(
    await app.sql('select status, attempts, error, count(*)::int from webhook_deliveries group by 1, 2, 3'),
  ).toEqual([{ status: 'delivered', attempts: 1, error: null, count: 40 }])
})

test('an operator can allow an address of IPv6, in any spelling of its text', async () => {
  await using receiver = await startRaw(() => ok(''), { host: '::1' })
  await using app = await webhookApp([receiver.host])
  const { client } = app.person(OWNER)
  const port = receiver.host.slice('[::1]:'.length)
  for (const host of ['[::1]', '[0:0:0:0:0:0:0:1]', '[::0001]']) {
    const { id } = await subscribe(client, { url: `http://${host}:${port}/`, events: ['catalog.product.created'] })
    await client.post(`/webhooks/endpoints/${id}/test`)
  }
  await app.jobs()
  expect(receiver.count()).toBe(3)
  for (const host of [
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[fd00::1]',
    '[fe80::1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ]) {
    const { status: code } = await client.post('/webhooks/endpoints', { url: `https://${host}/`, events: ['*'] })
    expect([host, code]).toEqual([host, 400])
  }
})

test('what is sent again goes where the endpoint is now, with its new secret and the same id', async () => {
  await using former = await startReceiver(status(500))
  await using current = await startReceiver()
  await using app = await webhookApp([former.host, current.host])
  const { client } = app.person(OWNER)
  const { id } = await subscribe(client, { url: former.url, events: ['catalog.product.created'] })
  await createProduct(client)
  await app.jobs()
  const { items } = (await client.get(`/webhooks/deliveries?endpointId=${id}`)).body
  const changed = await client.put('/webhooks/endpoints', { id, url: current.url })
  expect(changed.status, changed.text).toBe(200)
  expect((await client.post(`/webhooks/endpoints/${id}/secret`, { hours: 1 })).status).toBe(200)
  const again = await client.post(`/webhooks/deliveries/${items[0].id}/resend`)
  expect(again.status, again.text).toBe(202)
  await app.jobs()
  expect([former.received.length, current.received.length]).toEqual([1, 1])
  const [before, after] = [former.received[0]!.headers, current.received[0]!.headers]
  expect(after['webhook-id']).toBe(before['webhook-id'])
  expect(after['webhook-signature']).not.toBe(before['webhook-signature'])
})
