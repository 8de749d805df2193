import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ApiAnswer, ApiRequest, SandboxResult, SandboxRun } from '@plinth/ai-assistant'
import { expect } from 'vitest'
import type { Attack } from './_attacks/escapes.ts'
import { buildSandbox } from './_built-sandbox.ts'

const SECRET = 'sandbox-secret-4711'

/**
 * A sandbox in a place where every effect shows: a server that no code may reach, a file that none may write, a secret
 * that none may tell, and a neighbour whose code goes on all the time, with a pause of so many milliseconds.
 */
export async function watchedSandbox({ pause }: { readonly pause: number }) {
  const built = await buildSandbox()
  const sandbox = built.createSandbox({ processes: 4, waitingSeconds: 60 })
  let connections = 0
  const server = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const mark = join(import.meta.dirname, 'escaped.txt')
  process.env['SANDBOX_SECRET'] = SECRET
  const neighbour = keepRunning(() => sandbox.run('async () => 6 * 7', { owner: 'neighbour' }), pause)

  const assertUnharmed = () => {
    expect({}).not.toHaveProperty('polluted')
    expect([]).not.toHaveProperty('polluted')
    expect(Object.getPrototypeOf(Object.prototype)).toBeNull()
    expect([connections, existsSync(mark)]).toEqual([0, false])
  }

  return {
    /** Runs an attack, and looks that it had no effect and kept to the limits. */
    async attack([, code]: Attack, limits: SandboxRun['limits'] = {}) {
      const seen: ApiRequest[] = []
      const request = (asked: ApiRequest, signal: AbortSignal) => {
        seen.push(asked)
        return answer(asked, signal)
      }
      const globals = { context: { userId: 'u', roles: ['r'] } }
      const text = code.replaceAll('$URL', url).replaceAll('$MARK', mark)
      const result = await sandbox.run(text, { owner: 'attacker', globals, request, limits })
      const calls = seen.length
      assertUnharmed()
      assertWithin(result, seen)
      // What was asked for came before the answer.
      await wait(10)
      expect(seen.length).toBe(calls)
      return { result, seen }
    },
    async [Symbol.asyncDispose]() {
      const runs = await neighbour.stop()
      await sandbox[Symbol.asyncDispose]()
      await built[Symbol.asyncDispose]()
      server.close()
      delete process.env['SANDBOX_SECRET']
      expect(runs.length).toBeGreaterThan(10)
      expect(new Set(runs)).toEqual(new Set(['42']))
    },
  }
}

function assertWithin(result: SandboxResult, seen: readonly ApiRequest[]): void {
  const { result: text, error = '', logs, durationMs, apiCallCount } = result
  expect(text.length).toBeLessThanOrEqual(40_000)
  expect(error.length).toBeLessThanOrEqual(40_000)
  expect(logs.length).toBeLessThanOrEqual(100)
  for (const line of logs) expect(line.length).toBeLessThanOrEqual(1_000)
  expect(seen.length).toBeLessThanOrEqual(50)
  expect(seen.length).toBeLessThanOrEqual(apiCallCount)
  expect(apiCallCount).toBeLessThanOrEqual(50)
  expect(seen.filter(({ method }) => method !== 'GET' && method !== 'HEAD').length).toBeLessThanOrEqual(20)
  expect(durationMs).toBeGreaterThanOrEqual(0)
  const resultText = JSON.stringify(result)
  expect(resultText).not.toContain('ESCAPED')
  expect(resultText).not.toContain(SECRET)
  expect(resultText).not.toContain('root:x')
}

function answer({ path }: ApiRequest, signal: AbortSignal): Promise<ApiAnswer> {
  const data = {
    '/api/echo': { seen: true },
    '/api/huge': 'x'.repeat(5_000_000),
    '/api/large': Array.from({ length: 50_000 }, (_, id) => ({ id })),
    '/api/polluting': JSON.parse(
      '{"__proto__":{"polluted":"ESCAPED"},"constructor":{"prototype":{"polluted":"ESCAPED"}}}',
    ),
  }[path] as unknown
  if (path === '/api/never') return new Promise((_, reject) => signal.addEventListener('abort', reject))
  return Promise.resolve(
    data === undefined
      ? { success: false, statusCode: 404, error: 'Not Found' }
      : { success: true, statusCode: 200, data },
  )
}

/** Runs code again and again until it is told to stop; answers what it answered. */
function keepRunning(run: () => Promise<SandboxResult>, pause: number) {
  const results: string[] = []
  const stop = new AbortController()
  const going = (async () => {
    while (!stop.signal.aborted) {
      const { success, result, error } = await run()
      results.push(success ? result : `failed: ${error}`)
      // Often enough to meet every kind of attack, and no more: each run costs as much as most attacks do.
      await wait(pause)
    }
  })()
  return {
    async stop() {
      stop.abort()
      await going
      return results
    },
  }
}
