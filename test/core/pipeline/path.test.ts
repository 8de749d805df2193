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
const MOST = 23

/**
 * The files of the core of which each request called a function. Functions without a name do not count: the test
 * runner adds one for each name that a file exports.
 */
async function filesPassed(send: () => Promise<unknown>): Promise<readonly string[]> {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    for (let sent = 0; sent < REQUESTS; sent++) await send()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const passed = result.filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) >= REQUESTS),
    )
    return passed.flatMap(({ url }) => placeOf(url) ?? []).toSorted()
  } finally {
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
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
  'a warm POST /auth/roles passes the files that docs/architecture.md draws, and few',
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
    const passed = await filesPassed(send)
    expect(passed.join('\n')).toBe(filesDrawn().join('\n'))
    expect(passed.length).toBeLessThanOrEqual(MOST)
    server.close()
  },
)
