import { post, signedIn } from '@plinth/core'
import { tenantA } from '@plinth/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command, Item, labModule } from '../../../core/_lab/lab-module.ts'
import { urlEncoded, linkToken } from '../../auth/_accounts.ts'
import { oldClient } from './_clients.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

const keep = command(
  'keep',
  async ({ em, input }) => void em.create(Item, { name: 'kept', data: { text: input.name! } }),
  { access: signedIn },
)
const lab = labModule({ commands: [keep], routes: [post('/lab/items', keep)] })

let mcp: McpApp
let client: Awaited<ReturnType<typeof oldClient>>

beforeAll(async () => {
  mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } }, [lab])
  client = await oldClient(mcp, await mcp.keyOf('admin'))
})

afterAll(async () => {
  await client?.close()
  await mcp?.[Symbol.asyncDispose]()
})

/** Asks for an item with that text; a preview of it waits then. */
async function ask(name: string) {
  const { structuredContent } = await client.callTool({ name: 'keepItem', arguments: { name } })
  return structuredContent as { readonly code: string; readonly error?: string; readonly preview: string }
}

const waiting = async () =>
  (await mcp.app.sql<{ waiting: number }>('select count(*)::int as waiting from ai_approvals'))[0]!.waiting

test('what turns text around or hides is shown as what it is', async () => {
  const { preview } = await ask('Refund\u202e100 \u200bEUR\u2028')
  expect(preview).toContain(String.raw`"Refund\u202e100 \u200bEUR\u2028"`)
})

test('a preview that waits has at most a million characters', async () => {
  const before = await waiting()
  // The text stands in the request, in what is shown of it, and in the row.
  expect(await ask('x'.repeat(300_000))).toMatchObject({ code: 'APPROVAL_REQUIRED' })
  expect(await waiting()).toBe(before + 1)
  expect(await ask('x'.repeat(350_000))).toEqual({
    code: 'EXECUTION_ERROR',
    error: 'This is more than can be shown and confirmed at once; ask for less',
  })
  expect(await waiting()).toBe(before + 1)
  expect(await mcp.app.sql('select from items')).toEqual([])
})

test('fifty previews of one key wait at once, until they have expired', async () => {
  for (let at = await waiting(); at < 50; at++) expect(await ask('short')).toMatchObject({ code: 'APPROVAL_REQUIRED' })
  expect(await ask('short')).toMatchObject({
    code: 'EXECUTION_ERROR',
    error: 'Too many previews wait to be confirmed',
  })
  expect(await waiting()).toBe(50)
  mcp.app.clock.advance(11 * 60_000)
  expect(await ask('short')).toMatchObject({ code: 'APPROVAL_REQUIRED' })
})

test('a preview mails nobody, and what was confirmed is mailed once, with a link that works', async () => {
  const { app } = mcp
  const id = crypto.randomUUID()
  await app.sql('insert into users (id, tenant_id, organization_id, email) values ($1, $2, $3, $4)', [
    id,
    tenantA.id,
    tenantA.organization,
    'invited@acme.com',
  ])
  const code = `async () => api.request({ method: 'POST', path: '/auth/users/resend-invite', body: { id: '${id}' } })`
  const asked = await client.callTool({ name: 'execute', arguments: { code } })
  expect(asked.structuredContent).toMatchObject({ code: 'APPROVAL_REQUIRED' })
  expect(app.mails).toEqual([])
  const { approvalToken } = asked.structuredContent as { approvalToken: string }
  const done = await client.callTool({ name: 'execute', arguments: { code, _approvalToken: approvalToken } })
  expect(done.structuredContent).toEqual({ ok: true })
  await app.jobs()
  expect(app.mails).toHaveLength(1)
  const chosen = urlEncoded({ token: linkToken(app), password: 'Chosen-123' })
  expect((await app.anonymous.post('/auth/reset/confirm', chosen)).status).toBe(200)
})

/** Has the database refuse one kind of statement, until it is disposed of. */
async function refusing(statement: string, condition = 'true') {
  const { sql } = mcp.app
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  await sql(`create trigger refuse before ${statement} for each row when (${condition}) execute function refuse()`)
  return { [Symbol.asyncDispose]: async () => void (await sql('drop function refuse cascade')) }
}

const stateOf = async () =>
  (await mcp.app.sql<{ state: string }>('select state from ai_approvals order by created_at desc limit 1'))[0]!.state

test('what was confirmed has an end, also where nothing of it could begin', async () => {
  mcp.app.clock.advance(11 * 60_000)
  const { approvalToken } = (await ask('stopped')) as unknown as { approvalToken: string }
  await using _ = await refusing('insert on ai_conversations')
  // A conversation that the client has not named before, so that it would begin here.
  const call = { name: 'keepItem', arguments: { name: 'stopped', _approvalToken: approvalToken } }
  await client.callTool({ ...call, _meta: { 'plinth/conversation': 'Another one' } }).catch(() => {})
  expect(await stateOf()).toBe('failed')
})

test('what has happened is told, also where its end could not be written down', async () => {
  mcp.app.clock.advance(11 * 60_000)
  const { approvalToken } = (await ask('done')) as unknown as { approvalToken: string }
  await using _ = await refusing('update on ai_approvals', `new.state = 'done'`)
  const call = { name: 'keepItem', arguments: { name: 'done', _approvalToken: approvalToken } }
  expect(await client.callTool(call)).not.toHaveProperty('isError')
  expect(await mcp.app.sql(`select from items where data ->> 'text' = 'done'`)).toHaveLength(1)
})
