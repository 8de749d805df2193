import { once } from 'node:events'
import { Agent, get, type RequestListener } from 'node:http'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { listen } from '@plinth/host'

/** A server, and a promise that a request has come. */
async function open(listener: RequestListener) {
  const server = await listen({ port: 0, hostname: '127.0.0.1' })
  const asked = new Promise<void>((resolve) => {
    server.answer((request, response) => {
      resolve()
      listener(request, response)
    })
  })
  return { server, asked }
}

test('until it is ready it says so, and that it is alive', async () => {
  const server = await listen({ port: 0, hostname: '127.0.0.1' })
  expect(server.origin).toMatch(/^http:\/\/localhost:\d+$/)
  const early = await fetch(`${server.origin}/api/auth/profile`)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await early.json()).toEqual({ error: 'The host is starting' })
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(503)
  expect(await (await fetch(`${server.origin}/healthz`)).json()).toEqual({ status: 'ok' })
  server.answer((_request, response) => response.end('ready'))
  expect(await (await fetch(server.origin)).text()).toBe('ready')
  await server.drain({ cutsIdle: true })
})

test('a port in use is an error that names it', async () => {
  const server = await listen({ port: 0, hostname: '127.0.0.1' })
  const port = Number(new URL(server.origin).port)
  await expect(listen({ port, hostname: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  await server.drain({ cutsIdle: true })
})

test('a request in progress is answered, idle connections do not hold the server', async () => {
  const { server, asked } = await open((_request, response) => void setTimeout(() => response.end('done'), 100))
  const answer = fetch(server.origin)
  await asked
  const started = performance.now()
  await server.drain({ cutsIdle: true })
  expect(performance.now() - started).toBeLessThan(5000)
  expect(await (await answer).text()).toBe('done')
  await expect(fetch(server.origin)).rejects.toThrow()
})

test('whoever keeps a connection is told to leave it, and loses no request', async () => {
  const { server } = await open((_request, response) => response.end('done'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<string | undefined>((resolve, reject) =>
      get(server.origin, { agent }, (answer) =>
        answer.resume().once('end', () => resolve(answer.headers.connection)),
      ).once('error', reject),
    )
  expect(await ask()).toBe('keep-alive')
  const drained = server.drain({ graceMs: 200 })
  // On the connection of before, on a new one within the time of grace, and then on none.
  expect([await ask(), await ask()]).toEqual(['close', 'close'])
  await drained
  await expect(ask()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  agent.destroy()
})

test('who has connected while the process was busy is answered, even if it stops next', async () => {
  const { server } = await open((_request, response) => response.end('done'))
  const signal = new Int32Array(new SharedArrayBuffer(4))
  const client = new Worker(CLIENT, { eval: true, workerData: { signal, origin: server.origin } })
  await once(client, 'online')
  const answered = once(client, 'message')
  // The client connects meanwhile, which this process finds out after the end of the time of grace.
  const graceMs = 200
  setTimeout(() => {
    Atomics.store(signal, 0, 1)
    Atomics.notify(signal, 0)
    Atomics.wait(signal, 0, 1, 300)
  }, graceMs)
  const drained = server.drain({ graceMs })
  expect(await answered).toEqual(['done'])
  await drained
})

/** Asks from a thread of its own when it is told to. */
const CLIENT = `
const { parentPort, workerData: { signal, origin } } = require('node:worker_threads')
const { get } = require('node:http')
Atomics.wait(signal, 0, 0)
get(origin, { agent: false }, (answer) => {
  let text = ''
  answer.setEncoding('utf8').on('data', (chunk) => (text += chunk)).on('end', () => parentPort.postMessage(text))
}).on('error', ({ code }) => parentPort.postMessage(code))
`

test('a connection without a request outlives those of proxies, and holds a server that ends for five seconds', async () => {
  const { server } = await open((_request, response) => response.end('done'))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const announced = await new Promise((resolve, reject) =>
    get(server.origin, { agent }, (answer) =>
      answer.resume().once('end', () => resolve(answer.headers['keep-alive'])),
    ).once('error', reject),
  )
  expect(announced).toBe('timeout=75')
  const began = performance.now()
  await server.drain()
  expect(performance.now() - began).toBeGreaterThan(4_500)
  expect(performance.now() - began).toBeLessThan(7_500)
  agent.destroy()
})

test('a stream that answers what was posted ends with its work', async () => {
  const { server, asked } = await open((_request, response) => {
    response.write('data: 1\n\n')
    setTimeout(() => response.end('data: 2\n\n'), 200)
  })
  const stream = fetch(server.origin, { method: 'POST', headers: { accept: 'application/json, text/event-stream' } })
  await asked
  await Promise.all([
    server.drain({ cutsIdle: true }),
    stream.then(async (answer) => expect(await answer.text()).toBe('data: 1\n\ndata: 2\n\n')),
  ])
})

test('event streams, which never end, end with the server', async () => {
  const { server } = await open((_request, response) => void response.write('data: 1\n\n'))
  const stream = await fetch(server.origin, { headers: { accept: 'text/event-stream' } })
  const started = performance.now()
  await server.drain({ cutsIdle: true })
  expect(performance.now() - started).toBeLessThan(5000)
  await expect(stream.text()).rejects.toThrow()
})

test('a request that never ends is cut', async () => {
  const { server, asked } = await open(() => undefined)
  const cut = new Promise((resolve) => get(server.origin).on('error', resolve))
  await asked
  await server.drain({ limitMs: 50 })
  expect(await cut).toBeInstanceOf(Error)
})
