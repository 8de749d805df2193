import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { onShutdown } from '@plinth/host'

const log = { info() {}, error() {} }

test('closes what was opened, the last first, then ends with 0', async () => {
  const order: string[] = []
  const exit = vi.fn<(code: number) => void>()
  const shutdown = onShutdown({ log, exit })
  for (const name of ['database', 'pool', 'requests']) {
    const opened = await shutdown.open(name, sleep(1, name), async (value) => {
      await sleep(5)
      order.push(value)
    })
    expect(opened).toBe(name)
  }
  expect(shutdown.reason).toBeUndefined()
  process.emit('SIGTERM', 'SIGTERM')
  // What npm passes on a moment later is the same Ctrl-C.
  process.emit('SIGINT', 'SIGINT')
  expect(shutdown.reason).toBe('SIGTERM')
  await shutdown.begin('again')
  expect(order).toEqual(['requests', 'pool', 'database'])
  expect(exit.mock.calls).toEqual([[0]])
  shutdown.dispose()
})

test('an end during the start waits for what is being opened, and the start does not go on', async () => {
  const exit = vi.fn<(code: number) => void>()
  const close = vi.fn<(opened: string) => void>()
  const goOn = vi.fn<() => void>()
  const shutdown = onShutdown({ log, exit })
  void shutdown.open('database', sleep(50, 'database'), close).then(goOn)
  await shutdown.begin('test')
  expect(close.mock.calls).toEqual([['database']])
  expect(exit.mock.calls).toEqual([[0]])
  expect(goOn).not.toHaveBeenCalled()
  shutdown.dispose()
})

test('what cannot be opened is the error of the caller', async () => {
  const shutdown = onShutdown({ log, exit: () => {} })
  await expect(shutdown.open('database', Promise.reject(new Error('no database')))).rejects.toThrow('no database')
  shutdown.dispose()
})

test('a step that fails or hangs does not keep the next from stopping', async () => {
  const order: string[] = []
  const errors: object[] = []
  const exit = vi.fn<(code: number) => void>()
  const shutdown = onShutdown({ limitMs: 20, log: { info() {}, error: (facts) => errors.push(facts) }, exit })
  await shutdown.open('last', 'last', (name) => order.push(name))
  await shutdown.open('broken', undefined, () => Promise.reject(new Error('broken')))
  await shutdown.open('requests', undefined, () => new Promise(() => undefined))
  await shutdown.begin('test')
  expect(order).toEqual(['last'])
  expect(errors).toMatchObject([{ step: 'requests' }, { step: 'broken' }])
  expect(exit.mock.calls).toEqual([[1]])
  shutdown.dispose()
})

test('a platform that lets jobs end for all of their ten seconds ends well', async () => {
  vi.useFakeTimers()
  try {
    const exit = vi.fn<(code: number) => void>()
    const shutdown = onShutdown({ log, exit })
    void shutdown.open('platform', undefined, () => sleepFaked(10_500))
    void shutdown.begin('test')
    await vi.advanceTimersByTimeAsync(10_600)
    expect(exit.mock.calls).toEqual([[0]])
    shutdown.dispose()
  } finally {
    vi.useRealTimers()
  }
})

/** By the timers that a test may move. */
const sleepFaked = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

test('a second signal ends at once', async () => {
  const exit = vi.fn<(code: number) => void>()
  const shutdown = onShutdown({ log, exit })
  await shutdown.open('slow', undefined, () => sleep(700))
  process.emit('SIGINT', 'SIGINT')
  await sleep(550)
  process.emit('SIGINT', 'SIGINT')
  expect(exit.mock.calls).toEqual([[130]])
  await shutdown.begin('test')
  shutdown.dispose()
})
