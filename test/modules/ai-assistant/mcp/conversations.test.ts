import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Loose } from '../_chat.ts'
import { newClient, oldClient } from './_clients.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

let mcp: McpApp

beforeAll(async () => {
  mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } })
})
afterAll(() => mcp[Symbol.asyncDispose]())

const CONVERSATION = 'plinth/conversation'

interface Made {
  readonly name: string
  readonly conversation?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Makes a role as a client of 2025 does that cannot be asked; answers the conversation. */
async function make(key: string, { name, conversation, headers = {} }: Made): Promise<string> {
  const call = async (args: object) => {
    const _meta = conversation === undefined ? undefined : { [CONVERSATION]: conversation }
    const params = { name: 'authCreateRole', arguments: args, _meta }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const answer = await mcp.send(message, { 'x-api-key': key, ...headers })
    return ((await answer.json()) as Loose).result
  }
  const shown = await call({ name })
  expect(shown).not.toHaveProperty('_meta')
  const { isError, _meta } = await call({ name, _approvalToken: shown.structuredContent.approvalToken })
  expect(isError).toBeUndefined()
  return _meta[CONVERSATION]
}

/** The interface, with the key alone. */
async function ask(key: string, path: string, method = 'GET'): Promise<{ status: number; body: Loose }> {
  const url = new URL(`/ai_assistant/conversations${path}`, mcp.url)
  const answer = await fetch(url, { method, headers: { 'x-api-key': key } })
  return { status: answer.status, body: await answer.json() }
}

const roles = async (prefix: string) =>
  (await mcp.app.sql<{ name: string }>('select name from roles where name like $1 order by name', [`${prefix}%`])).map(
    ({ name }) => name,
  )

test('what a client has written is listed, and taken back as a whole', async () => {
  const [key, other] = [await mcp.keyOf('admin'), await mcp.keyOf('admin')]
  const id = await make(key, { name: 'Whole 1', conversation: 'Spring\ncleaning' })
  expect(await make(key, { name: 'Whole 2', conversation: 'Spring\ncleaning' })).toBe(id)
  const { items } = (await ask(key, '')).body
  expect(items).toMatchObject([{ id, title: 'MCP: Spring cleaning' }])
  const { actions } = (await ask(key, `/${id}`)).body
  expect(actions.map(({ commandId, state }: Loose) => [commandId, state])).toEqual([
    ['auth.roles.create', 'done'],
    ['auth.roles.create', 'done'],
  ])
  // Of the same words by another key there is another conversation.
  expect(await make(other, { name: 'Whole 3', conversation: 'Spring\ncleaning' })).not.toBe(id)
  expect((await ask(other, `/${id}`)).status).toBe(404)
  expect((await ask(other, `/${id}/undo`, 'POST')).status).toBe(404)
  expect(await roles('Whole')).toEqual(['Whole 1', 'Whole 2', 'Whole 3'])
  expect((await ask(key, `/${id}/undo`, 'POST')).body).toMatchObject({ isComplete: true, actions: [{}, {}] })
  expect(await roles('Whole')).toEqual(['Whole 3'])
})

test('a client that says nothing has a conversation for each session, or each day', async () => {
  const key = await mcp.keyOf('admin')
  const ofDay = await make(key, { name: 'Day 1' })
  for (const conversation of [7, null, '', ' ', {}])
    expect(await make(key, { name: `Day ${crypto.randomUUID()}`, conversation })).toBe(ofDay)
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  }
  const begin = async () => (await mcp.send(initialize, { 'x-api-key': key })).headers.get('mcp-session-id')!
  const [one, two] = [await begin(), await begin()]
  expect(one).not.toBe(two)
  const inSession = (session: string) =>
    make(key, { name: `Session ${crypto.randomUUID()}`, headers: { 'mcp-session-id': session } })
  const ofOne = await inSession(one)
  expect(await inSession(one)).toBe(ofOne)
  expect(new Set([ofDay, ofOne, await inSession(two)])).toHaveLength(3)
  mcp.app.clock.advance(24 * 3_600_000)
  expect(await make(key, { name: 'Day 2' })).not.toBe(ofDay)
  expect(await inSession(one)).toBe(ofOne)
})

test('official clients of both generations: what is read belongs to nothing, what is written is told', async () => {
  const key = await mcp.keyOf('admin')
  const fresh = await newClient(mcp, key)
  const read = await fresh.callTool({ name: 'authListRoles', arguments: {} })
  expect(read._meta ?? {}).not.toHaveProperty([CONVERSATION])
  expect((await ask(key, '')).body.items).toEqual([])
  const _meta = { [CONVERSATION]: 'From 2026' }
  const made = await fresh.callTool({ name: 'authCreateRole', arguments: { name: 'Official 1' }, _meta })
  const id = made._meta![CONVERSATION]
  expect((await ask(key, '')).body.items).toMatchObject([{ id, title: 'MCP: From 2026' }])
  await fresh.close()
  const old = await oldClient(mcp, key)
  const args = { name: 'Official 2' }
  const { structuredContent } = await old.callTool({ name: 'authCreateRole', arguments: args })
  const _approvalToken = (structuredContent as Loose).approvalToken
  const again = await old.callTool({ name: 'authCreateRole', arguments: { ...args, _approvalToken } })
  // Its session is its conversation.
  expect(again._meta![CONVERSATION]).not.toBe(id)
  expect((await ask(key, '')).body.items).toHaveLength(2)
  await old.close()
})
