import { defineFeatures, defineModule } from '@plinth/core'
import { defineTool, tools } from '@plinth/points'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { signIn } from '../auth/_accounts.ts'
import { assistantApp, execute } from './_assistant.ts'
import type { Loose } from './_chat.ts'

test('every command and every read is a tool with its schema, for those who may use it', async () => {
  await using app = await assistantApp()
  const admin = await signIn(app, 'admin@acme.com')
  const { status, body } = await admin.get('/ai_assistant/tools')
  expect(status).toBe(200)
  const tools = new Map<string, Loose>(body.tools.map((tool: { name: string }) => [tool.name, tool]))
  expect([...tools.keys()]).toEqual([...tools.keys()].toSorted())
  expect(tools.get('authCreateRole')).toMatchObject({
    description: expect.stringContaining('confirms'),
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string' } },
      required: expect.arrayContaining(['name']),
    },
  })
  expect(tools.get('authListUsers').inputSchema.properties).toHaveProperty('search')
  expect(tools.get('context_whoami')).toMatchObject({ module: 'context_whoami' })
  for (const name of tools.keys()) expect(name).toMatch(/^[\w-]{1,64}$/)
  const employee = await signIn(app, 'employee@acme.com')
  const seen = (await employee.get('/ai_assistant/tools')).body.tools.map(({ name }: { name: string }) => name)
  expect(seen).toContain('context_whoami')
  expect(seen).not.toContain('authCreateRole')
})

test('no tool tells a secret or is about the caller’s own login', async () => {
  await using app = await assistantApp()
  const admin = await signIn(app, 'superadmin@acme.com')
  const { body } = await admin.get('/ai_assistant/tools')
  const names: string[] = body.tools.map(({ name }: { name: string }) => name)
  expect(names.filter((name) => /key|login|password|session|logout|refresh/i.test(name))).toEqual([
    'apiKeysCreateServiceAccount',
    'apiKeysDeleteKey',
    'apiKeysDeleteServiceAccount',
    'apiKeysListKeys',
    'apiKeysListServiceAccounts',
    'apiKeysUpdateServiceAccount',
    // Those of others, for administrators.
    'authEndUserSessions',
    'authListUserSessions',
  ])
})

test('a tool answers what its route answers, and does what it does', async () => {
  await using app = await assistantApp()
  const admin = await signIn(app, 'admin@acme.com')
  const made = await execute(admin, 'authCreateRole', { name: 'Packers' })
  expect(made).toMatchObject({ status: 201, body: { success: true, result: { id: expect.any(String) } } })
  const byRoute = await admin.get('/auth/roles?search=Packers')
  const byTool = await execute(admin, 'authListRoles', { search: 'Packers' })
  expect(byTool.body.result).toEqual(byRoute.body)
  const [entry] = await app.sql('select context from plinth.action_log where command_id = $1', ['auth.roles.create'])
  expect(entry).toMatchObject({ context: { cause: { door: 'http' } } })
})

test('refusals are the published ones', async () => {
  await using app = await assistantApp()
  const [admin, employee] = [await signIn(app, 'admin@acme.com'), await signIn(app, 'employee@acme.com')]
  const path = '/ai_assistant/tools/execute'
  expect(await admin.post(path, {})).toMatchObject({ status: 400, body: { error: 'toolName is required' } })
  expect(await execute(admin, 'nothing')).toMatchObject({
    status: 400,
    body: { success: false, error: 'Tool "nothing" not found' },
  })
  expect(await execute(admin, 'authCreateRole', {})).toMatchObject({
    status: 400,
    body: { success: false, error: expect.stringMatching(/^Invalid input: name: /) },
  })
  expect(await execute(employee, 'authCreateRole', { name: 'x' })).toMatchObject({
    status: 403,
    body: {
      success: false,
      error: 'Insufficient permissions for tool "authCreateRole". Required: auth.roles.manage',
    },
  })
  expect((await app.anonymous.post(path, { toolName: 'context_whoami' })).status).toBe(401)
})

