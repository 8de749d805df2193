import { createServer } from 'node:net'
import { businessRules } from '@plinth/business-rules'
import { defineCommand, defineEvents, defineFeatures, defineModule, Ok, on, post } from '@plinth/core'
import { defineRulePoint } from '@plinth/core/rules'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { startReceiver } from './_receiver.ts'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const path = '/business_rules/execute'
const acting = (successActions: object[], more: object = {}) => ({
  ...guardRule,
  ruleType: 'ACTION',
  successActions,
  ...more,
})

const features = defineFeatures('echo', { call: 'Call' })
const events = defineEvents('echo', { flagged: z.object({ note: z.string() }), secret: z.object({}) })
const echoes = defineRulePoint('echo:call', {
  title: 'Echo',
  data: z.object({ note: z.string() }),
  settable: ['note'],
  load: async () => null,
})
const heard: string[] = []
const call = defineCommand({
  id: 'echo.calls.create',
  access: features.call,
  rules: echoes.create,
  input: z.object({ note: z.string() }),
  output: Ok,
  run({ input }) {
    heard.push(input.note)
    return { ok: true as const }
  },
})
/** A command whose rule emits an event whose subscriber runs the command again. */
const echo = defineModule({
  id: 'echo',
  title: 'Echo',
  features,
  events,
  roles: { admin: [features.call] },
  commands: [call],
  subscribers: [on(events.flagged, ({ payload, run }) => run(call, payload), { durable: 'echo.again' })],
  routes: [post('/echo', call)],
})
const openEcho = () => rulesApp({ modules: [businessRules({ events: [events.flagged], maxDepth: 3 }), echo] })

test('LOG writes, SHOW_* and decisions are answered, NOTIFY mails every recipient once', async () => {
  await using app = await rulesApp({ modules: [businessRules({ mailAddresses: ['a@acme.com', 'b@acme.com'] })] })
  const admin = app.as('admin')
  const show = ['SHOW_INFO', 'SHOW_WARNING', 'SHOW_ERROR'].map((type) => ({ type, config: { message: type } }))
  await create(
    admin,
    rulesPath,
    acting([
      { type: 'LOG', config: { message: 'Order {{data.id}}', level: 'warn' } },
      ...show,
      { type: 'ALLOW_TRANSITION' },
      { type: 'BLOCK_TRANSITION', config: { message: 'No' } },
      { type: 'NOTIFY', config: { recipients: ['a@acme.com', 'b@acme.com', 'a@acme.com'], message: 'Hi\n<b>' } },
      { type: 'SET_FIELD', config: { field: 'id.no', value: 1 } },
    ]),
  )
  const { body } = await admin.post(path, { entityType: 'Order', data: { id: 7 } })
  expect(body.allowed).toBe(true)
  expect(body.messages.map(({ severity, message }: Record<string, string>) => [severity, message])).toEqual([
    ['info', 'SHOW_INFO'],
    ['warning', 'SHOW_WARNING'],
    ['error', 'SHOW_ERROR'],
  ])
  expect(body.decisions).toEqual([
    { ruleId: 'R-1', allowed: true, message: 'Transition allowed' },
    { ruleId: 'R-1', allowed: false, message: 'No' },
  ])
  const { success, results } = body.executedRules[0].actionsExecuted
  expect(success).toBe(false)
  expect(results.at(-1)).toMatchObject({ type: 'SET_FIELD', success: false })
  expect(app.log.at('warn')).toMatchObject([{ message: 'Order 7', facts: { ruleId: 'R-1' } }])
  await app.jobs()
  expect(app.mails.map(({ to, subject, html }) => [to, subject, html]).toSorted()).toEqual([
    ['a@acme.com', 'Orders stay small', expect.stringMatching(/<p>Hi<br>&lt;b&gt;<.p>\n<hr>/)],
    ['b@acme.com', 'Orders stay small', expect.stringMatching(/<p>Hi<br>&lt;b&gt;<.p>\n<hr>/)],
  ])
})

test('EMIT_EVENT emits what the host lets rules emit, with a payload that fits, and nothing else', async () => {
  await using app = await openEcho()
  const admin = app.as('admin')
  const emits = (eventName: string, payload?: object) => ({ type: 'EMIT_EVENT', config: { eventName, payload } })
  const refused = await admin.post(
    rulesPath,
    acting([emits('echo.flagged', { note: 'one' }), emits('echo.flagged', {}), emits('echo.secret')]),
  )
  const fault = `Invalid actions: Action 2: EMIT_EVENT: The payload does not fit the event echo.flagged; \
Action 3: EMIT_EVENT: Rules may not emit the event echo.secret; they may emit echo.flagged`
  expect([refused.status, refused.body.fieldErrors]).toEqual([400, { successActions: fault }])
  const id = await create(admin, rulesPath, acting([emits('echo.flagged', { note: 'one' })]))
  const changed = await admin.put(rulesPath, { id, failureActions: [emits('echo.secret')] })
  expect(changed.body.fieldErrors.failureActions).toContain('Action 1: EMIT_EVENT: Rules may not emit')
  heard.length = 0
  const { body } = await admin.post(path, { entityType: 'Order' })
  expect(body.executedRules[0].actionsExecuted.results).toEqual([{ type: 'EMIT_EVENT', success: true }])
  await app.jobs()
  expect(heard).toEqual(['one'])
  // A payload with tokens is checked when their values are known.
  const tokens = [emits('echo.flagged', { note: '{{data.note}}' })]
  await admin.put(rulesPath, { id, successActions: tokens })
  for (const note of ['two', 3]) await admin.post(path, { entityType: 'Order', data: { note } })
  await app.jobs()
  expect(heard).toEqual(['one', 'two'])
})

