import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn } from '../../auth/_accounts.ts'
import { newClient, oldClient } from './_clients.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

let mcp: McpApp

beforeAll(async () => {
  mcp = await mcpApp()
})
afterAll(() => mcp[Symbol.asyncDispose]())

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
const OF_2026 = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }

/** Lists by hand, so that each word of the answer is seen. */
async function list(key: string, { id = 1 as unknown, meta = {}, headers = {}, query = '' } = {}) {
  const answer = await fetch(`${mcp.url}${query}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-api-key': key,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: { _meta: meta } }),
  })
  return { status: answer.status, type: answer.headers.get('content-type'), body: JSON.parse(await answer.text()) }
}

const namesOf = ({ body }: { body: { result: { tools: { name: string }[] } } }) =>
  body.result.tools.map(({ name }) => name)

test('a list is answered again in the same words, under the id of each request', async () => {
  const key = await mcp.keyOf('admin')
  const first = await list(key, { id: 1_000 })
  expect(first).toMatchObject({ status: 200, type: 'application/json', body: { jsonrpc: '2.0', id: 1_000 } })
  for (const id of [1, 1, 2, 0, 1_001, -1, 'one', '1', '"}', ''])
    expect(await list(key, { id })).toEqual({ ...first, body: { ...first.body, id } })
  // Where it stands in a trace is told with each request, and the answer is the same.
  for (const traceparent of ['00-1-1-00', '00-2-2-00'])
    expect((await list(key, { id: 1_000, meta: { traceparent } })).body).toEqual(first.body)
  for (const id of [null, 1.5, {}, true]) expect((await list(key, { id })).status).toBe(400)
})

test('each revision and each mode has its own words', async () => {
  const key = await mcp.keyOf('admin')
  for (let time = 0; time < 2; time++) {
    const [old, fresh] = [await list(key), await list(key, { meta: META, headers: OF_2026 })]
    expect(fresh).toMatchObject({ status: 200, body: { result: { resultType: 'complete' } } })
    expect(old.body.result).not.toHaveProperty('resultType')
    expect(namesOf(fresh)).toEqual(namesOf(old))
    const compact = await list(key, { query: '?mode=compact' })
    expect(namesOf(compact)).toEqual(['context_whoami', 'execute', 'search'])
    // What the library refuses, it refuses each time.
    const unknown = await list(key, { headers: { 'mcp-protocol-version': '1999-01-01' } })
    expect(unknown).toMatchObject({ status: 400, body: { error: { code: -32_000 } } })
    expect(await list(key, { headers: { accept: 'application/json' } })).toMatchObject({ status: 406 })
  }
})

test('nobody gets the list of somebody with other rights, and rights that change show in the next list', async () => {
  const owner = await signIn(mcp.app, 'superadmin@acme.com')
  const { id: roleId } = (await owner.post('/auth/roles', { name: 'Listers' })).body
  const grant = (...features: readonly string[]) => owner.put('/auth/roles/acl', { roleId, features })
  const VIEW = 'ai_assistant.view'
  expect((await grant(VIEW)).status).toBe(200)
  const [admin, lister] = [await mcp.keyOf('admin'), await mcp.keyOf('Listers')]
  const [all, few] = [namesOf(await list(admin)), namesOf(await list(lister))]
  expect(all).toContain('authCreateRole')
  expect(few).not.toContain('authCreateRole')
  expect((await grant(VIEW, 'auth.roles.manage')).status).toBe(200)
  expect(namesOf(await list(lister))).toContain('authCreateRole')
  expect((await grant(VIEW)).status).toBe(200)
  expect(namesOf(await list(lister))).toEqual(few)
  // By HTTP as well.
  const byHttp = async (name: string) => {
    const answer = await (await signIn(mcp.app, `${name}@acme.com`)).get('/ai_assistant/tools')
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    return answer.body.tools.map((tool: { name: string }) => tool.name)
  }
  for (let time = 0; time < 2; time++) {
    expect(await byHttp('admin')).toEqual(all)
    expect(await byHttp('employee')).not.toContain('authCreateRole')
  }
})

test('official clients of both generations read what is kept', async () => {
  const key = await mcp.keyOf('admin')
  const expected = namesOf(await list(key))
  for (const connect of [newClient, oldClient, newClient, oldClient]) {
    const client = await connect(mcp, key)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(expected)
    await client.close()
  }
})
