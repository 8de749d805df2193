import type { AiAssistantOptions, Usage } from '@plinth/ai-assistant'
import { type Client, tenantB } from '@plinth/testing'
import { dashboards } from '@plinth/dashboards'
import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { assistantApp } from './_assistant.ts'
import { converse, framesOf, say } from './_chat.ts'
import { modelServer, type Script } from './_providers/model-server.ts'

async function open(script: Script, limits: AiAssistantOptions['limits'] = {}) {
  const heard: Usage[] = []
  const server = await modelServer('openai', script)
  const app = await assistantApp(
    {
      provider: 'openai',
      model: 'scripted',
      providers: { openai: { apiKey: 'sk', baseUrl: server.url } },
      onUsage: (usage) => heard.push(usage),
      limits,
    },
    { modules: [dashboards] },
  )
  const close = async () => {
    await app[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  const used = () =>
    app.sql<{ model: string; turns: number; input: number; output: number }>(
      `select model, turns::int, input_tokens::int as input, output_tokens::int as output from ai_usage`,
    )
  return { app, server, heard, used, [Symbol.asyncDispose]: close }
}

test('what models use is on a dashboard, at once, for administrators, and told to the host', async () => {
  await using ground = await open([{ text: 'Hello.' }, { text: 'Hello again.' }])
  const { app, heard } = ground
  const admin = await signIn(app, 'admin@acme.com')
  const widgets = (await admin.get('/dashboards/widgets/catalog')).body.items as { id: string; features: string[] }[]
  const own = widgets.filter(({ id }) => id.startsWith('ai_assistant.'))
  expect(own.map(({ features }) => features)).toEqual(
    Array.from({ length: 2 }, () => ['analytics.view', 'ai_assistant.settings.manage']),
  )
  const sum = async (field: string, who: Client = admin) => {
    const metric = { field, aggregate: 'sum' }
    const groupBy = { field: 'createdAt', granularity: 'day' }
    return who.post('/dashboards/widgets/data', { entityType: 'ai_assistant:usage', metric, groupBy })
  }
  expect((await sum('inputTokens')).body.value).toBe(0)
  await converse(admin, 'Hello')
  expect((await sum('inputTokens')).body).toMatchObject({ value: 10_000, data: [{ value: 10_000 }] })
  await converse(admin, 'Hello')
  expect((await sum('outputTokens')).body.value).toBe(40)
  expect((await sum('turns')).body.value).toBe(2)
  const once = { model: 'openai/scripted', inputTokens: 10_000, outputTokens: 20 }
  expect(heard).toEqual([once, once])
  expect((await sum('turns', app.as({ features: ['analytics.view', 'ai_assistant.view'] }))).status).toBe(403)
  expect((await sum('turns', app.as({ features: ['*'], tenantId: tenantB.id }))).body.value).toBe(0)
})

test('an answer that is broken off is counted as far as it came', async () => {
  const text = 'This goes on and on and on and on and on and on.'
  await using ground = await open([
    { text, hangs: true },
    { text, breaks: true },
  ])
  const admin = await signIn(ground.app, 'admin@acme.com')
  for await (const frame of framesOf(await say(admin, 'Go'))) if (frame.type === 'text') break
  await expect.poll(ground.used).toMatchObject([{ model: 'openai/scripted', turns: 1 }])
  const [first] = await ground.used()
  expect(first!.input).toBeGreaterThan(100)
  expect(first!.output).toBeGreaterThan(2)
  await converse(admin, 'Go')
  const [both] = await ground.used()
  expect(both!.input).toBeGreaterThan(first!.input)
  expect(both!.output).toBeGreaterThan(first!.output)
})

test('what somebody uses who logs out meanwhile is counted too, and their turn ends', async () => {
  await using ground = await open([{ text: 'This goes on.', hangs: true }])
  const { app } = ground
  const admin = await signIn(app, 'admin@acme.com')
  const frames = framesOf(await say(admin, 'Go'))
  for (let { value } = await frames.next(); value!.type !== 'text'; { value } = await frames.next());
  expect((await admin.post('/auth/logout')).status).toBeLessThan(400)
  await frames.return(undefined)
  await expect.poll(ground.used, { timeout: 5_000 }).toMatchObject([{ model: 'openai/scripted', turns: 1 }])
  const [conversation] = await app.sql('select busy_until from ai_conversations')
  expect(conversation).toEqual({ busy_until: null })
})

/** Reads something, and would go on. */
const reads = { calls: [{ name: 'context_whoami', args: {} }] }

test('a conversation ends with its tokens, those of its earlier turns among them', async () => {
  await using ground = await open([{ text: 'Hello.' }, reads, reads, reads], { tokensPerConversation: 30_000 })
  const { app, server, heard, used } = ground
  const admin = await signIn(app, 'admin@acme.com')
  const { sessionId } = (await converse(admin, 'Hello')).at(-1)! as unknown as { sessionId: string }
  const frames = await converse(admin, 'Who am I?', { sessionId })
  expect(frames.at(-1)).toMatchObject({ type: 'error', error: expect.stringContaining('used up') })
  // 10,020 tokens each.
  expect(server.asked).toHaveLength(3)
  expect(await used()).toEqual([{ model: 'openai/scripted', turns: 2, input: 30_000, output: 60 }])
  expect(heard.at(-1)).toMatchObject({ inputTokens: 20_000, outputTokens: 40 })
  await expect(say(admin, 'And now?', sessionId)).rejects.toMatchObject({ status: 429 })
})

test('the tokens of a day end a turn between two of its steps', async () => {
  await using ground = await open([reads, reads, reads, reads], { tokensPerDay: 30_000 })
  const admin = await signIn(ground.app, 'admin@acme.com')
  expect((await converse(admin, 'Who am I?')).at(-1)).toMatchObject({ type: 'error' })
  expect(ground.server.asked).toHaveLength(3)
})

const route = (client: Client, description = 'Lists users.') =>
  client.post('/ai_assistant/route', {
    query: 'Who is there?',
    availableTools: Array.from({ length: 200 }, (_, at) => ({ name: `tool${at}`, description })),
  })

test('routing ends with the tokens of the day, and counts what failed', async () => {
  await using ground = await open([{ status: 500 }, { status: 500 }], { tokensPerDay: 1_000 })
  const admin = await signIn(ground.app, 'admin@acme.com')
  expect((await route(admin)).status).toBe(500)
  const [failed] = await ground.used()
  expect(failed!.input).toBeGreaterThan(1_000)
  expect(ground.heard).toMatchObject([{ inputTokens: failed!.input }])
  expect(await route(admin)).toMatchObject({
    status: 429,
    body: { error: 'The token limit for today has been reached' },
  })
  expect(ground.server.asked).toHaveLength(2)
})

test('routing tells the model no more of tools than of what was said before', async () => {
  await using ground = await open([{ text: '{}' }], { historyCharacters: 2_000 })
  await route(await signIn(ground.app, 'admin@acme.com'), 'x'.repeat(4_000))
  expect(JSON.stringify(ground.server.asked[0]).match(/x+/g)!.join('').length).toBeLessThan(3_000)
})
