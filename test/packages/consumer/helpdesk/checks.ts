import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { type Module, systemSession } from '@plinth/core'
import {
  checkCrashes,
  checkIsolation,
  checkMigratedUndo,
  checkUndo,
  runLogged,
  tenantA,
  testPlatform,
  type TestPlatform,
  turnLogged,
  type UndoExample,
} from '@plinth/core/testing'
import { directory, provisionTenant } from '@plinth/directory'
import assert from 'node:assert/strict'
import { addComment, closeTicket, told } from './commands.ts'
import { firstHelpdesk, firstTickets } from './first-version.ts'
import { helpdesk, tickets } from './module.ts'

// What the helpdesk promises, on the platform's modules and in two versions. Prints a line for each promise that holds.
const postgresUrl = process.env['DATABASE_URL'] ?? 'postgres://postgres@localhost/postgres'
const accounts = [directory, auth({ secret: 'a secret of at least 32 characters' }), auditLogs]
const compose = (module: Module) => [...accounts, businessRules(), module]
const place = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }
const open = (module: Module, databaseUrl?: string) =>
  testPlatform({
    modules: compose(module),
    postgresUrl,
    startAt: new Date('2030-01-01T02:00:00Z'),
    ...(databaseUrl && { databaseUrl }),
  })

const agent = { features: ['helpdesk.*'] }
const words = { subject: 'Printer', description: 'It does not print' }
const made = async (app: TestPlatform) => {
  const { status, body, text } = await app.as(agent).post('/tickets', words)
  assert.equal(status, 201, text)
  return body as { id: string }
}
const ticketOf = async ({ sql }: TestPlatform, id: string) =>
  (await sql('select * from tickets where id = $1', [id]))[0]

const promises: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'nested commands are undone with their effects, the innermost last'() {
    await using app = await open(helpdesk)
    const { id } = await made(app)
    const session = app.sessionOf(agent)
    const input = { id, answer: 'Switch it on' }
    const entry = await runLogged(app, session, { command: closeTicket, input })
    await app.jobs()
    assert.deepEqual(told.splice(0).toSorted(), ['added Switch it on', 'closed'])
    await turnLogged(app, session, { entryId: entry.id, direction: 'undo' })
    await app.jobs()
    assert.deepEqual(told.splice(0).toSorted(), ['opened again', 'withdrawn Switch it on'])
    assert.equal((await ticketOf(app, id))?.['status'], 'open')
    assert.deepEqual(await app.sql('select from ticket_comments'), [])
  },

  async 'what the first version wrote is undone by the second, across a renamed column and an added one'() {
    await using app = await open(firstHelpdesk)
    const admin = { features: ['*'] }
    const client = app.as(admin)
    const { body } = await client.post('/tickets', { subject: 'Printer', body: 'Paper jam' })
    const updated = await client.put('/tickets', { id: body.id, body: 'No paper' })
    const deleted = await client.del(`/tickets?id=${body.id}`)
    assert.deepEqual([updated.status, deleted.status], [200, 200])
    await using next = await open(helpdesk, app.databaseUrl)
    const ticket = async () => {
      const row = await ticketOf(next, body.id)
      return [row?.['description'], row?.['priority']]
    }
    const undo = async (undoToken: unknown) => {
      const answer = await next.as(admin).post('/audit_logs/audit-logs/actions/undo', { undoToken: String(undoToken) })
      assert.equal(answer.status, 200, answer.text)
    }
    await undo(deleted.operation?.undoToken)
    assert.deepEqual(await ticket(), ['No paper', 'normal'])
    await undo(updated.operation?.undoToken)
    assert.deepEqual(await ticket(), ['Paper jam', 'normal'])
  },

  async 'roles of tenants that exist receive what the second version declares'() {
    await using app = await open(firstHelpdesk)
    await app.platform.as(systemSession('a new tenant', place), ({ run }) =>
      run(provisionTenant, { tenantName: 'Acme', organizationName: 'Acme' }),
    )
    await using next = await open(helpdesk, app.databaseUrl)
    const [role] = await next.sql(
      `select features from roles r join role_acls a on a.role_id = r.id where name = 'agent'`,
    )
    assert.deepEqual(role?.['features'], ['helpdesk.view', 'helpdesk.answer', 'helpdesk.merge'])
  },

  async 'rules see what a ticket was'() {
    await using app = await open(helpdesk)
    const { status, text } = await app.as({ features: ['*'] }).post('/business_rules/rules', {
      ruleId: 'T-1',
      ruleName: 'Closed stays closed',
      ruleType: 'GUARD',
      entityType: 'helpdesk:ticket',
      eventType: 'beforeUpdate',
      conditionExpression: { field: 'before.status', operator: '!=', value: 'closed' },
      failureActions: [{ type: 'SHOW_ERROR', config: { message: 'It is closed.' } }],
    })
    assert.equal(status, 201, text)
    const { id } = await made(app)
    const close = () => app.as({ features: ['*'] }).post(`/tickets/${id}/close`, { answer: 'Done' })
    assert.deepEqual([(await close()).status, (await close()).status], [200, 422])
  },

  async 'tickets are searched, and schedules come due'() {
    await using app = await open(helpdesk)
    const { id } = await made(app)
    const { body } = await app.as(agent).get('/tickets?search=print')
    assert.deepEqual(body.items, [{ id, ...words, status: 'open', priority: 'normal' }])
    app.clock.advance(3_600_000)
    await app.jobs()
    assert.ok(told.splice(0).includes('counted'))
  },

  async 'every command is undone, with a migration in between too, and survives a crash'() {
    await using app = await open(helpdesk)
    await checkUndo(app, { modules: [helpdesk], examples })
    await checkCrashes(app, { examples })
    await checkMigratedUndo({ platform: { modules: compose(helpdesk), postgresUrl }, examples })
    const first = { command: firstTickets.create, input: { subject: 'Printer', body: 'Paper jam' } }
    const platform = { modules: compose(firstHelpdesk), postgresUrl }
    await checkMigratedUndo({ platform, later: compose(helpdesk), examples: [first] })
  },

  async 'nobody reaches tickets that are not theirs'() {
    await using app = await testPlatform({ modules: [{ id: 'directory', title: 'Stand-in' }, helpdesk], postgresUrl })
    const unknown = '99999999-9999-4999-8999-999999999999'
    const request = (more: object) => async (on: TestPlatform) => ({ body: { ...(await made(on)), ...more } })
    await checkIsolation(app, {
      samples: [
        { route: 'POST /tickets', as: 'admin', request: { body: words }, expect: 201 },
        { route: 'PUT /tickets', as: 'admin', request: request({ subject: 'New' }), expect: 200 },
        { route: 'DELETE /tickets', as: 'admin', request: { query: { id: unknown } }, expect: 404 },
        {
          route: 'POST /tickets/{id}/close',
          as: 'admin',
          request: async (on) => ({ params: await made(on), body: { answer: 'Done' } }),
          expect: 200,
        },
      ],
    })
  },
}

const examples: readonly UndoExample[] = [
  { command: tickets.create, input: words },
  { command: tickets.update, input: async (app: TestPlatform) => ({ ...(await made(app)), subject: 'New' }) },
  { command: tickets.delete, input: made },
  { command: addComment, input: async (app: TestPlatform) => ({ ticketId: (await made(app)).id, text: 'Hm' }) },
  { command: closeTicket, input: async (app: TestPlatform) => ({ ...(await made(app)), answer: 'Done' }) },
]

for (const [promise, keep] of Object.entries(promises)) {
  await keep()
  told.length = 0
  console.error(promise)
}
console.log(`${Object.keys(promises).length} promises hold`)
