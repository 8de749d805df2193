import { businessRules } from '@plinth/business-rules'
import { Ok, PlatformError, post, signedIn } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { command, Item, labModule } from '../../../core/_lab/lab-module.ts'
import { urlEncoded, linkToken } from '../../auth/_accounts.ts'
import { idOf } from '../../auth/_people.ts'
import { oldClient } from './_clients.ts'
import { type McpApp, mcpApp } from './_mcp-app.ts'

const keep = command(
  'keep',
  async ({ from, input }) => void (await from.create(Item, { name: 'kept', data: { text: input.name! } })),
  { access: signedIn },
)
const name = command('name', async ({ from, input }) => void (await from.create(Item, { name: input.name! })), {
  access: signedIn,
})
let isCut = false
/** Its change is made; what follows may fail, as the answer to a commit may be lost. */
const cut = post(
  '/lab/cut',
  { access: signedIn, body: z.object({ name: z.string() }), response: Ok },
  async ({ run, body }) => {
    await run(name, body)
    if (isCut) throw new PlatformError('unavailable', 'The database cannot be reached')
    return { ok: true as const }
  },
)
const lab = labModule({ commands: [keep, name], routes: [post('/lab/items', keep), cut] })

let mcp: McpApp
let client: Awaited<ReturnType<typeof oldClient>>

beforeAll(async () => {
  mcp = await mcpApp({ limits: { callsPerMinute: 1_000 } }, [lab, businessRules()])
  client = await oldClient(mcp, await mcp.keyOf('admin'))
})

afterAll(async () => {
  await client?.close()
  await mcp?.[Symbol.asyncDispose]()
})

/** Asks for an item with that text; a preview of it waits then. */
async function ask(name: string) {
  const { structuredContent } = await client.callTool({ name: 'labKeepItem', arguments: { name } })
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
    error: 'Too many previews are waiting for confirmation',
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

test('what is no command is not told as done by a preview: it waits, too, and is done once', async () => {
  const { app } = mcp
  mcp.app.clock.advance(11 * 60_000)
  const rule = {
    ruleId: 'TELL',
    ruleName: 'Tell somebody',
    ruleType: 'ACTION',
    entityType: 'Order',
    conditionExpression: null,
    successActions: [{ type: 'NOTIFY', config: { recipients: ['employee@acme.com'], message: 'Told' } }],
  }
  const own = { features: ['*'], userId: await idOf(app, 'superadmin@acme.com') }
  const made = await app.as(own).post('/business_rules/rules', rule)
  expect(made.status, made.text).toBe(201)
  const body = JSON.stringify({ entityType: 'Order', data: {} })
  const code = `async () => api.request({ method: 'POST', path: '/business_rules/execute', body: ${body} })`
  const logs = () => app.sql('select from rule_executions')
  const asked = await client.callTool({ name: 'execute', arguments: { code } })
  expect(asked.structuredContent).toMatchObject({
    code: 'APPROVAL_REQUIRED',
    preview: expect.stringContaining(
      'POST /business_rules/execute\ncauses business_rules.executions\nThis cannot be undone.',
    ),
  })
  await app.jobs()
  expect([await logs(), app.mails.filter(({ to }) => to === 'employee@acme.com')]).toEqual([[], []])
  const { approvalToken } = asked.structuredContent as { approvalToken: string }
  const done = await client.callTool({ name: 'execute', arguments: { code, _approvalToken: approvalToken } })
  expect(done.structuredContent).toMatchObject({ logIds: [expect.any(String)] })
  await app.settled()
  await app.jobs()
  expect([(await logs()).length, app.mails.filter(({ to }) => to === 'employee@acme.com').length]).toEqual([1, 1])
  // A dry run of its own does nothing at all, so there is nothing to ask.
  const dry = code.replace('"data"', '"dryRun":true,"data"')
  const tried = await client.callTool({ name: 'execute', arguments: { code: dry } })
  expect(tried.structuredContent).not.toHaveProperty('code')
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
  const call = { name: 'labKeepItem', arguments: { name: 'stopped', _approvalToken: approvalToken } }
  await client.callTool({ ...call, _meta: { 'plinth/conversation': 'Another one' } }).catch(() => {})
  expect(await stateOf()).toBe('failed')
})

test('what has happened is told, also where its end could not be written down', async () => {
  mcp.app.clock.advance(11 * 60_000)
  const { approvalToken } = (await ask('done')) as unknown as { approvalToken: string }
  await using _ = await refusing('update on ai_approvals', `new.state = 'done'`)
  const call = { name: 'labKeepItem', arguments: { name: 'done', _approvalToken: approvalToken } }
  expect(await client.callTool(call)).not.toHaveProperty('isError')
  expect(await mcp.app.sql(`select from items where data ->> 'text' = 'done'`)).toHaveLength(1)
})

test('of what fails behind its change it is told that the change has happened', async () => {
  mcp.app.clock.advance(11 * 60_000)
  const request = (name: string) => `await api.request({ method: 'POST', path: '/lab/cut', body: { name: '${name}' } })`
  const confirm = async (code: string) => {
    mcp.app.clock.advance(1_000)
    isCut = false
    const asked = await client.callTool({ name: 'execute', arguments: { code } })
    expect(asked.structuredContent).toMatchObject({ code: 'APPROVAL_REQUIRED' })
    const { approvalToken } = asked.structuredContent as { approvalToken: string }
    isCut = true
    const { structuredContent } = await client.callTool({
      name: 'execute',
      arguments: { code, _approvalToken: approvalToken },
    })
    return { error: (structuredContent as { error: string }).error, state: await stateOf() }
  }
  expect(await confirm(`async () => ${request('cut')}`)).toEqual({
    error: 'The database cannot be reached. All of it has happened.',
    state: 'done',
  })
  expect(await confirm(`async () => { ${request('first')}; ${request('second')} }`)).toEqual({
    error: 'The database cannot be reached. Of 2 changes, the first 1 have happened, each completely.',
    state: 'failed',
  })
  const made = await mcp.app.sql(`select name from items where name <> 'kept' order by name`)
  expect(made).toEqual([{ name: 'cut' }, { name: 'first' }])
})
