import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { drainServer, onShutdown } from '../../examples/host/shutdown.ts'

const log = { info() {}, error() {} }

test('drains, then stops each thing in order, then ends with 0', async () => {
  const order: string[] = []
  const exit = vi.fn<(code: number) => void>()
  const note = (name: string) => async () => {
    await sleep(5)
    order.push(name)
  }
  const steps = ['jobs', 'pool', 'database'].map((name) => ({ name, stop: note(name) }))
  const shutdown = onShutdown({ drain: note('requests'), steps, log, exit })
  expect(shutdown.begun).toBe(false)
  process.emit('SIGTERM', 'SIGTERM')
  // What npm passes on a moment later is the same Ctrl-C.
  process.emit('SIGINT', 'SIGINT')
  expect(shutdown.begun).toBe(true)
  await shutdown.begin('again')
  expect(order).toEqual(['requests', 'jobs', 'pool', 'database'])
  expect(exit.mock.calls).toEqual([[0]])
  shutdown.dispose()
})

test('a step that fails or hangs does not keep the next from stopping', async () => {
  const order: string[] = []
  const errors: object[] = []
  const exit = vi.fn<(code: number) => void>()
  const shutdown = onShutdown({
    drain: () => new Promise(() => undefined),
    steps: [
      { name: 'broken', stop: () => Promise.reject(new Error('broken')) },
      { name: 'last', stop: () => order.push('last') },
    ],
    limitMs: 20,
    log: { info() {}, error: (facts) => errors.push(facts) },
    exit,
  })
  await shutdown.begin('test')
  expect(order).toEqual(['last'])
  expect(errors).toMatchObject([{ step: 'requests' }, { step: 'broken' }])
  expect(exit.mock.calls).toEqual([[1]])
  shutdown.dispose()
})

test('a second signal ends at once', async () => {
  const exit = vi.fn<(code: number) => void>()
  const shutdown = onShutdown({ drain: () => sleep(700), steps: [], log, exit })
  process.emit('SIGINT', 'SIGINT')
  await sleep(550)
  process.emit('SIGINT', 'SIGINT')
  expect(exit.mock.calls).toEqual([[130]])
  await shutdown.begin('test')
  shutdown.dispose()
})

test('a request in progress is answered, idle connections do not hold the server', async () => {
  const server = createServer((_request, response) => {
    setTimeout(() => response.end('done'), 100)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await sleep(30)
  const started = performance.now()
  await drainServer(server)
  expect(performance.now() - started).toBeLessThan(1000)
  expect(await (await answer).text()).toBe('done')
})

test('a request that never ends is cut', async () => {
  const server = createServer(() => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const cut = new Promise((resolve) => get({ port, host: '127.0.0.1' }).on('error', resolve))
  await sleep(30)
  await drainServer(server, 50)
  expect(await cut).toBeInstanceOf(Error)
})
