import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, resource, Scoped } from '@plinth/core'
import { money } from '@plinth/core/money'
import type { Client, TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { create, rulesPath } from './_rules.ts'

const features = defineFeatures('desk', { view: 'View', manage: 'Manage' })
const Ticket = defineEntity({
  name: 'DeskTicket',
  tableName: 'desk_tickets',
  extends: Scoped,
  properties: {
    title: p.string(),
    kind: p.enum(['bug', 'wish']).$type<'bug' | 'wish'>(),
    note: p.text().nullable(),
    price: money({ fixed: 'EUR' }).nullable(),
  },
})
const names = ['title', 'kind', 'note', 'price'] as const
const tickets = resource('/tickets', Ticket, {
  access: { read: features.view, write: features.manage },
  input: input(Ticket, [...names]),
  list: { select: ['id', ...names] },
  rules: { settable: ['title', 'kind'] },
})
const desk = defineModule({
  id: 'desk',
  title: 'Desk',
  features,
  roles: { admin: ['desk.*'] },
  entities: [Ticket],
  migrations: [
    defineMigration(
      'desk.tables',
      `select plinth.scoped_table('desk_tickets', 'title text not null, kind text not null, note text, price numeric(19,4)')`,
    ),
  ],
  resources: [tickets],
})

let app: TestPlatform
let admin: Client
beforeAll(async () => {
  app = await authApp({ modules: [auditLogs, businessRules(), desk] })
  admin = app.as('admin')
})
afterAll(() => app[Symbol.asyncDispose]())
beforeEach(async () => {
  const { body } = await admin.get(rulesPath)
  for (const { id } of body.items) await admin.del(`${rulesPath}?id=${id}`)
})

const set = (field: string, value: unknown) => ({ type: 'SET_FIELD', config: { field, value } })
const rule = (over: object) => ({
  ruleId: 'R',
  ruleName: 'Rule',
  ruleType: 'CALCULATION',
  entityType: 'desk:desk_ticket',
  eventType: 'beforeSave',
  ...over,
})
const ticket = { title: 'Broken', kind: 'bug', note: 'as sent', price: '5000.0000' }

/** What the newest execution of a rule says of its actions. */
async function actionsOf(who: Client) {
  await app.jobs()
  await app.settled()
  const { body } = await who.get('/business_rules/logs?pageSize=1')
  const { body: log } = await who.get(`/business_rules/logs/${body.items[0].id}`)
  return log.outputContext?.actionsExecuted
}

test('an action that sets what the command does not take fails in words, and the others act', async () => {
  const successActions = [set('note', 'set'), set('nothing', 1), set('title', '{{data.note}}!'), set('title', 'Set')]
  await create(admin, rulesPath, rule({ successActions }))
  const { body } = await admin.post('/tickets', ticket)
  expect((await app.sql('select title, note from desk_tickets where id = $1', [body.id]))[0]).toEqual({
    title: 'Set',
    note: 'as sent',
  })
  const which = 'rules can only set title, kind'
  expect(await actionsOf(admin)).toEqual([
    { type: 'SET_FIELD', success: false, error: `note is not set: ${which}` },
    { type: 'SET_FIELD', success: false, error: `nothing is not set: ${which}` },
    { type: 'SET_FIELD', success: true },
    { type: 'SET_FIELD', success: true },
  ])
})

test('a token without a value does not take away what was sent', async () => {
  await create(admin, rulesPath, rule({ successActions: [set('title', '{{data.nothing}}')] }))
  const { body } = await admin.post('/tickets', ticket)
  expect((await app.sql('select title from desk_tickets where id = $1', [body.id]))[0]).toEqual({ title: 'Broken' })
  const error = 'title is not set: {{data.nothing}} has no value'
  expect(await actionsOf(admin)).toEqual([{ type: 'SET_FIELD', success: false, error }])
})

test('a GUARD reports the action too', async () => {
  await create(admin, rulesPath, rule({ ruleType: 'GUARD', successActions: [set('note', 'set'), set('title', 'Set')] }))
  expect((await admin.post('/tickets', ticket)).status).toBe(201)
  const error = 'note is not set: rules can only set title, kind'
  expect(await actionsOf(admin)).toEqual([{ type: 'SET_FIELD', success: false, error }])
})

test.each(['beforeDelete', 'afterCreate'])(
  'nothing can be set in %s; the other actions of the rule act',
  async (eventType) => {
    const warn = { type: 'SHOW_WARNING', config: { message: 'Seen' } }
    await create(admin, rulesPath, rule({ eventType, successActions: [set('title', 'Set'), warn] }))
    const { body } = await admin.post('/tickets', ticket)
    expect((await admin.del(`/tickets?id=${body.id}`)).status).toBe(200)
    const why =
      eventType === 'beforeDelete' ? 'nothing can be set in what is deleted' : 'nothing can be set after the commit'
    expect(await actionsOf(admin)).toEqual([
      { type: 'SET_FIELD', success: false, error: `title is not set: ${why}` },
      { type: 'SHOW_WARNING', success: true },
    ])
  },
)

test('a client that executes a rule itself sets whatever it knows', async () => {
  const id = await create(admin, rulesPath, rule({ successActions: [set('own', 1)] }))
  const { body } = await admin.post(`/business_rules/execute/${id}`, { data: {} })
  expect(body).toMatchObject({ actionsExecuted: { success: true }, data: { own: 1 } })
})

test('the analysis finds actions and comparisons that can never do what they say', async () => {
  const found = async (over: object) => {
    const drafts = [rule(over)]
    const { body } = await admin.post('/business_rules/rules/analyze', { drafts })
    return body.findings.map(({ code, message }: { code: string; message: string }) => `${code}: ${message}`)
  }
  const only = 'rules can only set title, kind'
  for (const [over, findings] of [
    [{ successActions: [set('title', 'Set'), set('kind', 'wish'), set('title', '{{data.note}}')] }, []],
    [{ failureActions: [set('note', 'x')] }, [`cannot-set: Action 1: note cannot be set, because ${only}`]],
    [
      { successActions: [set('cf_size', 1)] },
      [
        'unknown-field: The entity has no field cf_size',
        `cannot-set: Action 1: cf_size cannot be set, because ${only}`,
      ],
    ],
    [{ successActions: [set('title', 5)] }, ['wrong-type: Action 1: title cannot be set to 5']],
    [{ successActions: [set('kind', 'simpel')] }, ['unknown-value: Action 1: kind is never simpel']],
    [
      { conditionExpression: { field: 'kind', operator: '=', value: 'simpel' } },
      ['unknown-value: kind is never simpel'],
    ],
    [
      { conditionExpression: { field: 'kind', operator: 'IN', value: ['bug', 'simpel'] } },
      ['unknown-value: kind is never simpel'],
    ],
    [
      { conditionExpression: { field: 'title', operator: '=', value: '{{data.note}}' } },
      ['unknown-token: {{data.note}} has no value in a condition'],
    ],
    [
      { successActions: [{ type: 'SHOW_INFO', config: { message: '{{titel}} {{data.title}}' } }] },
      ['unknown-token: {{titel}} has no value'],
    ],
    [
      { eventType: 'beforeDelete', successActions: [set('title', 'x')] },
      ['cannot-set: Action 1: title cannot be set, because nothing can be set in what is deleted'],
    ],
    [
      { eventType: 'afterSave', successActions: [set('title', 'x')] },
      ['cannot-set: Action 1: title cannot be set, because nothing can be set after the commit'],
    ],
  ] as const)
    expect(await found(over), JSON.stringify(over)).toEqual(findings)
})

test('messages write amounts as the reader does, and addresses and bodies as they are stored', async () => {
  const message = 'Over {{data.price}} EUR'
  await create(
    admin,
    rulesPath,
    rule({
      ruleType: 'GUARD',
      eventType: 'beforeCreate',
      conditionExpression: { field: 'kind', operator: '=', value: 'wish' },
      failureActions: [{ type: 'SHOW_ERROR', config: { message } }],
    }),
  )
  expect((await admin.post('/tickets', ticket)).body.error).toBe('Over 5,000.00 EUR')
  const german = await admin.send('POST', '/tickets', {
    body: JSON.stringify({ ...ticket, price: '1234.5' }),
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
  })
  expect(german.body.error).toBe('Over 1.234,50 EUR')
})

test('findings are in the language of the reader', async () => {
  const drafts = [rule({ successActions: [set('note', 'x'), set('kind', 'simpel')] })]
  const { body } = await admin.send('POST', '/business_rules/rules/analyze', {
    body: JSON.stringify({ drafts }),
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
  })
  expect(body.findings.map(({ message }: { message: string }) => message)).toEqual([
    'Aktion 1: note kann nicht gesetzt werden; Regeln können nur title, kind setzen',
    'Aktion 2: kind hat nie den Wert simpel',
  ])
})
