import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aiClient, desktopClient, newClient, officialClients, oldClient } from './_clients.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

let mcp: McpApp
let admin: string

beforeAll(async () => {
  mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } })
  admin = await mcp.keyOf('admin')
})

afterAll(() => mcp?.[Symbol.asyncDispose]())

const roles = (name: string) => mcp.app.sql<{ id: string }>('select id from roles where name = $1', [name])

describe.each(officialClients)('the official client %s', (_, connect) => {
  test('sees what its key may call, in a stable order, with titles and annotations', async () => {
    const client = await connect(mcp, admin)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual([...names].sort())
    expect(names).toEqual(
      expect.arrayContaining(['context_whoami', 'search', 'execute', 'authCreateRole', 'authListRoles']),
    )
    const create = tools.find(({ name }) => name === 'authCreateRole')!
    expect(create).toMatchObject({
      title: expect.any(String),
      annotations: { readOnlyHint: false, openWorldHint: false },
    })
    expect(create.inputSchema.properties).toHaveProperty('name')
    expect(create.inputSchema.properties).toHaveProperty('_sessionToken')
    const few = await connect(mcp, await mcp.keyOf('employee'))
    expect((await few.listTools()).tools.map(({ name }) => name)).not.toContain('authCreateRole')
    await Promise.all([client.close(), few.close()])
  })

  test('reads, with structured results', async () => {
    const client = await connect(mcp, admin)
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
    const client = await connect(mcp, admin)
    const wrong = await client.callTool({ name: 'authCreateRole', arguments: {} })
    expect(wrong).toMatchObject({ isError: true, structuredContent: { code: 'VALIDATION_ERROR' } })
    for (const [name, text] of [
      ['authCreateRole', { name: 'a\0' }] as const,
      ['context_whoami', { word: 'a\0' }] as const,
    ])
      expect(await client.callTool({ name, arguments: text })).toMatchObject({
        isError: true,
        structuredContent: { code: 'VALIDATION_ERROR' },
      })
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({
      code: -32_602,
      message: expect.stringContaining('Unknown tool: nothing'),
    })
    const stale = await client.callTool({ name: 'context_whoami', arguments: { _sessionToken: 'sess_0' } })
    expect(stale).toMatchObject({ isError: true, structuredContent: { code: 'SESSION_EXPIRED' } })
    await client.close()
  })
})

