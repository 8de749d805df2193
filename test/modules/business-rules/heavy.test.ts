import { expect, test } from 'vitest'
import { businessRules } from '@plinth/business-rules'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const execute = '/business_rules/execute'
const logs = '/business_rules/logs'

/** Comparisons that all have to be looked at and are all false. */
const never = (count: number) => ({
  operator: 'OR',
  rules: Array.from({ length: Math.ceil(count / 50) }, (_, group) => ({
    operator: 'OR',
    rules: Array.from({ length: 50 }, (_, index) => ({ field: `f${group}`, operator: '=', value: index })),
  })),
})

test('what many long conditions leave is bounded: explanations are left out, and never a log', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  for (let index = 0; index < 100; index++)
    await create(admin, rulesPath, { ...guardRule, ruleId: `R-${index}`, conditionExpression: never(1_000) })
  const { body, status } = await admin.post(execute, { entityType: 'Order', data: { f1: 'x'.repeat(300) } })
  expect([status, body.allowed, body.logIds.length]).toEqual([200, false, 100])
  const list = await admin.get(`${logs}?pageSize=100`)
  expect([list.body.total, list.body.items.length]).toEqual([100, 100])
  expect(list.text.length).toBeLessThan(2_500_000)
  const explained = await admin.post(execute, { entityType: 'Order', explain: true })
  expect(explained.text.length).toBeLessThan(2_500_000)
  expect(explained.body.executedRules.some((rule: object) => 'explanation' in rule)).toBe(true)
})

test('texts that rules make of large data are paid for, and what was executed is logged, rule by rule', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const big = 'x'.repeat(60_000)
  const actions = Array.from({ length: 40 }, () => ({ type: 'SHOW_INFO', config: { message: '{{data.big}}' } }))
  for (let index = 0; index < 20; index++)
    await create(admin, rulesPath, { ...guardRule, ruleId: `R-${index}`, successActions: actions })
  const { body, text } = await admin.post(execute, { entityType: 'Order', data: { big } })
  expect(text.length).toBeLessThan(5_000_000)
  expect(body.allowed).toBe(false)
  expect(body.errors).toEqual(['All rules together exceeded their budget of 40000000 steps'])
  expect((await admin.get(logs)).body.total).toBe(body.logIds.length)
})

test('a page of logs with large inputs says so instead of growing', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  for (let index = 0; index < 50; index++) await create(admin, rulesPath, { ...guardRule, ruleId: `R-${index}` })
  const { body } = await admin.post(execute, { entityType: 'Order', data: { note: 'x'.repeat(60_000) } })
  const { text, body: page } = await admin.get(`${logs}?pageSize=50`)
  expect(text.length).toBeLessThan(1_200_000)
  expect(page.items[0].inputContext.data.note).toHaveLength(60_000)
  expect(page.items.at(-1).inputContext).toMatchObject({ data: '[Too large]' })
  const { body: log } = await admin.get(`${logs}/${body.logIds.at(-1)}`)
  expect(log.inputContext.data.note).toHaveLength(60_000)
})

test('rules are limited by entity type, by tenant and in bytes, and a refusal says which limit', async () => {
  const modules = [businessRules({ maxRulesPerType: 2, maxRulesPerTenant: 3, maxRuleBytes: 20_000 })]
  await using app = await rulesApp({ modules })
  const admin = app.as('admin')
  const post = (body: object) => admin.post(rulesPath, { ...guardRule, ruleId: crypto.randomUUID(), ...body })
  await post({})
  const { body: second } = await post({})
  expect((await post({})).body.fieldErrors).toEqual({ entityType: 'At most 2 rules may be about one entity type' })
  const large = { conditionExpression: never(1_000) }
  const bytes = {
    conditionExpression: 'The conditions and actions of all rules of a tenant may take at most 20000 bytes',
  }
  expect((await post({ entityType: 'Other', ...large })).body.fieldErrors).toEqual(bytes)
  expect((await admin.put(rulesPath, { id: second.id, ...large })).body.fieldErrors).toEqual(bytes)
  await post({ entityType: 'Other' })
  expect((await post({ entityType: 'Third' })).body.fieldErrors).toEqual({
    ruleId: 'A tenant may have at most 3 rules',
  })
  expect((await admin.put(rulesPath, { id: second.id, entityType: 'Other' })).status).toBe(200)
  expect(() => businessRules({ maxRuleBytes: 1e9 })).toThrow('maxRuleBytes')
})
