import { tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { assistantApp } from './_assistant.ts'

const MIB = 1_048_576

/** A conversation with so many messages of 32,000 characters, oldest first: `0 …`, `1 …`. */
async function converse({ sql }: TestPlatform, count: number): Promise<string> {
  const id = crypto.randomUUID()
  const [user] = await sql("select id from users where email = 'admin@acme.com'")
  await sql(
    `insert into ai_conversations (id, tenant_id, organization_id, actor_id, title, created_at, updated_at)
     values ($1, $2, $3, $4, 'Long', now(), now())`,
    [id, tenantA.id, tenantA.organization, user!['id']],
  )
  await sql(
    `insert into ai_messages (id, tenant_id, organization_id, conversation_id, role, content, created_at)
     select gen_random_uuid(), $1, $2, $3, 'user', to_jsonb(n || ' ' || repeat('x', 32000)), now()
     from generate_series(0, $4::int - 1) n order by n`,
    [tenantA.id, tenantA.organization, id, count],
  )
  return id
}

interface Page {
  readonly messages: readonly { readonly id: string; readonly content: string }[]
  readonly hasEarlier: boolean
}

test('a long conversation is shown in pages of bounded bytes, latest first', async () => {
  await using app = await assistantApp()
  const admin = await signIn(app, 'admin@acme.com')
  const id = await converse(app, 150)
  const seen: string[] = []
  for (let before = ''; ;) {
    const { status, text, body } = await admin.get(`/ai_assistant/conversations/${id}${before}`)
    expect([status, text.length < 2.2 * MIB]).toEqual([200, true])
    const { messages, hasEarlier } = body as Page
    seen.unshift(...messages.map(({ content }) => content.split(' ')[0]!))
    if (!hasEarlier) break
    before = `?before=${messages[0]!.id}`
  }
  expect(seen).toEqual(Array.from({ length: 150 }, (_, n) => String(n)))
})

test('a conversation that has its bytes takes no more', async () => {
  await using app = await assistantApp({ limits: { conversationBytes: MIB } })
  const admin = await signIn(app, 'admin@acme.com')
  const say = (sessionId: string) =>
    admin.post('/ai_assistant/chat', { sessionId, messages: [{ role: 'user', content: 'And?' }] })
  expect((await say(await converse(app, 20))).status).toBe(201)
  const refused = await say(await converse(app, 40))
  expect([refused.status, refused.body.error]).toEqual([429, expect.stringContaining(`${MIB} bytes`)])
})
