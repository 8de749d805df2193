import { createMCPClient } from '@ai-sdk/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type McpApp, mcpApp } from './_mcp-app.ts'

let mcp: McpApp
let admin: string

beforeAll(async () => {
  const pages = [{ name: 'start', title: 'Start', text: () => '# Start here' }]
  const prompts = [
    {
      name: 'review',
      title: 'Review a role',
      description: 'Looks at who may do what.',
      arguments: [{ name: 'role', description: 'Its name', required: true }],
      text: ({ role }: Readonly<Record<string, string>>) => `Explain what ${role} may do.`,
    },
  ]
  mcp = await mcpApp({ mcp: { pages, prompts }, limits: { callsPerMinute: 1_000 } })
  admin = await mcp.keyOf('admin')
})

afterAll(() => mcp?.[Symbol.asyncDispose]())

const INFO = { name: 'test', version: '1' }
const withKey = (key: string) => ({ requestInit: { headers: { 'x-api-key': key } } })

/** The official client of the revision of 2026, which answers questions as told. */
async function newClient(key: string, approve: (message: string) => boolean = () => true) {
  const client = new Client(INFO, {
    capabilities: { elicitation: { form: {} } },
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  })
  client.setRequestHandler('elicitation/create', ({ params }) => ({
    action: 'accept',
    content: { approve: approve(params.message) },
  }))
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp.url), withKey(key)))
  return client
}

/** The official client of the revisions of 2025. */
async function oldClient(key: string) {
  const client = new OldClient(INFO)
  await client.connect(new OldTransport(new URL(mcp.url), withKey(key)))
  return client
}

const roles = (name: string) => mcp.app.sql<{ id: string }>('select id from roles where name = $1', [name])

describe.each([
  ['of 2026', newClient],
  ['of 2025', oldClient],
])('the official client %s', (_, connect) => {
  test('sees what its key may call, in a stable order, with titles and annotations', async () => {
    const client = await connect(admin)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    expect(names).toEqual(expect.arrayContaining(['context_whoami', 'search', 'execute', 'createRole', 'listRoles']))
    const create = tools.find(({ name }) => name === 'createRole')!
    expect(create).toMatchObject({
      title: expect.any(String),
      annotations: { readOnlyHint: false, openWorldHint: false },
    })
    expect(create.inputSchema.properties).toHaveProperty('name')
    expect(create.inputSchema.properties).toHaveProperty('_sessionToken')
    const few = await connect(await mcp.keyOf('employee'))
    expect((await few.listTools()).tools.map(({ name }) => name)).not.toContain('createRole')
    await Promise.all([client.close(), few.close()])
  })

  test('reads, with structured results', async () => {
    const client = await connect(admin)
    const who = await client.callTool({ name: 'context_whoami', arguments: {} })
    expect(who).toMatchObject({ structuredContent: { isSuperAdmin: false } })
    const code = `async () => (await api.request({ method: 'GET', path: '/auth/roles' })).data.items.length > 0`
    const ran = await client.callTool({ name: 'execute', arguments: { code } })
    expect(ran.structuredContent).toMatchObject({ success: true, result: 'true', apiCallCount: 1 })
    const found = await client.callTool({
      name: 'search',
      arguments: { code: `async () => spec.findEndpoints('post auth roles')` },
    })
    expect(JSON.stringify(found.structuredContent)).toContain('/auth/roles')
    await client.close()
  })

  test('is told why a call fails', async () => {
    const client = await connect(admin)
    const wrong = await client.callTool({ name: 'createRole', arguments: {} })
    expect(wrong).toMatchObject({ isError: true, structuredContent: { code: 'VALIDATION_ERROR' } })
    const unknown = await client.callTool({ name: 'nothing', arguments: {} })
    expect(unknown).toMatchObject({ isError: true, structuredContent: { code: 'NOT_FOUND' } })
    const stale = await client.callTool({ name: 'context_whoami', arguments: { _sessionToken: 'sess_0' } })
    expect(stale).toMatchObject({ isError: true, structuredContent: { code: 'SESSION_EXPIRED' } })
    await client.close()
  })

  test('reads resources and prompts', async () => {
    const client = await connect(admin)
    const { resources } = await client.listResources()
    expect(resources.map(({ uri }) => uri)).toEqual(['plinth://api', 'plinth://pages/start'])
    const page = await client.readResource({ uri: 'plinth://pages/start' })
    expect(page.contents).toMatchObject([{ text: '# Start here' }])
    const api = await client.readResource({ uri: 'plinth://api' })
    expect(JSON.stringify(api.contents)).toContain('/auth/roles')
    await expect(client.readResource({ uri: 'plinth://pages/../x' })).rejects.toThrow()
    const { prompts } = await client.listPrompts()
    expect(prompts).toMatchObject([{ name: 'review', arguments: [{ name: 'role', required: true }] }])
    const prompt = await client.getPrompt({ name: 'review', arguments: { role: 'admin' } })
    expect(prompt.messages).toMatchObject([{ role: 'user', content: { text: 'Explain what admin may do.' } }])
    await client.close()
  })
})

