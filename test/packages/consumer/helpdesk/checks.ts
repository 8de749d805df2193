import { auditLogs } from '@plinth/audit-logs'
import { auditLogsFixtures } from '@plinth/audit-logs/testing'
import { auth } from '@plinth/auth'
import { authFixtures } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { businessRulesFixtures } from '@plinth/business-rules/testing'
import { type Module } from '@plinth/core'
import {
  checkContract,
  checkCrashes,
  checkIsolation,
  checkMigratedUndo,
  checkUndo,
  joinFixtures,
  runLogged,
  tenantA,
  testPlatform,
  type TestPlatform,
  revertLogged,
} from '@plinth/testing'
import { directory, provisionTenant } from '@plinth/directory'
import { directoryFixtures } from '@plinth/directory/testing'
import assert from 'node:assert/strict'
import { closeTicket, toldOutside } from './commands.ts'
import { firstHelpdesk, firstTickets } from './first-version.ts'
import { agent, helpdeskFixtures, made } from './fixtures.ts'
import { helpdesk } from './module.ts'

// What the helpdesk promises, on the platform's modules and in two versions. Prints a line for each promise that holds.
const postgresUrl = process.env['DATABASE_URL'] ?? 'postgres://postgres@localhost/postgres'
// What a password costs is not the subject, and the checks send hundreds.
const argon2 = { memory: 64, iterations: 1, parallelism: 1 }
const accounts = [directory, auth({ secret: 'a secret of at least 32 characters', argon2 }), auditLogs]
const compose = (module: Module) => [...accounts, businessRules(), module]
const place = { tenantId: tenantA.id, organizationId: tenantA.organization, organizationIds: null }
const open = (module: Module, databaseUrl?: string) =>
  testPlatform({
    modules: compose(module),
    postgresUrl,
    startAt: new Date('2030-01-01T02:00:00Z'),
    ...(databaseUrl && { databaseUrl }),
  })

const fixtures = joinFixtures(
  directoryFixtures,
  authFixtures,
  auditLogsFixtures,
  businessRulesFixtures,
  helpdeskFixtures,
)
/** The routes of the helpdesk. Those of its packages are checked where they are made. */
const routes = helpdesk.routes!.map(({ method, path }) => `${method} ${path}`)
/** The whole product with the tenants and accounts of the fixtures. */
const openWhole = () =>
  testPlatform({
    modules: compose(helpdesk),
    prepare: fixtures.prepare,
    origin: 'https://acme.example',
    postgresUrl,
  })

const ticketOf = async ({ sql }: TestPlatform, id: string) =>
  (await sql('select * from tickets where id = $1', [id]))[0]

const promises: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'nested commands are undone with their effects, the innermost last'() {
    await using app = await open(helpdesk)
    const { id } = await made(app)
    const caller = app.callerOf(agent)
    const input = { id, answer: 'Switch it on' }
    const entry = await runLogged(app, caller, { command: closeTicket, input })
    await app.jobs()
    assert.deepEqual(toldOutside.splice(0).toSorted(), ['added Switch it on', 'closed'])
    await revertLogged(app, caller, { entryId: entry.id, direction: 'undo' })
    await app.jobs()
    assert.deepEqual(toldOutside.splice(0).toSorted(), ['opened again', 'withdrawn Switch it on'])
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
    await app.platform.actAs({ actor: 'platform', reason: 'a new tenant', scope: place }, ({ run }) =>
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
    assert.deepEqual(body.items, [
      { id, subject: 'Printer', description: 'It does not print', status: 'open', priority: 'normal' },
    ])
    app.clock.advance(3_600_000)
    await app.jobs()
    assert.ok(toldOutside.splice(0).includes('counted'))
  },

  async 'every route of the helpdesk keeps its contract, and every command is undone'() {
    await using app = await openWhole()
    await checkContract(app, { ...fixtures.contract, routes, requests: 20 * routes.length })
    await checkUndo(app, fixtures.undo)
  },

  async 'a command is undone with a migration in between too, and survives a crash'() {
    await using app = await open(helpdesk)
    const { examples } = helpdeskFixtures.undo!
    await checkCrashes(app, { examples })
    await checkMigratedUndo({ platform: { modules: compose(helpdesk), postgresUrl }, examples })
    const first = { command: firstTickets.create, input: { subject: 'Printer', body: 'Paper jam' } }
    const platform = { modules: compose(firstHelpdesk), postgresUrl }
    await checkMigratedUndo({ platform, later: compose(helpdesk), examples: [first] })
  },

  async 'nobody reaches tickets that are not theirs'() {
    await using app = await openWhole()
    await checkIsolation(app, { ...fixtures.isolation, routes })
  },
}

for (const [promise, keep] of Object.entries(promises)) {
  await keep()
  toldOutside.length = 0
  console.error(promise)
}
console.log(`${Object.keys(promises).length} promises hold`)
