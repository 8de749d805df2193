import { get, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { listen } from '../../examples/host/listen.ts'

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
  await server.drain()
})

test('a port in use is an error that names it', async () => {
  const server = await listen({ port: 0, hostname: '127.0.0.1' })
  const port = Number(new URL(server.origin).port)
  await expect(listen({ port, hostname: '127.0.0.1' })).rejects.toMatchObject({ code: 'EADDRINUSE', port })
  await server.drain()
})

test('a request in progress is answered, idle connections do not hold the server', async () => {
  const { server, asked } = await open((_request, response) => void setTimeout(() => response.end('done'), 100))
  const answer = fetch(server.origin)
  await asked
  const started = performance.now()
  await server.drain()
  expect(performance.now() - started).toBeLessThan(5000)
  expect(await (await answer).text()).toBe('done')
  await expect(fetch(server.origin)).rejects.toThrow()
})

test('event streams, which never end, end with the server', async () => {
  const { server } = await open((_request, response) => void response.write('data: 1\n\n'))
  const stream = await fetch(server.origin, { headers: { accept: 'text/event-stream' } })
  const started = performance.now()
  await server.drain()
  expect(performance.now() - started).toBeLessThan(5000)
  await expect(stream.text()).rejects.toThrow()
})

test('a request that never ends is cut', async () => {
  const { server, asked } = await open(() => undefined)
  const cut = new Promise((resolve) => get(server.origin).on('error', resolve))
  await asked
  await server.drain(50)
  expect(await cut).toBeInstanceOf(Error)
})