describe('a write', () => {
  test('asks the person of a client of 2026, and happens once they agree', async () => {
    let seen = ''
    const client = await newClient(admin, (message) => {
      seen = message
      return true
    })
    const done = await client.callTool({ name: 'createRole', arguments: { name: 'Agreed' } })
    expect(done).toMatchObject({ structuredContent: { id: expect.any(String) } })
    expect(seen).toContain('Agreed')
    expect(await roles('Agreed')).toHaveLength(1)
    const entries = await mcp.app.sql(`select context from plinth.action_log where command_id = 'auth.roles.create'`)
    expect(entries).toMatchObject([{ context: { cause: { door: 'mcp' } } }])
    await client.close()
  })

  test('does not happen when the person declines', async () => {
    const client = await newClient(admin, () => false)
    const done = await client.callTool({ name: 'createRole', arguments: { name: 'Declined' } })
    expect(done).toMatchObject({ isError: true, structuredContent: { code: 'DECLINED' } })
    expect(await roles('Declined')).toEqual([])
    await client.close()
  })

  test('answers older clients with a preview and a token, which counts once and for these arguments', async () => {
    const client = await oldClient(admin)
    const call = (args: Record<string, unknown>) => client.callTool({ name: 'createRole', arguments: args })
    const asked = await call({ name: 'Older' })
    expect(asked).toMatchObject({
      structuredContent: { code: 'APPROVAL_REQUIRED', preview: expect.stringContaining('Older') },
    })
    expect(await roles('Older')).toEqual([])
    const { approvalToken } = asked.structuredContent as { approvalToken: string }
    expect((await call({ name: 'Another', _approvalToken: approvalToken })).structuredContent).not.toHaveProperty('id')
    expect(await roles('Another')).toEqual([])
    expect(await call({ name: 'Older', _approvalToken: approvalToken })).toMatchObject({
      structuredContent: { id: expect.any(String) },
    })
    expect((await call({ name: 'Older', _approvalToken: approvalToken })).structuredContent).not.toHaveProperty('id')
    expect(await roles('Older')).toHaveLength(1)
    await client.close()
  })

  test('of somebody else’s approval does not happen', async () => {
    const [one, other] = [await oldClient(admin), await oldClient(await mcp.keyOf('admin'))]
    const asked = await one.callTool({ name: 'createRole', arguments: { name: 'Stolen' } })
    const { approvalToken } = asked.structuredContent as { approvalToken: string }
    const args = { name: 'Stolen', _approvalToken: approvalToken }
    expect((await other.callTool({ name: 'createRole', arguments: args })).structuredContent).not.toHaveProperty('id')
    expect(await roles('Stolen')).toEqual([])
    await Promise.all([one.close(), other.close()])
  })
})

test('the AI SDK reads and is asked', async () => {
  const client = await createMCPClient({
    transport: { type: 'http', url: mcp.url, headers: { 'x-api-key': admin } },
  })
  const tools = await client.tools()
  const options = { toolCallId: '1', messages: [], context: undefined }
  const who: unknown = await tools['context_whoami']!.execute({}, options)
  expect(JSON.stringify(who)).toContain('tenantId')
  const asked: unknown = await tools['createRole']!.execute({ name: 'By AI SDK' }, options)
  expect(JSON.stringify(asked)).toContain('APPROVAL_REQUIRED')
  expect(await roles('By AI SDK')).toEqual([])
  await client.close()
})

test('a desktop client reaches the platform by standard input and output', async () => {
  const client = new OldClient(INFO)
  const args = ['--conditions=@plinth/source', 'packages/core/src/plinth.ts', 'mcp', '--url', mcp.url]
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: { PLINTH_API_KEY: admin }, stderr: 'inherit' }),
  )
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  expect(await client.callTool({ name: 'context_whoami', arguments: {} })).toMatchObject({
    structuredContent: { isSuperAdmin: false },
  })
  await client.close()
})
