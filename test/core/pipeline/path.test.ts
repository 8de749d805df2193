import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toNodeHandler } from '@plinth/core'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../../modules/auth/_accounts.ts'

/** Requests that are counted together: what timers do beside them is called less often. */
const REQUESTS = 12
/** Looks every 50 ms, whatever is asked for. */
const TIMER = 'cache/lookout.ts'
/** Files of the core that one write may pass. It only gets smaller. */
const MOST = 18

/** What is done once for a request. Functions that wait are counted when they go on, too, so none of those is here. */
const ONCE = [
  'pipeline/caller.ts assertOwnOrigin',
  'pipeline/caller.ts identify',
  'acl/grants.ts assertAccess',
  'pipeline/input.ts parseRequest',
  'pipeline/input.ts parseInput',
  'pipeline/execute.ts runNoted',
  'pipeline/commit.ts filedUnder',
  'pipeline/commit.ts writeEntry',
  'pipeline/effects.ts settle',
  'pipeline/answer.ts success',
  'pipeline/answer.ts finish',
]

/**
 * How often functions of the core were called, by file and name, of those that each request called. Functions without a
 * name do not count: the test runner adds one for each name that a file exports.
 */
async function callsOf(send: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const caller = new Session()
  caller.connect()
  try {
    await caller.post('Profiler.enable')
    await caller.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    for (let sent = 0; sent < REQUESTS; sent++) await send()
    const { result } = await caller.post('Profiler.takePreciseCoverage')
    const calls = result.flatMap(({ url, functions }) => {
      const place = placeOf(url)
      const named = place === undefined ? [] : functions.filter(({ functionName }) => functionName !== '')
      return named.map(({ functionName, ranges }) => [`${place} ${functionName}`, ranges[0]?.count ?? 0] as const)
    })
    return new Map(calls.filter(([, count]) => count >= REQUESTS))
  } finally {
    await caller.post('Profiler.stopPreciseCoverage')
    caller.disconnect()
  }
}

/** Below `packages/core/src`; undefined for what is not there, is for tests, or runs beside requests. */
function placeOf(url: string): string | undefined {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const place = path.split(sep).join('/').split('?')[0]!.split('/packages/core/src/')[1]
  return place === TIMER || place?.startsWith('testing/') ? undefined : place
}

/** The files that the drawing in docs/architecture.md names. */
function filesDrawn(): readonly string[] {
  const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
  const [, drawing = ''] = /```text\nPOST \/auth\/roles\n([\s\S]*?)```/.exec(page) ?? []
  return [...drawing.matchAll(/^[\w ]*? +([\w-]+(?:\/[\w-]+)?\.ts) /gm)].map(([, path]) => path!).toSorted()
}

test(
  'a warm POST /auth/roles passes the files that docs/architecture.md draws, and few, each stage once',
  { timeout: 120_000 },
  async () => {
    await using app = await authApp()
    const { token } = await signIn(app, 'admin@acme.com')
    const server = createServer(toNodeHandler(app.platform)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    let sent = 0
    const send = async () => {
      const { status } = await fetch(`http://127.0.0.1:${port}/auth/roles`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ name: `role ${sent++}` }),
      })
      expect(status).toBe(201)
    }
    for (let warm = 0; warm < 3; warm++) await send()
    const calls = await callsOf(send)
    const passed = [...new Set([...calls.keys()].map((called) => called.split(' ')[0]!))].toSorted()
    expect(passed.join('\n')).toBe(filesDrawn().join('\n'))
    expect(passed.length).toBeLessThanOrEqual(MOST)
    // Who asks, whether they may, what they have sent and what they are answered: decided once each.
    const counted = ONCE.map((stage) => `${stage} ${(calls.get(stage) ?? 0) / REQUESTS}`)
    expect(counted).toEqual(ONCE.map((stage) => `${stage} 1`))
    server.close()
  },
)
