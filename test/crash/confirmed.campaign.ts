import { bearer } from '@plinth/auth/testing'
import type { Client, TestPlatform } from '@plinth/testing'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forkProgram } from '../_setup/fork-program.ts'
import { assistantApp } from '../modules/ai-assistant/_assistant.ts'
import { converse, textOf } from '../modules/ai-assistant/_chat.ts'
import { modelServer, type ModelServer, type Step } from '../modules/ai-assistant/_providers/model-server.ts'
import { signIn } from '../modules/auth/_accounts.ts'
import { type Moment, moments } from './confirmed-moments.ts'
import { doomedUrl, untilForgotten } from './doomed.ts'

let app: TestPlatform
let model: ModelServer

beforeAll(async () => {
  model = await modelServer('openai', [])
  app = await assistantApp({ provider: 'openai', providers: { openai: { apiKey: 'sk', baseUrl: model.url } } })
})

afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await model?.[Symbol.asyncDispose]()
})

/** A call of the model that makes the role, or two of them. */
function callFor(moment: Moment, name: string): Step {
  if (moment !== 'between two changes') return { calls: [{ name: 'authCreateRole', args: { name } }] }
  const requests = [name, `${name} too`].map((one) => ({ method: 'POST', path: '/auth/roles', body: { name: one } }))
  const code = `async () => { for (const one of ${JSON.stringify(requests)}) await api.request(one) }`
  return { calls: [{ name: 'execute', args: { code } }] }
}

/** Confirms the write on a host that dies of it; answers the conversation. */
async function confirmAndDie(moment: Moment, token: string): Promise<string> {
  const host = await forkProgram(new URL('./confirmed-host.ts', import.meta.url), {
    HOST_DATABASE_URL: doomedUrl(app),
    MODEL_URL: model.url,
    CRASH_MOMENT: moment,
  })
  const exited = once(host, 'exit') as Promise<[number | null, string | null]>
  const [url] = (await Promise.race([once(host, 'message'), exited])) as [string]
  const client: Client = bearer({ ...app, fetch: (path, init) => fetch(url + path, init) }, token)
  let conversation = ''
  const conversed = converse(client, 'Make it', {
    answer({ sessionID }) {
      conversation = sessionID
      return 0
    },
  })
  const end = await conversed.then(
    () => 'the host lived',
    () => 'the host died',
  )
  host.kill('SIGTERM')
  expect([end, (await exited)[1]]).toEqual(['the host died', 'SIGKILL'])
  await untilForgotten(app)
  return conversation
}

test.each(Object.keys(moments) as Moment[])(
  'a host killed in the middle of a confirmed write leaves all of it or nothing, and the conversation says which: %s',
  { timeout: 60_000 },
  async (moment) => {
    app.clock.set(new Date())
    const admin = await signIn(app, 'admin@acme.com')
    const name = `Role made ${moment}`
    model.play([callFor(moment, name)])
    const sessionId = await confirmAndDie(moment, admin.token)

    const entries = await app.sql<{ changes: number }>(
      `select (select count(*)::int from plinth.changes c where c.tenant_id = e.tenant_id and c.entry_id = e.id) as changes
        from plinth.action_log e where context -> 'cause' ->> 'conversationId' = $1`,
      [sessionId],
    )
    const roles = (await admin.get(`/auth/roles?search=${encodeURIComponent(name)}`)).body.total as number
    expect(entries.map(({ changes }) => changes > 0)).toEqual(Array.from({ length: roles }, () => true))
    const { done = roles } = moments[moment]
    expect(roles).toBe(done)

    // When nobody renews the turn any more.
    app.clock.set(new Date(Date.now() + 60_000))
    const isWhole = done === 1 && moment !== 'between two changes'
    const words = isWhole
      ? /All of it has happened/
      : done === 1
        ? /Of 2 changes, the first 1/
        : /Nothing of it has happened/
    const path = `/ai_assistant/conversations/${sessionId}`
    expect((await admin.get(path)).body.approvals).toMatchObject([{ outcome: expect.stringMatching(words) }])
    model.play([{ text: 'Thank you.' }])
    expect(textOf(await converse(admin, 'Did it happen?', { sessionId }))).toMatch(words)
    expect(JSON.stringify(model.asked.at(-1))).toMatch(words)
    const conversation = (await admin.get(path)).body
    expect(conversation.approvals).toMatchObject([
      { state: isWhole ? 'done' : 'failed', outcome: expect.stringMatching(words) },
    ])
    expect(conversation.actions).toHaveLength(done)

    const undone = await admin.post(`${path}/undo`)
    expect(undone.body).toMatchObject({ isComplete: true })
    expect((await admin.get(`/auth/roles?search=${encodeURIComponent(name)}`)).body.total).toBe(0)
  },
)