test('calls are counted under the login, whatever their outcome', async () => {
  await using app = await assistantApp({ limits: { callsPerMinute: 3 } }, { rateLimits: { enabled: true } })
  const admin = await signIn(app, 'admin@acme.com')
  for (const name of ['context_whoami', 'nothing', 'context_whoami'])
    expect((await execute(admin, name)).status).not.toBe(429)
  const refused = await execute(admin, 'context_whoami')
  expect(refused).toMatchObject({ status: 429, body: { success: false } })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await execute(await signIn(app, 'employee@acme.com'), 'context_whoami')).status).toBe(201)
})

const features = defineFeatures('notes', { view: 'View notes' })
const notes = defineModule({
  id: 'notes',
  title: 'Notes',
  features,
  roles: { admin: [features.view] },
  contributes: [
    tools.of(
      defineTool({
        name: 'notes_repeat',
        description: 'Repeats a word.',
        access: features.view,
        input: z.object({ word: z.string(), times: z.number().int().max(100_000) }),
        output: z.object({ words: z.array(z.string()), tenantId: z.string() }),
        run: ({ input, scope }) => ({ words: Array<string>(input.times).fill(input.word), tenantId: scope.tenantId }),
      }),
    ),
  ],
})

test('a module declares tools as values, and long results are cut', async () => {
  await using app = await assistantApp({ limits: { resultCharacters: 1_000 } }, { modules: [notes] })
  const admin = app.as('admin')
  expect((await execute(admin, 'notes_repeat', { word: 'so', times: 2 })).body).toMatchObject({
    result: { words: ['so', 'so'] },
  })
  const long = await execute(admin, 'notes_repeat', { word: 'so', times: 100_000 })
  expect(long.body.result).toHaveLength(1_000)
  expect(await execute(admin, 'notes_repeat', { word: 1, times: 1 })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^Invalid input: word: /) },
  })
})

test('health and settings say what is configured, and never a key', async () => {
  await using bare = await assistantApp()
  expect((await bare.as('admin').get('/ai_assistant/health')).body).toMatchObject({ status: 'error' })
  await using app = await assistantApp({ provider: 'openai', providers: { openai: { apiKey: 'sk-very-secret' } } })
  const admin = app.as('admin')
  expect((await admin.get('/ai_assistant/health')).body).toMatchObject({ status: 'ok' })
  const settings = await admin.get('/ai_assistant/settings')
  expect(settings.body.provider).toEqual({
    id: 'openai',
    name: 'OpenAI',
    model: 'openai/gpt-4o-mini',
    defaultModel: 'gpt-4o-mini',
    envKey: 'OPENAI_API_KEY',
    configured: true,
  })
  expect(settings.text).not.toContain('sk-very')
  expect((await admin.put('/ai_assistant/settings', { providerId: 'google' })).status).toBe(400)
  expect((await admin.put('/ai_assistant/settings', { providerId: 'openai', model: 'openai/gpt-5' })).status).toBe(200)
  const modelAfter = async (body: object) => {
    expect((await admin.put('/ai_assistant/settings', body)).status).toBe(200)
    return (await admin.get('/ai_assistant/settings')).body.provider.model
  }
  // What is not sent stays as it is (decision: Partial updates of partitions).
  expect(await modelAfter({ providerId: 'openai' })).toBe('openai/gpt-5')
  expect(await modelAfter({ providerId: 'openai', model: null })).not.toBe('openai/gpt-5')
  expect((await app.as('employee').put('/ai_assistant/settings', { providerId: 'openai' })).status).toBe(403)
})

test('a session key is made for tools of MCP clients', async () => {
  await using app = await assistantApp()
  const { status, body } = await (await signIn(app, 'employee@acme.com')).post('/ai_assistant/session-key')
  expect(status).toBe(200)
  expect(body).toEqual({ sessionToken: expect.stringMatching(/^sess_[0-9a-f]{32}$/), expiresAt: expect.any(String) })
})
