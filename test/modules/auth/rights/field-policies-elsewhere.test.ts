import { aiAssistant } from '@plinth/ai-assistant'
import { apiKeys } from '@plinth/api-keys'
import { attachments } from '@plinth/attachments'
import { auditLogs } from '@plinth/audit-logs'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { businessRules } from '@plinth/business-rules'
import { guardRule, rulesPath } from '@plinth/business-rules/testing'
import type { Caller } from '@plinth/core'
import { customFields } from '@plinth/custom-fields'
import { addRecord, defineField } from '@plinth/custom-fields/testing'
import { dashboards } from '@plinth/dashboards'
import { progress } from '@plinth/progress'
import type { Client, TestPlatform } from '@plinth/testing'
import { transfer } from '@plinth/transfer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import { depot, parts } from './_depot.ts'

let app: TestPlatform
let admin: Client
/** What nobody with a policy may learn. */
const CANARY = 'Zanzibar'
const COST = 7_340_912

beforeAll(async () => {
  app = await authApp({
    modules: [
      progress,
      customFields,
      apiKeys,
      auditLogs,
      dashboards,
      businessRules(),
      attachments(),
      transfer,
      depot,
      aiAssistant({}),
    ],
  })
  admin = superAdminOf(app)
  for (const key of ['region', 'secret'])
    expect(
      (
        await admin.post('/entities/definitions', {
          entityId: 'depot:part',
          key,
          kind: 'text',
          configJson: { searchable: true, filterable: true },
        })
      ).status,
    ).toBeLessThan(300)
})
afterAll(() => app[Symbol.asyncDispose]())

async function restricted(policies: object, more: readonly string[] = []) {
  const features = [
    ...more,
    'depot.view',
    'depot.manage',
    'analytics.*',
    'dashboards.*',
    'business_rules.*',
    'transfer.*',
    'ai_assistant.*',
  ]
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features })
  expect((await admin.put('/auth/roles/field-policies', { roleId, policies })).body).toEqual({ ok: true })
  const email = `${crypto.randomUUID()}@acme.com`
  await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  return signIn(app, email)
}

async function part(values: object = {}): Promise<string> {
  const supplier = (await admin.post('/depot/suppliers', { name: 'S', iban: CANARY })).body.id
  const answer = await admin.post('/depot/parts', { title: 'Bolt', note: CANARY, cost: COST, supplier, ...values })
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.id
}

const READS = { 'depot.part': { read: ['title', 'cf_region'] } }

test('custom fields are fields like others', async () => {
  const id = await part({ cf_region: 'north', cf_secret: CANARY })
  const clerk = await restricted({ 'depot.part': { read: ['title', 'cf_region', 'cf_gone'], write: ['title'] } })
  const { body } = await clerk.get(`/depot/parts?id=${id}`)
  expect(body.items[0]).toEqual({ id, title: 'Bolt', updatedAt: expect.any(String), cf_region: 'north' })
  expect((await clerk.get(`/depot/parts?cf_secret=${CANARY}`)).status).toBe(400)
  expect((await clerk.get('/depot/parts?sortField=cf_secret')).status).toBe(400)
  expect((await clerk.get('/depot/parts?cf_region=north')).body.total).toBe(1)
  expect((await clerk.get(`/depot/parts?search=${CANARY}`)).body.total).toBe(0)
  expect((await clerk.get('/depot/parts?search=north')).body.total).toBe(1)
  const put = async (values: object) => (await clerk.put('/depot/parts', { id, ...values })).body
  expect(await put({ title: 'Nut', cf_region: 'north' })).toEqual({ ok: true })
  expect((await put({ cf_region: 'south' })).fields).toEqual(['cf_region'])
  expect((await put({ cf_secret: CANARY })).fields).toEqual(['cf_secret'])
  const csv = await clerk.get(`/depot/parts?format=csv&id=${id}`)
  expect(csv.text.split('\n')[0]).toBe('id,title,updatedAt,cf_region')
  const document = JSON.stringify((await clerk.get('/openapi.json')).body.paths['/depot/parts'])
  expect([document.includes('cf_region'), document.includes('cf_secret')]).toEqual([true, false])
})

test('dashboards neither sum up nor group, filter or count by a field that may not be read', async () => {
  await part()
  const clerk = await restricted(READS)
  const ask = (request: object) =>
    clerk.post('/dashboards/widgets/data', {
      entityType: 'depot:parts',
      metric: { field: 'id', aggregate: 'count' },
      ...request,
    })
  expect((await ask({})).status).toBe(200)
  expect((await ask({ groupBy: { field: 'title' } })).status).toBe(200)
  for (const request of [
    { metric: { field: 'cost', aggregate: 'sum' } },
    { metric: { field: 'spent', aggregate: 'max' } },
    { groupBy: { field: 'cost' } },
    { groupBy: { field: 'cf_secret' } },
    { filters: [{ field: 'cost', operator: 'gt', value: 1 }] },
  ]) {
    const { status, text } = await ask(request)
    expect([request, status, text.includes(String(COST))]).toEqual([request, 400, false])
  }
})