test.each(['beforeCreate', 'afterCreate'])(
  'rules that lead to each other through events end (%s)',
  async (eventType) => {
    await using app = await openEcho()
    const admin = app.as('admin')
    const again = { type: 'EMIT_EVENT', config: { eventName: 'echo.flagged', payload: { note: 'again' } } }
    await create(admin, rulesPath, acting([again], { entityType: 'echo:call', eventType }))
    heard.length = 0
    expect((await admin.post('/echo', { note: 'first' })).status).toBe(200)
    await app.jobs()
    expect(heard).toEqual(['first', 'again', 'again', 'again'])
    await app.settled()
    const { body } = await admin.get('/business_rules/logs?entityType=echo:call')
    expect(body.total).toBe(4)
    expect(body.items[0].outputContext.actionsExecuted[0].error).toBe('Rules have triggered each other too often')
  },
)

test('what a write tells other hosts is written when the platform has settled', async () => {
  await using app = await rulesApp()
  const published = () => app.sql<{ n: number }>('select count(*)::int as n from plinth.invalidations')
  await create(app.as('admin'), rulesPath, acting([{ type: 'SHOW_INFO', config: { message: 'x' } }]))
  await app.settled()
  const before = await published()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await published()).toEqual(before)
})

test('a dry run changes no table and opens no connection', async () => {
  const connections: unknown[] = []
  const trap = createServer((socket) => void connections.push(socket.end()))
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  const { port } = trap.address() as { port: number }
  const host = `127.0.0.1:${port}`
  await using app = await rulesApp({
    modules: [
      businessRules({ webhookLocalHosts: [host], events: [events.flagged], mailAddresses: ['a@acme.com'] }),
      echo,
    ],
  })
  const admin = app.as('admin')
  const actions = [
    { type: 'LOG', config: { message: 'written' } },
    { type: 'SHOW_INFO', config: { message: 'shown' } },
    { type: 'NOTIFY', config: { recipients: ['a@acme.com'], message: 'mailed' } },
    { type: 'SET_FIELD', config: { field: 'a', value: 1 } },
    { type: 'CALL_WEBHOOK', config: { url: `http://${host}/` } },
    { type: 'EMIT_EVENT', config: { eventName: 'echo.flagged', payload: { note: 'x' } } },
    { type: 'BLOCK_TRANSITION' },
  ]
  const forbidden = { type: 'CALL_WEBHOOK', config: { url: 'https://{{data.host}}/' } }
  const id = await create(admin, rulesPath, acting([...actions, forbidden]))
  await admin.post(path, { entityType: 'Order', dryRun: true })
  await app.settled()
  const before = await countRows(app)
  heard.length = 0
  for (const at of [path, `${path}/${id}`]) {
    const { body } = await admin.post(at, { entityType: 'Order', data: { host: 'elsewhere.example' }, dryRun: true })
    const executed = body.executedRules?.[0] ?? body
    expect(executed.actionsExecuted.results).toEqual([
      ...actions.map(({ type }) => ({ type, success: true })),
      { type: 'CALL_WEBHOOK', success: false, error: expect.stringContaining('elsewhere.example') },
    ])
    expect(executed).not.toHaveProperty('logId')
    expect(body).not.toHaveProperty('logIds')
    expect(body.data).toEqual({ host: 'elsewhere.example', a: 1 })
  }
  await app.settled()
  expect(await app.jobs()).toBe(0)
  expect(await countRows(app)).toEqual(before)
  expect(app.log.lines.map(({ message }) => message)).not.toContain('written')
  expect([app.mails, heard, connections]).toEqual([[], [], []])
  await new Promise((resolve) => trap.close(resolve))
})

/** Rows of every table of the database, the queue and the platform's own included. */
async function countRows(app: Awaited<ReturnType<typeof rulesApp>>) {
  const tables = await app.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'plinth', 'plinth_jobs') order by 1`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
  return app.sql(counts.join(' union all '))
}

test('rules after a command that run again, because the host died before it said so, ask for nothing twice', async () => {
  await using receiver = await startReceiver()
  const rules = businessRules({ events: [events.flagged], webhookLocalHosts: [receiver.host] })
  await using app = await rulesApp({ modules: [rules, echo] })
  const admin = app.as('admin')
  const effects = [1, 2].map(() => ({ type: 'CALL_WEBHOOK', config: { url: receiver.url } }))
  await create(admin, rulesPath, acting(effects, { entityType: 'echo:call', eventType: 'afterCreate' }))
  expect((await admin.post('/echo', { note: 'once' })).status).toBe(200)
  await app.jobs()
  expect(receiver.received).toHaveLength(2)
  await app.sql(`update plinth_jobs.job set state = 'retry', completed_on = null
    where name = 'business_rules.run-after-rules'`)
  expect(await app.jobs()).toBe(1)
  expect(receiver.received).toHaveLength(2)
  expect((await admin.post('/echo', { note: 'again' })).status).toBe(200)
  await app.jobs()
  expect(receiver.received).toHaveLength(4)
})
