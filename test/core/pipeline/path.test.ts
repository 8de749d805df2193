import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toNodeHandler } from '@plinth/core'
import { type RuleRunner, ruleRunner } from '@plinth/core/rules'
import { expect, test } from 'vitest'
import { authApp, signIn } from '../../modules/auth/_accounts.ts'

/** Requests that are counted together: what timers do beside them is called less often. */
const REQUESTS = 12
/** Looks every 50 ms, whatever is asked for. */
const TIMER = 'cache/poller.ts'
/** Files of the core that one write may pass. It only gets smaller. */
const MOST = 18

/** What is done for a request: once each, in this order, by the stages that the drawing names. */
const STAGES: Readonly<Record<string, readonly string[]>> = {
  request: ['pipeline/request-info.ts toRequestId', 'pipeline/serve.ts serveRoute'],
  caller: ['pipeline/caller.ts assertOwnOrigin', 'pipeline/caller.ts identify'],
  // A body may name the tenant in which somebody asks to be let in.
  access: ['pipeline/input.ts readBody', 'pipeline/caller.ts enterScope', 'acl/grants.ts assertAccess'],
  input: ['pipeline/input.ts parseRequest', 'pipeline/input.ts parseInput'],
  command: [
    'pipeline/execute.ts runOnce',
    'rules before',
    'pipeline/execute.ts runCode',
    'rules after',
    'pipeline/commit.ts filedUnder',
    'pipeline/commit.ts commitCommand',
    'pipeline/commit.ts writeEntry',
  ],
  effects: ['pipeline/outbox.ts settle'],
  answer: ['pipeline/answer.ts success', 'pipeline/answer.ts finish'],
}

/** What requests have passed, in order. The debugger writes it down, and the rules that stand in for a customer's. */
const passed: string[] = []
Object.assign(globalThis, { passed })

const rules: RuleRunner = {
  applies: async () => true,
  prepare: async () => {},
  before: async () => void passed.push('rules before'),
  after: async () => void passed.push('rules after'),
}

/** A function of the core that requests have called. */
interface Called {
  /** Its file below `packages/core/src`, and its name. */
  readonly id: string
  readonly scriptId: string
  /** Where it begins and ends in its script. */
  readonly range: readonly [start: number, end: number]
}

/**
 * The functions of the core that each request called. Functions without a name do not count: the test runner adds one
 * for each name that a file exports.
 */
async function calledBy(session: Session, send: () => Promise<unknown>): Promise<readonly Called[]> {
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  for (let sent = 0; sent < REQUESTS; sent++) await send()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  return result.flatMap(({ url, scriptId, functions }) => {
    const place = placeOf(url)
    if (place === undefined) return []
    return functions.flatMap(({ functionName, ranges: [range] }): Called[] => {
      if (functionName === '' || !range || range.count < REQUESTS) return []
      return [{ id: `${place} ${functionName}`, scriptId, range: [range.startOffset, range.endOffset] }]
    })
  })
}

/** Those of them that warm requests call: on a busy machine some are not, for a host that is late trusts no cache. */
async function calledWarm(session: Session, send: () => Promise<unknown>): Promise<readonly Called[]> {
  let called = await calledBy(session, send)
  for (let again = 0; again < 2; again++) {
    const ids = new Set((await calledBy(session, send)).map(({ id }) => id))
    called = called.filter(({ id }) => ids.has(id))
  }
  return called
}

/** Has the debugger write down when a function begins: by a breakpoint whose condition does that, and is false. */
async function watch(session: Session, { id, scriptId, range }: Called): Promise<void> {
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId })
  const [start, end] = range.map((offset) => {
    const lines = scriptSource.slice(0, offset).split('\n')
    return { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1)!.length }
  })
  const { locations } = await session.post('Debugger.getPossibleBreakpoints', { start: start!, end: end! })
  const condition = `globalThis.passed.push(${JSON.stringify(id)}) === 0`
  await session.post('Debugger.setBreakpoint', { location: locations[0]!, condition })
}

/** Below `packages/core/src`; undefined for what is not there, is for tests, or runs beside requests. */
function placeOf(url: string): string | undefined {
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const place = path.split(sep).join('/').split('?')[0]!.split('/packages/core/src/')[1]
  return place === TIMER || place?.startsWith('testing/') ? undefined : place
}

/** The drawing in docs/architecture.md: its stages, in order, and its files. */
function readDrawing(): { readonly stages: readonly string[]; readonly files: readonly string[] } {
  const page = readFileSync(new URL('../../../docs/architecture.md', import.meta.url), 'utf8')
  const [, drawing = ''] = /```text\nPOST \/auth\/roles\n([\s\S]*?)```/.exec(page) ?? []
  const rows = [...drawing.matchAll(/^(\w*) +([\w-]+(?:\/[\w-]+)?\.ts) /gm)]
  return {
    stages: rows.flatMap(([, stage]) => stage || []),
    files: rows.map(([, , path]) => path!).toSorted(),
  }
}

test(
  'a warm POST /auth/roles passes the files that docs/architecture.md draws, and few; each stage once, in that order',
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
    const session = new Session()
    session.connect()
    const called = await calledWarm(session, send)
    const files = [...new Set(called.map(({ id }) => id.split(' ')[0]!))].toSorted()
    const drawing = readDrawing()
    expect(files.join('\n')).toBe(drawing.files.join('\n'))
    expect(files.length).toBeLessThanOrEqual(MOST)

    app.platform.override(ruleRunner, rules)
    await session.post('Debugger.enable')
    const steps = Object.values(STAGES).flat()
    for (const one of called) if (steps.includes(one.id)) await watch(session, one)
    expect(Object.keys(STAGES)).toEqual(drawing.stages)
    for (let again = 0; again < 3; again++) {
      passed.length = 0
      await send()
      expect(passed).toEqual(steps)
    }
    session.disconnect()
    server.close()
  },
)