test('logs of rules show nothing that rules read from a field that may not be read', async () => {
  const rule = {
    ...guardRule,
    entityType: 'depot:part',
    conditionExpression: {
      operator: 'OR',
      rules: [
        { field: 'cost', operator: '=', value: COST },
        { field: 'title', operator: '=', value: '{{note}}' },
      ],
    },
  }
  const made = await admin.post(rulesPath, { ...rule, ruleId: `R-${crypto.randomUUID()}` })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  await admin.post('/business_rules/execute', {
    entityType: 'depot:part',
    entityId: 'one',
    data: { title: 'Bolt', cost: COST + 1, note: CANARY, before: { cost: COST } },
  })
  await app.settled()
  const full = (await admin.get('/business_rules/logs?entityId=one')).body.items[0]
  expect(JSON.stringify(full)).toContain(CANARY)
  const clerk = await restricted(READS)
  for (const path of ['/business_rules/logs?entityId=one', `/business_rules/logs/${full.id}`]) {
    const { status, text } = await clerk.get(path)
    expect([status, text.includes('Bolt'), text.includes(CANARY), text.includes('73409')]).toEqual([
      200,
      true,
      false,
      false,
    ])
  }
})

test('the analysis of rules tells neither names nor values of custom fields that may not be read', async () => {
  const kind = { entityId: 'depot:part', key: 'hue', kind: 'select', configJson: { options: [{ value: 'red' }] } }
  expect((await admin.post('/entities/definitions', kind)).status).toBeLessThan(300)
  const draft = {
    ...guardRule,
    entityType: 'depot:part',
    eventType: 'beforeCreate',
    conditionExpression: { field: 'cf_hue', operator: '=', value: 'blue' },
    successActions: [
      { type: 'SET_FIELD', config: { field: 'title', value: 'x' } },
      { type: 'SET_FIELD', config: { field: 'cf_hue', value: 'blue' } },
    ],
  }
  const analyze = async (who: Client) => (await who.post('/business_rules/rules/analyze', { drafts: [draft] })).text
  const told = ['cf_secret', 'is never blue']
  const seen = await analyze(admin)
  const shown = await analyze(await restricted(READS))
  expect(told.map((text) => [seen.includes(text), shown.includes(text)])).toEqual(told.map(() => [true, false]))
  expect(shown).toContain('rules can only set note, cf_region')
})

test('tools of assistants take and answer what their callers may use, and imports offer no other fields', async () => {
  const id = await part({ title: 'Tool' })
  const clerk = await restricted(READS)
  const { tools } = (await clerk.get('/ai_assistant/tools')).body
  const schemaOf = (name: string) => tools.find((tool: { name: string }) => tool.name === name).inputSchema.properties
  expect(Object.keys(schemaOf('depotListParts'))).toEqual(expect.arrayContaining(['title', 'cf_region']))
  for (const name of ['cost', 'margin', 'cf_secret', 'note', 'supplier'])
    for (const tool of ['depotListParts', 'depotCreatePart', 'depotUpdatePart'])
      expect([tool, name, Object.hasOwn(schemaOf(tool), name)]).toEqual([tool, name, false])
  const called = await clerk.post('/ai_assistant/tools/execute', { toolName: 'depotListParts', args: { id } })
  expect(called.body.result.items).toEqual([{ id, title: 'Tool', updatedAt: expect.any(String) }])

  const offered = (await clerk.get('/transfer/entities')).body.items.find(
    (one: { id: string }) => one.id === 'depot.part',
  )
  expect(offered.fields.map(({ name }: { name: string }) => name).toSorted()).toEqual(['cf_region', 'title'])
})

test('tools and imports know custom entities as far as their callers may read them', async () => {
  const { entityId, recordId } = await addRecord(admin, { values: { name: 'Van' } })
  await defineField(admin, entityId, { key: 'secret' })
  await admin.put('/entities/records', { entityId, recordId, values: { secret: CANARY } })
  const clerk = await restricted({ [`entities.${entityId}`]: { read: ['cf_name'] } }, ['entities.records.*'])
  const args = { entityId, id: recordId }
  const called = await clerk.post('/ai_assistant/tools/execute', { toolName: 'entitiesListRecords', args })
  expect(called.body.result.items).toEqual([{ id: recordId, name: 'Van', updatedAt: expect.any(String) }])
  const { items } = (await clerk.get('/transfer/entities')).body
  const offered = items.find((one: { id: string }) => one.id === entityId)
  expect(offered.fields.map(({ name }: { name: string }) => name)).toEqual(['cf_name'])
})

test('previews show no value of a field that may not be read, and have no fingerprint of it', async () => {
  const ids = [await part(), await part({ cost: 1, note: 'other' })]
  const { actor, scope } = app.callerOf({ features: ['depot.*'] })
  const source = { kind: 'user' } as const
  const policies = { 'depot.part': { fields: { read: ['title'] } } }
  const clerk = { scope, actor: { ...actor, layers: [[{ source, features: ['depot.*'], policies }]] } }
  const preview = (caller: typeof clerk | Caller, id: string) =>
    app.platform.actAs(caller, ({ dryRun }) => dryRun(({ run }) => run(parts.delete, { id })))
  const [shown] = await preview(clerk, ids[0]!)
  expect(Object.keys(shown!.changes.find(({ table }) => table === 'depot_parts')!.before!).toSorted()).toEqual([
    'custom',
    'id',
    'organization_id',
    'tenant_id',
    'title',
    'updated_at',
  ])
  expect(JSON.stringify(await preview({ actor, scope }, ids[0]!))).toContain(CANARY)
  const printOf = async (id: string, cost: number) => {
    await app.sql('update depot_parts set cost = $2 where id = $1', [id, cost])
    return (await preview(clerk, id))[0]!.fingerprint
  }
  expect(await printOf(ids[1]!, 5)).toBe(await printOf(ids[1]!, 6))
})
