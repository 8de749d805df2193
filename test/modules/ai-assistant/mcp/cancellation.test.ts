import type { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { defineCommand, defineFeatures, defineModule, get, Ok, post, signedIn } from '@plinth/core'
import { defineTool, tools } from '@plinth/points'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { aiClient, desktopClient, newClient, oldClient } from './_clients.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

/** A place where calls wait until they are let through. */
class Gate {
  isClosed = false
  /** How many have come. */
  count = 0
  reached = Promise.withResolvers<void>()
  opened = Promise.withResolvers<void>()
  /** Of the tool that waits for its signal. */
  stopped = Promise.withResolvers<void>()

  async pass() {
    if (!this.isClosed) return
    this.count++
    this.reached.resolve()
    await this.opened.promise
  }
}

let gate: Gate
const features = defineFeatures('gate', { pass: 'Pass the gate' })
const pass = defineCommand({
  id: 'gate.passages.make',
  access: features.pass,
  input: z.object({}),
  output: Ok,
  async run() {
    await gate.pass()
    return { ok: true as const }
  },
})
const gates = defineModule({
  id: 'gate',
  title: 'Gate',
  features,
  roles: { admin: [features.pass] },
  commands: [pass],
  routes: [
    post('/gate/passages', pass),
    get('/gate/passages', { access: signedIn, response: Ok }, async () => {
      await gate.pass()
      return { ok: true as const }
    }),
  ],
  contributes: [
    tools.of(
      defineTool({
        name: 'gate_wait',
        description: 'Waits until it is stopped.',
        access: features.pass,
        input: z.object({}),
        output: Ok,
        async run({ signal }) {
          gate.reached.resolve()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          gate.stopped.resolve()
          signal.throwIfAborted()
          return { ok: true as const }
        },
      }),
    ),
  ],
})

const unconfirmedKeys: string[] = []
let mcp: McpApp
let admin: string
let trusted: string

beforeAll(async () => {
  mcp = await mcpApp({ limits: { callsPerMinute: 1_000 }, unconfirmedKeys }, [gates])
  trusted = await mcp.keyOf('admin')
  const [key] = await mcp.app.sql<{ id: string }>(`select id from api_keys where name = 'MCP admin'`)
  unconfirmedKeys.push(key!.id)
  admin = await mcp.keyOf('admin')
})

beforeEach(() => {
  gate = new Gate()
})

afterAll(() => mcp?.[Symbol.asyncDispose]())

const outcomes = () =>
  mcp.app.log
    .at('info')
    .filter(({ message }) => message === 'tool call')
    .map(({ facts }) => facts['outcome'])

/** Names of roles that a test has made. */
const roles = async (prefix: string) =>
  (await mcp.app.sql<{ name: string }>('select name from roles where name like $1 order by name', [`${prefix}%`])).map(
    ({ name }) => name,
  )

/** What other suites on this machine may take. */
const PATIENT = { timeout: 20_000 }
const WAIT = { name: 'gate_wait', arguments: {} }

const byNew = async () => {
  const client = await newClient(mcp, admin)
  return { wait: (signal: AbortSignal) => client.callTool(WAIT, { signal }), close: () => client.close() }
}
const byOld = (client: OldClient) => ({
  wait: (signal: AbortSignal) => client.callTool(WAIT, undefined, { signal }),
  close: () => client.close(),
})

test.each([
  ['of 2026', byNew],
  ['of 2025', async () => byOld(await oldClient(mcp, admin))],
  ['by standard input', async () => byOld(await desktopClient(mcp, admin))],
])('a client %s stops a call', async (_, connect) => {
  const client = await connect()
  const before = outcomes().length
  const stop = new AbortController()
  const called = client.wait(stop.signal)
  await gate.reached.promise
  stop.abort()
  await expect(called).rejects.toThrow()
  await gate.stopped.promise
  await vi.waitFor(() => expect(outcomes().slice(before)).toEqual(['EXECUTION_ERROR']), PATIENT)
  await client.close()
})

test('the AI SDK stops a call', async () => {
  const client = await aiClient(mcp, admin)
  const { gate_wait: wait } = await client.tools()
  const stop = new AbortController()
  const called = wait!.execute({}, { toolCallId: '1', messages: [], context: undefined, abortSignal: stop.signal })
  await gate.reached.promise
  stop.abort()
  await expect(called).rejects.toThrow()
  await gate.stopped.promise
  await client.close()
})

test('code that is stopped writes nothing further', async () => {
  const client = await newClient(mcp, trusted)
  gate.isClosed = true
  const before = outcomes().length
  const stop = new AbortController()
  const code = `async () => {
    const role = (name) => api.request({ method: 'POST', path: '/auth/roles', body: { name } })
    await role('Code first')
    await api.request({ method: 'GET', path: '/gate/passages' })
    await role('Code second')
  }`
  const called = client.callTool({ name: 'execute', arguments: { code } }, { signal: stop.signal })
  await gate.reached.promise
  stop.abort()
  await expect(called).rejects.toThrow()
  await vi.waitFor(() => expect(outcomes().slice(before)).toEqual(['EXECUTION_ERROR']), PATIENT)
  gate.opened.resolve()
  await mcp.app.settled()
  expect(await roles('Code')).toEqual(['Code first'])
  await client.close()
})

/** Three writes, the second of which waits at the gate. */
const steps = (prefix: string) => `async () => {
  for (const [path, body] of [
    ['/auth/roles', { name: '${prefix} 1' }], ['/gate/passages', {}], ['/auth/roles', { name: '${prefix} 3' }]])
    await api.request({ method: 'POST', path, body })
}`

async function confirmed(prefix: string, id: number) {
  const args = { code: steps(prefix) }
  const call = (given: object) =>
    mcp.send(
      { jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'execute', arguments: given } },
      { 'x-api-key': admin },
    )
  const asked = (await (await call(args)).json()) as { result: { structuredContent: { approvalToken: string } } }
  gate.isClosed = true
  const done = call({ ...args, _approvalToken: asked.result.structuredContent.approvalToken })
  await gate.reached.promise
  return done
}

