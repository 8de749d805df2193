import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createOutgoing } from '@plinth/core/http'
import { expect, test } from 'vitest'

const outgoing = createOutgoing()

/** A server that counts its connections. */
async function startServer(respond: (response: ServerResponse) => unknown) {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => respond(response))
  })
  const counted = { connections: 0 }
  server.on('connection', () => counted.connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const destination = { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), isLocal: true }
  return Object.assign(counted, {
    send: (more: object = {}) =>
      outgoing.send(destination, { method: 'POST', headers: {}, body: 'a', maxAnswer: 1_000, ...more }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

test('connections are used again, and let no answer fail the process that is cut, too large or given up', async () => {
  let answer = 'short'
  await using server = await startServer((response) => response.end(answer))
  for (let count = 0; count < 10; count++) expect((await server.send()).body.toString()).toBe('short')
  // An answer can be complete a moment before its connection is free.
  expect(server.connections).toBeLessThanOrEqual(2)
  answer = 'x'.repeat(2_000)
  for (let count = 0; count < 20; count++) {
    expect((await server.send({ cutsAnswer: true })).body).toHaveLength(1_000)
    await expect(server.send()).rejects.toThrow('The answer is too large')
  }
})

test('of an answer that breaks off or does not end in time, its status and beginning are enough where that is asked', async () => {
  await using broken = await startServer((response) => {
    response.writeHead(201, { 'content-length': '100' }).write('the beginning')
    setTimeout(() => response.socket?.destroy(), 50)
  })
  await using stalled = await startServer((response) => response.writeHead(201).write('the beginning'))
  for (const server of [broken, stalled]) {
    const { status, body } = await server.send({ cutsAnswer: true, timeout: 500 })
    expect([status, body.toString()]).toEqual([201, 'the beginning'])
    await expect(server.send({ timeout: 500 })).rejects.toThrow()
  }
})

test('a request is given up before and during its answer', async () => {
  await using silent = await startServer(() => {})
  await using stalled = await startServer((response) => response.write('the beginning'))
  for (const server of [silent, stalled]) {
    const reason = new Error('enough')
    const abort = new AbortController()
    const sent = server.send({ signal: abort.signal })
    setTimeout(() => abort.abort(reason), 100)
    await expect(sent).rejects.toBe(reason)
    await expect(server.send({ signal: abort.signal })).rejects.toBe(reason)
    expect(server.connections).toBe(1)
    const cut = server.send({ signal: AbortSignal.timeout(100), cutsAnswer: true })
    await expect(cut).rejects.toHaveProperty('name', 'TimeoutError')
  }
})
