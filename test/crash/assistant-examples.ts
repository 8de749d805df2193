import { aiAssistant } from '@plinth/ai-assistant'
import type { Caller, Command } from '@plinth/core'
import type { TestPlatform } from '@plinth/testing'
import type { Call, CrashExample } from './command-examples.ts'

const command = (id: string): Command => aiAssistant().commands!.find((one) => one.id === `ai_assistant.${id}`)!

/** Somebody new each time, because what one person may have at once is limited. */
class Person {
  readonly #app: TestPlatform
  readonly caller: Caller

  constructor(app: TestPlatform) {
    this.#app = app
    this.caller = app.callerOf({ isSuperAdmin: true, features: ['*'], userId: crypto.randomUUID() })
  }

  async run<T>(id: string, input: object): Promise<T> {
    return (await this.#app.platform.actAs(this.caller, (ctx) => ctx.run(command(id), input))) as T
  }

  /** A conversation in which a turn goes on, whose lease is not the latest: the clock of a rehearsal stands. */
  async begin(): Promise<{ conversationId: string; turnId: string }> {
    // What was begun before is over, or the tenant would soon have too many.
    await this.#app.sql('update ai_conversations set busy_until = null')
    const turnId = crypto.randomUUID()
    const { conversationId } = await this.run<{ conversationId: string }>('turns.begin', {
      conversationId: null,
      turnId,
      text: 'Make a role',
    })
    await this.#app.sql(`update ai_conversations set busy_until = busy_until - interval '5 seconds' where id = $1`, [
      conversationId,
    ])
    return { conversationId, turnId }
  }

  async ask(conversationId: string | null): Promise<{ id: string }> {
    const { id } = await this.run<{ id: string }>('approvals.ask', question(conversationId))
    return { id }
  }

  /** A question that has been answered with yes, and is being carried out. */
  async claim(): Promise<{ id: string }> {
    const { id } = await this.ask(null)
    await this.run('approvals.claim', { id, ...claimed })
    return { id }
  }
}

const claimed = { conversationId: null, tool: 'authCreateRole', argumentsHash: 'x' }
const question = (conversationId: string | null) => ({
  ...claimed,
  conversationId,
  steps: [{ step: { kind: 'request', method: 'POST', path: '/auth/roles', body: {} }, fingerprints: ['x'] }],
  preview: { title: 'Create role' },
  minutes: 5,
})

const usage = { model: 'gpt', inputTokens: 3, outputTokens: 4 }

const example = (id: string, input: (person: Person) => object | Promise<object>): CrashExample => ({
  command: command(id),
  async make(app): Promise<Call> {
    // Hosts that are killed go by the real time, in which a question counts for minutes: a whole campaign takes longer.
    app.clock.set(new Date())
    const person = new Person(app)
    return { input: await input(person), caller: person.caller }
  },
})

/** What is not undone of the assistant: turns of conversations, what waits to be confirmed, and what was used. */
export const assistantExamples: readonly CrashExample[] = [
  example('turns.begin', () => ({ conversationId: null, turnId: crypto.randomUUID(), text: 'Make a role' })),
  // A conversation that goes on, after a host that ended in the middle of what was confirmed.
  example('turns.begin', async (person) => {
    const { conversationId, turnId } = await person.begin()
    const { id } = await person.ask(conversationId)
    await person.run('approvals.answer', { id, conversationId, isApproved: true })
    await person.run('approvals.claim', { id, ...claimed, conversationId })
    await person.run('turns.end', { conversationId, turnId, messages: [], ...usage })
    return { conversationId, turnId: crypto.randomUUID(), text: 'And then?' }
  }),
  example('turns.renew', (person) => person.begin()),
  example('turns.end', async (person) => ({
    ...(await person.begin()),
    messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Done' }] }],
    ...usage,
  })),
  example('usage.note', () => usage),
  example('conversations.open', () => ({ id: crypto.randomUUID(), title: 'MCP' })),
  example('conversations.delete', async (person) => ({ id: (await person.begin()).conversationId })),
  example('approvals.ask', () => question(null)),
  example('approvals.answer', async (person) => {
    const { conversationId } = await person.begin()
    return { ...(await person.ask(conversationId)), conversationId, isApproved: true }
  }),
  example('approvals.claim', async (person) => ({ ...(await person.ask(null)), ...claimed })),
  example('approvals.end', async (person) => ({ ...(await person.claim()), state: 'done', outcome: null })),
]