describe('a write', () => {
  test('asks the person of a client of 2026, and happens once they agree', async () => {
    let seen = ''
    const client = await newClient(mcp, admin, (message) => {
      seen = message
      return true
    })
    const done = await client.callTool({ name: 'authCreateRole', arguments: { name: 'Agreed' } })
    expect(done).toMatchObject({ structuredContent: { id: expect.any(String) } })
    expect(seen).toContain('Agreed')
    expect(await roles('Agreed')).toHaveLength(1)
    const entries = await mcp.app.sql(`select context from plinth.action_log where command_id = 'auth.roles.create'`)
    expect(entries).toMatchObject([{ context: { cause: { door: 'mcp' } } }])
    await client.close()
  })

  test('does not happen when the person declines', async () => {
    const client = await newClient(mcp, admin, () => false)
    const done = await client.callTool({ name: 'authCreateRole', arguments: { name: 'Declined' } })
    expect(done).toMatchObject({ isError: true, structuredContent: { code: 'DECLINED' } })
    expect(await roles('Declined')).toEqual([])
    await client.close()
  })

  test('answers older clients with a preview and a token, which counts once and for these arguments', async () => {
    const client = await oldClient(mcp, admin)
    const call = (args: Record<string, unknown>) => client.callTool({ name: 'authCreateRole', arguments: args })
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

  test('of a client that can be asked is not confirmed by a token that its model has seen', async () => {
    const old = await oldClient(mcp, admin)
    const shown = await old.callTool({ name: 'authCreateRole', arguments: { name: 'By itself' } })
    const { approvalToken } = shown.structuredContent as { approvalToken: string }
    let questions = 0
    const answers: string[] = []
    const fetch: typeof globalThis.fetch = async (...request) => {
      const answer = await globalThis.fetch(...request)
      answers.push(await answer.clone().text())
      return answer
    }
    const client = await newClient({ ...mcp, fetch }, admin, () => (questions++, false))
    const call = { name: 'authCreateRole', arguments: { name: 'By itself', _approvalToken: approvalToken } }
    expect(await client.callTool(call)).toMatchObject({ structuredContent: { code: 'DECLINED' } })
    expect(questions).toBe(1)
    // What the client is given to bring back with the answer is no token of the other kind.
    const [state] = answers.flatMap((text) => /"requestState":"([^"]+)"/.exec(text)?.[1] ?? [])
    expect(state).toMatch(/^[\w-]{36}\./)
    const copied = { name: 'authCreateRole', arguments: { name: 'By itself', _approvalToken: state } }
    expect(await old.callTool(copied)).toMatchObject({ isError: true, structuredContent: { code: 'UNAUTHORIZED' } })
    expect(await roles('By itself')).toEqual([])
    await Promise.all([old.close(), client.close()])
  })

  test('with a state that was tampered with is an error of the protocol, whatever was answered', async () => {
    const states: string[] = []
    const fetch: typeof globalThis.fetch = async (url, init) => {
      const body = String(init?.body ?? '')
      const state = /"requestState":"([^"]+)"/.exec(body)?.[1]
      if (state === undefined) return globalThis.fetch(url, init)
      states.push(state)
      return globalThis.fetch(url, { ...init, body: body.replace(state, tampered(state)) })
    }
    let tampered = (state: string) => state
    for (const [change, approves] of [
      [(state: string) => state.slice(0, -2) + (state.endsWith('A') ? 'BB' : 'AA'), true],
      [(state: string) => `${crypto.randomUUID()}${state.slice(36)}`, true],
      [() => 'made up', true],
      [() => 'made up', false],
    ] as const) {
      tampered = change
      const client = await newClient({ ...mcp, fetch }, admin, () => approves)
      await expect(client.callTool({ name: 'authCreateRole', arguments: { name: 'Tampered' } })).rejects.toMatchObject({
        code: -32_602,
      })
      await client.close()
    }
    expect(states).toHaveLength(4)
    expect(await roles('Tampered')).toEqual([])
  })

  test('of a client that cannot be asked is refused where the host says so', async () => {
    await using strict = await mcpApp({ mcp: { confirmsByToken: false } })
    const key = await strict.keyOf('admin')
    const [old, client] = [await oldClient(strict, key), await newClient(strict, key)]
    const call = { name: 'authCreateRole', arguments: { name: 'Asked' } }
    const refused = { isError: true, structuredContent: { code: 'CONFIRMATION_REQUIRED' } }
    expect(await old.callTool(call)).toMatchObject(refused)
    expect(await old.callTool({ name: 'context_whoami', arguments: {} })).not.toHaveProperty('isError')
    expect(await client.callTool(call)).toMatchObject({ structuredContent: { id: expect.any(String) } })
    await Promise.all([old.close(), client.close()])
  })

  test('of somebody else’s approval does not happen', async () => {
    const [one, other] = [await oldClient(mcp, admin), await oldClient(mcp, await mcp.keyOf('admin'))]
    const asked = await one.callTool({ name: 'authCreateRole', arguments: { name: 'Stolen' } })
    const { approvalToken } = asked.structuredContent as { approvalToken: string }
    const args = { name: 'Stolen', _approvalToken: approvalToken }
    expect((await other.callTool({ name: 'authCreateRole', arguments: args })).structuredContent).not.toHaveProperty(
      'id',
    )
    expect(await roles('Stolen')).toEqual([])
    await Promise.all([one.close(), other.close()])
  })
})

test('the AI SDK reads and is asked', async () => {
  const client = await aiClient(mcp, admin)
  const tools = await client.tools()
  const options = { toolCallId: '1', messages: [], context: undefined }
  const who: unknown = await tools['context_whoami']!.execute({}, options)
  expect(JSON.stringify(who)).toContain('tenantId')
  const asked: unknown = await tools['authCreateRole']!.execute({ name: 'By AI SDK' }, options)
  expect(JSON.stringify(asked)).toContain('APPROVAL_REQUIRED')
  expect(await roles('By AI SDK')).toEqual([])
  await client.close()
})

test('a desktop client reaches the platform by standard input and output', async () => {
  const client = await desktopClient(mcp, admin)
  expect((await client.listTools()).tools.length).toBeGreaterThan(10)
  expect(await client.callTool({ name: 'context_whoami', arguments: {} })).toMatchObject({
    structuredContent: { isSuperAdmin: false },
  })
  await client.close()
  const compact = await desktopClient(mcp, admin, '--compact')
  expect((await compact.listTools()).tools.map(({ name }) => name)).toEqual(['context_whoami', 'execute', 'search'])
  const unknown = compact.callTool({ name: 'nothing – at all', arguments: {} })
  await expect(unknown).rejects.toMatchObject({ code: -32_602 })
  await compact.close()
})