/** Says that a call is not waited for any more, and is heard when this is answered. */
async function cancel(requestId: number, key = admin) {
  const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }
  expect((await mcp.send(message, { 'x-api-key': key })).status).toBe(202)
}

test('what was confirmed stops between its steps, and says so', async () => {
  const done = confirmed('Steps', 7)
  await gate.reached.promise
  await cancel(7)
  gate.opened.resolve()
  const { result } = (await (await done).json()) as { result: object }
  expect(result).toMatchObject({ isError: true, structuredContent: { error: 'The call was stopped' } })
  expect(await roles('Steps')).toEqual(['Steps 1'])
  const [approval] = await mcp.app.sql('select state, outcome from ai_approvals order by created_at desc limit 1')
  expect(approval).toEqual({ state: 'failed', outcome: 'It was stopped after 2 of 3 steps' })
})

test('nobody stops a call of another credential, or one of two that have the same id', async () => {
  const done = confirmed('Other', 8)
  await gate.reached.promise
  await cancel(8, trusted)
  await cancel(9)
  gate.opened.resolve()
  expect((await (await done).json()) as object).not.toMatchObject({ result: { isError: true } })
  expect(await roles('Other')).toEqual(['Other 1', 'Other 3'])

  gate = new Gate()
  gate.isClosed = true
  const twin = () =>
    mcp.send(
      { jsonrpc: '2.0', id: 10, method: 'tools/call', params: { name: 'gateGetPassages' } },
      { 'x-api-key': admin },
    )
  const [one, other] = [twin(), twin()]
  await vi.waitFor(() => expect(gate.count).toBe(2), PATIENT)
  await cancel(10)
  gate.opened.resolve()
  for (const answer of [await one, await other])
    expect(await answer.json()).toMatchObject({ result: { structuredContent: { ok: true } } })
})
