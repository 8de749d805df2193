import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { assistantApp } from './_assistant.ts'
import { converse, framesOf, type Loose, say, textOf, typesOf } from './_chat.ts'
import { modelServer, type Protocol, type Script } from './_providers/model-server.ts'

const protocols: readonly Protocol[] = ['openai', 'anthropic', 'google']
const READ: Script = [
  { text: 'Let me look.', calls: [{ name: 'authListRoles', args: { search: 'employee' } }] },
  { text: 'There is one.' },
]
const WRITE: Script = [
  { calls: [{ name: 'authCreateRole', args: { name: 'Packers' } }] },
  { text: 'Done as you said.' },
]

async function open(protocol: Protocol, script: Script, limits = {}) {
  const server = await modelServer(protocol, script)
  const providers = { [protocol]: { apiKey: 'sk-secret', baseUrl: server.url } }
  const app = await assistantApp({ provider: protocol, model: 'scripted', providers, limits })
  const close = async () => {
    await app[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  return { app, server, [Symbol.asyncDispose]: close }
}

test.each(protocols)('a question is answered with what a tool reads (%s)', async (protocol) => {
  await using ground = await open(protocol, READ)
  const { app, server } = ground
  const frames = await converse(await signIn(app, 'admin@acme.com'), 'Is there a role for employees?')
  expect(typesOf(frames)).toEqual([
    'session-authorized',
    'thinking',
    'text',
    'tool-call',
    'tool-result',
    'text',
    'metadata',
    'done',
  ])
  expect(frames[0]).toMatchObject({ sessionToken: expect.stringMatching(/^sess_.{7}\.\.\.$/) })
  expect(textOf(frames)).toBe('Let me look.There is one.')
  expect(frames.find(({ type }) => type === 'tool-call')).toMatchObject({
    toolName: 'authListRoles',
    args: { search: 'employee' },
  })
  expect(frames.find(({ type }) => type === 'tool-result')!['result']).toContain('"name": "employee"')
  expect(frames.find(({ type }) => type === 'metadata')).toMatchObject({ provider: protocol, model: 'scripted' })
  expect(JSON.stringify(server.asked[1])).toContain('employee')
  expect(JSON.stringify(server.asked)).not.toMatch(/sess_|sk-secret/)
  const [usage] = await app.sql(
    'select turns::int, input_tokens::int as input, output_tokens::int as output from ai_usage',
  )
  expect(usage).toEqual({ turns: 1, input: 20_000, output: 40 })
})

test.each(protocols)(
  'a write is shown, confirmed, found in the log by its conversation, and taken back (%s)',
  async (protocol) => {
    await using ground = await open(protocol, WRITE)
    const { app } = ground
    const admin = await signIn(app, 'admin@acme.com')
    const count = async () => (await admin.get('/auth/roles?search=Packers')).body.total
    const frames = await converse(admin, 'Make a role for packers', {
      async answer({ questions, preview, tool }) {
        expect(questions[0].question).toContain('name: "Packers"')
        expect(preview.requests[0].commands[0].changes[0]).toMatchObject({ table: 'roles', kind: 'insert' })
        expect(tool.callID).toBeTruthy()
        expect(await count()).toBe(0)
        return 0
      },
    })
    expect(textOf(frames)).toBe('Done as you said.')
    expect(await count()).toBe(1)
    const { sessionId } = frames.at(-1)!
    const [entry] = await app.sql(`select context from plinth.action_log where command_id = 'auth.roles.create'`)
    expect(entry).toMatchObject({ context: { cause: { door: 'chat', conversationId: sessionId } } })
    const conversation = await admin.get(`/ai_assistant/conversations/${sessionId}`)
    expect(conversation.body).toMatchObject({
      title: 'Make a role for packers',
      approvals: [{ tool: 'authCreateRole', state: 'done' }],
      actions: [{ commandId: 'auth.roles.create', state: 'done' }],
    })
    expect(conversation.body.messages.map(({ role }: { role: string }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
    ])
    const undone = await admin.post(`/ai_assistant/conversations/${sessionId}/undo`)
    expect(undone.body).toMatchObject({
      isComplete: true,
      actions: [{ commandId: 'auth.roles.create', isUndone: true }],
    })
    expect(await count()).toBe(0)
  },
)

test('what is declined does not happen, and the model is told', async () => {
  await using ground = await open('openai', WRITE)
  const admin = await signIn(ground.app, 'admin@acme.com')
  const frames = await converse(admin, 'Make a role', { answer: () => 1 })
  expect(frames.find(({ type }) => type === 'tool-result')!['result']).toBe('Not done: the person declined.')
  expect((await admin.get('/auth/roles?search=Packers')).body.total).toBe(0)
  expect(JSON.stringify(ground.server.asked[1])).toContain('declined')
})

test('somebody with fewer rights is offered less and refused the rest', async () => {
  await using ground = await open('openai', WRITE)
  const { app, server } = ground
  const employee = await signIn(app, 'employee@acme.com')
  const frames = await converse(employee, 'Make a role for packers', { answer: () => expect.fail('nothing to ask') })
  expect(server.asked[0].tools.map((tool: Loose) => tool.function.name)).not.toContain('authCreateRole')
  expect(frames.some(({ type }) => type === 'question')).toBe(false)
  expect(await app.sql(`select from plinth.action_log where command_id = 'auth.roles.create'`)).toEqual([])
})

test('a preview that no longer holds is shown anew', async () => {
  await using ground = await open('openai', [
    ({ tools }) => {
      expect(tools.length).toBeGreaterThan(0)
      return { calls: [{ name: 'authUpdateRole', args: { id: role, name: 'Renamed by the assistant' } }] }
    },
    { text: 'Renamed.' },
  ])
  const { app } = ground
  const admin = await signIn(app, 'admin@acme.com')
  const role: string = (await admin.post('/auth/roles', { name: 'First' })).body.id
  const shown: string[] = []
  await converse(admin, 'Rename it', {
    async answer({ questions }) {
      shown.push(questions[0].question)
      if (shown.length === 1) expect((await admin.put('/auth/roles', { id: role, name: 'Second' })).status).toBe(200)
      return 0
    },
  })
  expect(shown).toHaveLength(2)
  expect(shown[0]).toContain('"First" → "Renamed by the assistant"')
  expect(shown[1]).toContain('"Second" → "Renamed by the assistant"')
  expect((await admin.get(`/auth/roles?id=${role}`)).body.items[0].name).toBe('Renamed by the assistant')
})

test('nobody else answers, reads, continues, deletes or undoes a conversation', async () => {
  await using ground = await open('openai', WRITE)
  const { app } = ground
  const [admin, other] = [await signIn(app, 'admin@acme.com'), await signIn(app, 'superadmin@acme.com')]
  let asked: Loose
  const frames = await converse(admin, 'Make a role', {
    async answer(question) {
      asked = question
      const foreign = { questionId: question.id, answer: 0, sessionId: question.sessionID }
      expect((await other.post('/ai_assistant/chat', { answerQuestion: foreign })).status).toBe(403)
      return 1
    },
  })
  const { sessionId } = frames.at(-1)!
  const again = { questionId: asked.id, answer: 0, sessionId }
  expect((await admin.post('/ai_assistant/chat', { answerQuestion: again })).status).toBe(403)
  await expect(say(other, 'Go on', sessionId)).rejects.toMatchObject({ status: 403 })
  expect((await other.get(`/ai_assistant/conversations/${sessionId}`)).status).toBe(404)
  expect((await other.del(`/ai_assistant/conversations/${sessionId}`)).status).toBe(404)
  expect((await other.post(`/ai_assistant/conversations/${sessionId}/undo`)).status).toBe(404)
  expect((await other.get('/ai_assistant/conversations')).body.items).toEqual([])
  expect((await admin.get('/ai_assistant/conversations')).body.items).toMatchObject([{ id: sessionId }])
  expect((await admin.del(`/ai_assistant/conversations/${sessionId}`)).status).toBe(200)
  expect((await admin.get('/ai_assistant/conversations')).body.total).toBe(0)
})

test('what a stopped host has left open is settled by what the log has', async () => {
  await using ground = await open('openai', [...WRITE, { text: 'Yes, it has happened.' }])
  const { app, server } = ground
  const admin = await signIn(app, 'admin@acme.com')
  const { sessionId } = (await converse(admin, 'Make a role')).at(-1)!
  // As a host leaves it that dies after its commit, and as one that dies before.
  await app.sql(`update ai_approvals set state = 'running'`)
  await app.sql(`insert into ai_approvals (id, tenant_id, organization_id, actor_id, conversation_id, tool,
      arguments_hash, steps, preview, state, created_at, expires_at)
    select gen_random_uuid(), tenant_id, organization_id, actor_id, conversation_id, 'authDeleteRole', arguments_hash, steps,
      preview, 'running', now(), expires_at from ai_approvals`)
  await app.sql(`update ai_conversations set busy_until = '2000-01-01'`)
  await converse(admin, 'Did it happen?', { sessionId })
  const { approvals } = (await admin.get(`/ai_assistant/conversations/${sessionId}`)).body
  expect(approvals).toMatchObject([
    { tool: 'authCreateRole', state: 'done' },
    { tool: 'authDeleteRole', state: 'failed' },
  ])
  const requestText = JSON.stringify(server.asked.at(-1))
  expect(requestText).toContain('authCreateRole: done')
  expect(requestText).toContain('authDeleteRole: failed')
})

test('a conversation goes on with what was said before', async () => {
  await using ground = await open('anthropic', [{ text: 'Hello.' }, { text: 'As I said.' }])
  const admin = await signIn(ground.app, 'admin@acme.com')
  const { sessionId } = (await converse(admin, 'Good morning')).at(-1)!
  const frames = await converse(admin, 'What did you say?', { sessionId })
  expect(typesOf(frames)).toEqual(['thinking', 'text', 'metadata', 'done'])
  expect(JSON.stringify(ground.server.asked[1].messages)).toContain('Hello.')
})

test('whoever goes away stops the model', async () => {
  await using ground = await open('openai', [
    { text: 'This goes on and on and on.', hangs: true },
    { text: 'Here again.' },
  ])
  const { app, server } = ground
  const admin = await signIn(app, 'admin@acme.com')
  const stopped = new AbortController()
  let sessionId = ''
  for await (const frame of framesOf(await say(admin, 'Go'))) if (frame.type === 'text') break
  stopped.abort()
  await expect.poll(() => server.gone(), { timeout: 5_000 }).toBe(1)
  await expect.poll(async () => (await admin.get('/ai_assistant/conversations')).body.items[0].isBusy).toBe(false)
  ;({ id: sessionId } = (await admin.get('/ai_assistant/conversations')).body.items[0])
  expect(textOf(await converse(admin, 'Again', { sessionId }))).toBe('Here again.')
})

test('whoever goes away at the first frame leaves no turn that goes on', async () => {
  await using ground = await open('openai', [{ text: 'Nobody hears this.', hangs: true }])
  const admin = await signIn(ground.app, 'admin@acme.com')
  for await (const _ of framesOf(await say(admin, 'Go'))) break
  await expect
    .poll(async () => (await admin.get('/ai_assistant/conversations')).body.items[0].isBusy, { timeout: 5_000 })
    .toBe(false)
})

// The next four wait for attempts that a provider is given again.
test.concurrent.each([
  [{ status: 401 }, /does not accept the key/],
  [{ status: 500 }, /failed/],
  [{ text: 'Half of a', breaks: true }, /failed/],
])('a failing provider ends the stream with an error that tells no secret (%o)', async (step, error) => {
  await using ground = await open('openai', [step, step, step])
  const frames = await converse(await signIn(ground.app, 'admin@acme.com'), 'Hello')
  expect(frames.at(-1)).toEqual({ type: 'error', error: expect.stringMatching(error) })
  expect(JSON.stringify(frames)).not.toContain('sk-leaked')
})

test.concurrent('a question is routed to a tool that was offered, and to no other', async () => {
  const answer = (toolName: string) => ({
    text: JSON.stringify({ intent: 'tool', toolName, confidence: 0.9, reasoning: 'It asks for users.' }),
  })
  await using ground = await open('openai', [
    answer('authListUsers'),
    answer('dropTables'),
    { status: 500 },
    { status: 500 },
  ])
  const admin = await signIn(ground.app, 'admin@acme.com')
  const ask = () =>
    admin.post('/ai_assistant/route', {
      query: 'Who is there?',
      availableTools: [{ name: 'authListUsers', description: 'Lists users.' }],
    })
  expect(await ask()).toMatchObject({
    status: 201,
    body: { intent: 'tool', toolName: 'authListUsers', confidence: 0.9 },
  })
  expect((await ask()).body).toEqual({ intent: 'general_chat', confidence: 0.9, reasoning: 'It asks for users.' })
  expect(await ask()).toMatchObject({ status: 500, body: { error: 'Routing request failed' } })
  expect(await admin.post('/ai_assistant/route', { query: 'x' })).toMatchObject({
    status: 400,
    body: { error: 'availableTools array is required' },
  })
  expect(await admin.post('/ai_assistant/route', {})).toMatchObject({
    status: 400,
    body: { error: 'query is required' },
  })
  await using bare = await assistantApp()
  const unconfigured = { query: 'x', availableTools: [] }
  expect((await bare.as('admin').post('/ai_assistant/route', unconfigured)).status).toBe(503)
})

test('without a provider the stream says so', async () => {
  await using app = await assistantApp()
  const frames = await converse(app.as('admin'), 'Hello')
  expect(typesOf(frames)).toEqual(['session-authorized', 'thinking', 'error'])
  expect(await app.as('admin').post('/ai_assistant/chat', {})).toMatchObject({
    status: 400,
    body: { error: 'messages array is required' },
  })
  expect(await app.as('admin').post('/ai_assistant/chat', { messages: [] })).toMatchObject({
    status: 400,
    body: { error: 'No user message found' },
  })
})

test('a tenant that has used its tokens, and a person with too many conversations, wait', async () => {
  await using spent = await open('openai', [{ text: 'Hello.' }], { tokensPerDay: 100 })
  const admin = await signIn(spent.app, 'admin@acme.com')
  await converse(admin, 'Hello')
  await expect(say(admin, 'More')).rejects.toMatchObject({ status: 429 })
  await using busy = await open('openai', [{ text: 'On and on and on', hangs: true }], { turnsPerPerson: 1 })
  const one = await signIn(busy.app, 'admin@acme.com')
  const frames = framesOf(await say(one, 'Go'))
  await frames.next()
  await expect(say(one, 'And another')).rejects.toMatchObject({ status: 429 })
  await frames.return(undefined)
})
