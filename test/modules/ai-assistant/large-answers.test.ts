import type { AiAssistantOptions, Usage } from '@plinth/ai-assistant'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { assistantApp } from './_assistant.ts'
import { converse, textOf } from './_chat.ts'
import { type HostileAnswer, hostileAnswers, hostileModelServer } from './_providers/hostile-model-server.ts'

async function open(answer: HostileAnswer, limits: AiAssistantOptions['limits'] = {}) {
  const heard: Usage[] = []
  const server = await hostileModelServer(answer)
  const app = await assistantApp({
    provider: 'openai',
    model: 'hostile',
    providers: { openai: { apiKey: 'sk', baseUrl: server.url } },
    onUsage: (usage) => heard.push(usage),
    limits,
  })
  const close = async () => {
    await app[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  }
  return { app, server, heard, [Symbol.asyncDispose]: close }
}

const MIB = 2 ** 20

test(
  'a step ends beyond what it may answer, in little memory, while others are served',
  { timeout: 300_000 },
  async () => {
    await using ground = await open({})
    const { app, server, heard } = ground
    const admin = await signIn(app, 'admin@acme.com')
    const other = await signIn(app, 'employee@acme.com')
    for (const [name, answer] of Object.entries(hostileAnswers)) {
      server.play(answer)
      const before = process.memoryUsage().rss
      let peak = before
      const over = new AbortController()
      const watching = (async () => {
        while (!over.signal.aborted) {
          expect((await other.get('/auth/profile')).status).toBe(200)
          peak = Math.max(peak, process.memoryUsage().rss)
          await sleep(20)
        }
      })()
      const frames = await converse(admin, 'Go').finally(() => over.abort())
      await watching
      const error = expect.stringContaining('was too long and was cut off')
      expect([name, frames.at(-1)]).toEqual([name, { type: 'error', error }])
      expect(textOf(frames).length).toBeLessThanOrEqual(MIB)
      await expect.poll(server.over, { timeout: 60_000 }).toBe(1)
      // What lies in the buffers of the connection was sent, too.
      expect([name, server.sent() < 32 * MIB]).toEqual([name, true])
      expect([name, peak - before < 256 * MIB]).toEqual([name, true])
      expect(heard.at(-1)!.outputTokens).toBeGreaterThanOrEqual(Math.floor(textOf(frames).length / 4))
    }
    // Nothing that was asked for was done.
    expect(await app.sql(`select count(*)::int as n from roles where name like 'Hostile%'`)).toEqual([{ n: 0 }])
    server.play({ text: ['All', ' is well.'] })
    expect(textOf(await converse(admin, 'Go'))).toBe('All is well.')
  },
)

test('of reported and counted tokens the larger ones count, between steps and at the end', async () => {
  const text = 'x'.repeat(40_000)
  await using ground = await open({ text: [text], usage: { prompt_tokens: 10, completion_tokens: 5 } })
  const admin = await signIn(ground.app, 'admin@acme.com')
  expect((await converse(admin, 'y'.repeat(30_000))).at(-1)).toMatchObject({ type: 'done' })
  const [used] = ground.heard
  expect(used).toMatchObject({ outputTokens: 10_000 })
  expect(used!.inputTokens).toBeGreaterThan(5_000)
  expect(await ground.app.sql('select input_tokens::int as input, output_tokens::int as output from ai_usage')).toEqual(
    [{ input: used!.inputTokens, output: 10_000 }],
  )
})

test('what is sent again counts again, whatever is reported', async () => {
  const call = { name: 'context_whoami', arguments: ['{}'] }
  await using ground = await open({ call, usage: { prompt_tokens: 1, completion_tokens: 1 } }, { tokensPerDay: 30_000 })
  const admin = await signIn(ground.app, 'admin@acme.com')
  const frames = await converse(admin, 'y'.repeat(30_000))
  expect(frames.at(-1)).toMatchObject({ type: 'error', error: expect.stringContaining('used up') })
  expect(ground.server.asked()).toBeLessThanOrEqual(6)
})

test('arguments count too, and end a conversation that has no tokens left', async () => {
  const call = { name: 'context_whoami', arguments: [JSON.stringify({ filler: 'x'.repeat(40_000) })] }
  await using ground = await open(
    { call, usage: { prompt_tokens: 1, completion_tokens: 1 } },
    { tokensPerConversation: 20_000 },
  )
  const admin = await signIn(ground.app, 'admin@acme.com')
  const frames = await converse(admin, 'Go')
  expect(frames.at(-1)).toMatchObject({ type: 'error', error: expect.stringContaining('used up') })
  expect(ground.server.asked()).toBe(2)
  expect(ground.heard[0]!.outputTokens).toBeGreaterThan(20_000)
})

test.each([-1_000_000, 0.5, 1e300, null])('a report of %s tokens counts as a number of them', async (tokens) => {
  await using ground = await open({
    text: ['x'.repeat(400)],
    usage: { prompt_tokens: tokens, completion_tokens: tokens },
  })
  const admin = await signIn(ground.app, 'admin@acme.com')
  await converse(admin, 'Go')
  const [used] = await ground.app.sql<{ input: number; output: number }>(
    'select input_tokens::int as input, output_tokens::int as output from ai_usage',
  )
  expect(used!.input).toBeGreaterThanOrEqual(0)
  expect(used!.output).toBeGreaterThanOrEqual(100)
})

test('a question outside of conversations ends as well', async () => {
  await using ground = await open({ whole: 64 * MIB })
  const admin = await signIn(ground.app, 'admin@acme.com')
  const before = process.memoryUsage().rss
  const answer = await admin.post('/ai_assistant/route', {
    query: 'Who is there?',
    availableTools: [{ name: 'list_users', description: 'Lists users.' }],
  })
  expect(answer.status).toBe(500)
  expect(process.memoryUsage().rss - before).toBeLessThan(128 * MIB)
  expect(ground.server.sent()).toBeLessThan(48 * MIB)
})
