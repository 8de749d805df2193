import { expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const path = '/business_rules/execute'
const small = { field: 'total', operator: '<', value: 100 }

test('rules are found, evaluated, reported and logged', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  await create(admin, rulesPath, {
    ...guardRule,
    conditionExpression: small,
    failureActions: [{ type: 'SHOW_ERROR', config: { message: 'Total {{data.total}} is too high' } }],
  })
  const passing = await admin.post(path, { entityType: 'Order', data: { total: 5 } })
  expect(passing.status).toBe(200)
  expect(passing.body).toEqual({
    allowed: true,
    executedRules: [
      {
        ruleId: 'R-1',
        ruleName: 'Orders stay small',
        ruleType: 'GUARD',
        conditionResult: true,
        actionsExecuted: null,
        executionTime: expect.any(Number),
        logId: expect.stringMatching(/^\d+$/),
      },
    ],
    totalExecutionTime: expect.any(Number),
    logIds: [passing.body.executedRules[0].logId],
  })
  const failing = await admin.post(path, { entityType: 'Order', entityId: 'o-1', data: { total: 500 }, explain: true })
  expect(failing.body).toMatchObject({
    allowed: false,
    executedRules: [
      {
        conditionResult: false,
        actionsExecuted: { success: true, results: [{ type: 'SHOW_ERROR', success: true }] },
        explanation: { verdict: false, field: 'total', operator: '<', actual: 500, expected: 100 },
      },
    ],
    messages: [{ ruleId: 'R-1', severity: 'error', message: 'Total 500 is too high' }],
  })
  await app.settled()
  const { body: logs } = await admin.get('/business_rules/logs?sortField=id&sortDir=asc')
  expect(logs.total).toBe(2)
  expect(logs.items.map((log: { id: string }) => log.id)).toEqual([...passing.body.logIds, ...failing.body.logIds])
  expect(logs.items[1]).toMatchObject({
    ruleName: 'Orders stay small',
    entityId: 'o-1',
    executionResult: 'FAILURE',
    outputContext: { conditionResult: false, actionsExecuted: [{ type: 'SHOW_ERROR', success: true }] },
    explanation: { actual: 500, expected: 100 },
  })
  expect(logs.items[0]).toMatchObject({ entityId: 'unknown', executionResult: 'SUCCESS', outputContext: null })
})

test('a draft is tried on many records, without a trace', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const ruleId = await create(admin, rulesPath, { ...guardRule, enabled: false, conditionExpression: small })
  const attempt = (records: unknown) => admin.post(`${path}/${ruleId}/records`, { records })
  const totals = [5, 500, null, '7']
  expect((await attempt(totals.map((total) => ({ total })))).body.results).toMatchObject([
    { conditionResult: true },
    { conditionResult: false },
    {},
    {},
  ])
  for (const records of [[], [1], 'x', Array.from({ length: 101 }, () => ({}))])
    expect((await attempt(records)).status).toBe(400)
  expect((await admin.post(`${path}/${ruleId}/records`, {})).status).toBe(400)
  await app.settled()
  expect((await admin.get('/business_rules/logs')).body.total).toBe(0)
})

test('nothing applies without a rule; event types, windows and switches are respected', async () => {
  await using app = await rulesApp({ startAt: new Date('2026-06-01T00:00:00Z') })
  const admin = app.as('admin')
  const rule = { ...guardRule, conditionExpression: { field: 'x', operator: 'IS_NOT_EMPTY', value: null } }
  await create(admin, rulesPath, { ...rule, ruleId: 'any' })
  await create(admin, rulesPath, { ...rule, ruleId: 'create', eventType: 'beforeCreate' })
  await create(admin, rulesPath, { ...rule, ruleId: 'off', enabled: false })
  await create(admin, rulesPath, { ...rule, ruleId: 'later', effectiveFrom: '2026-07-01' })
  await create(admin, rulesPath, { ...rule, ruleId: 'high', priority: 500 })
  const ran = async (body: object) =>
    (await admin.post(path, { dryRun: true, ...body })).body.executedRules.map((one: { ruleId: string }) => one.ruleId)
  expect(await ran({ entityType: 'Order' })).toEqual(['high', 'any', 'create'])
  expect(await ran({ entityType: 'Order', eventType: '' })).toEqual(['high', 'any', 'create'])
  expect(await ran({ entityType: 'Order', eventType: 'beforeCreate' })).toEqual(['create'])
  expect(await ran({ entityType: 'order' })).toEqual([])
  app.clock.set(new Date('2026-07-02T00:00:00Z'))
  expect(await ran({ entityType: 'Order' })).toEqual(['high', 'any', 'create', 'later'])
  expect((await admin.post(path, { entityType: 'None' })).body).toEqual({
    allowed: true,
    executedRules: [],
    totalExecutionTime: expect.any(Number),
  })
})

test('what is written is seen by the next execution, a computed value is answered', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const run = async () => (await admin.post(path, { entityType: 'Order', data: { total: 10 } })).body
  expect((await run()).allowed).toBe(true)
  const id = await create(admin, rulesPath, { ...guardRule, conditionExpression: { ...small, value: 1 } })
  expect((await run()).allowed).toBe(false)
  const removed = await admin.del(`${rulesPath}?id=${id}`)
  expect((await run()).executedRules).toEqual([])
  expect(removed.status).toBe(200)
  await create(admin, rulesPath, {
    ...guardRule,
    ruleType: 'CALCULATION',
    successActions: [{ type: 'SET_FIELD', config: { field: 'double', value: '{{data.total}}' } }],
  })
  expect(await run()).toMatchObject({ allowed: true, data: { total: 10, double: 10 } })
})

test('one rule by its id, whatever its state', async () => {
  await using app = await rulesApp({ startAt: new Date('2026-06-01T00:00:00Z') })
  const admin = app.as('admin')
  const id = await create(admin, rulesPath, { ...guardRule, conditionExpression: small })
  const run = (body: object = {}) => admin.post(`${path}/${id}`, body)
  expect((await run({ data: { total: 500 } })).body).toEqual({
    success: true,
    ruleId: 'R-1',
    ruleName: 'Orders stay small',
    conditionResult: false,
    actionsExecuted: null,
    executionTime: expect.any(Number),
    logId: expect.any(String),
  })
  for (const [changes, error] of [
    [{ enabled: false }, 'Rule is disabled'],
    [{ enabled: true, effectiveFrom: '2026-07-01' }, 'Rule is not yet effective (starts 2026-07-01T00:00:00.000Z)'],
    [{ effectiveFrom: null, effectiveTo: '2026-01-01' }, 'Rule has expired (ended 2026-01-01T00:00:00.000Z)'],
  ] as const) {
    await admin.put(rulesPath, { id, ...changes })
    expect((await run()).body).toMatchObject({ success: false, error })
    const tried = await run({ data: { total: 5000 }, dryRun: true, explain: true })
    expect(tried.body).toMatchObject({ success: true, explanation: expect.any(Object) })
  }
  const unknown = '99999999-9999-4999-8999-999999999999'
  const missing = await admin.post(`${path}/${unknown}`, {})
  expect(missing.status).toBe(404)
  expect(missing.body).toMatchObject({ success: false, ruleId: unknown, ruleName: 'Unknown', error: 'Rule not found' })
  expect((await admin.post(`${path}/nonsense`, {})).body).toEqual({ error: 'Invalid rule ID' })
})

test('bad input and callers without an organization are told so', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  expect((await admin.post(path, '{')).body).toEqual({ error: 'Invalid JSON body' })
  const empty = await admin.post(path, {})
  expect(empty.status).toBe(400)
  expect(empty.body.error).toMatch(/^Validation failed: entityType: /)
  const homeless = app.as({ features: ['business_rules.*'], organizationId: null })
  expect((await homeless.post(path, { entityType: 'Order' })).body).toEqual({
    error: 'Invalid execution context: organizationId: organizationId must be a valid UUID',
  })
  expect((await homeless.post(`${path}/${crypto.randomUUID()}`, {})).status).toBe(400)
})

test('a rule that cannot be evaluated blocks, is logged and announced; more rules than allowed refuse altogether', async () => {
  const { businessRules, events } = await import('@plinth/business-rules')
  const { defineModule, on } = await import('@plinth/core')
  const heard: unknown[] = []
  const listener = defineModule({
    id: 'listener',
    title: 'Listener',
    subscribers: [on(events['rule.execution_failed'], ({ payload }) => void heard.push(payload))],
  })
  await using app = await rulesApp({ modules: [businessRules({ maxRules: 2, maxRuleSteps: 100 }), listener] })
  const admin = app.as('admin')
  const costly = { field: 'text', operator: 'MATCHES', value: 'a+b' }
  await create(admin, rulesPath, { ...guardRule, conditionExpression: costly })
  const { body } = await admin.post(path, { entityType: 'Order', data: { text: 'a'.repeat(1_000) } })
  expect(body.allowed).toBe(false)
  expect(body.executedRules[0].error).toMatch(/^Condition evaluation failed: /)
  expect(body.errors).toEqual([
    `Rule execution failed [ruleId=R-1, type=GUARD, entityType=Order]: ${body.executedRules[0].error}`,
  ])
  await app.settled()
  expect(heard).toMatchObject([{ ruleId: 'R-1', errorMessage: body.executedRules[0].error }])
  expect((await admin.get('/business_rules/logs?executionResult=ERROR')).body.items).toMatchObject([
    { errorMessage: body.executedRules[0].error },
  ])
  for (const ruleId of ['R-2', 'R-3']) await create(admin, rulesPath, { ...guardRule, ruleId })
  expect((await admin.post(path, { entityType: 'Order' })).body).toMatchObject({
    allowed: false,
    executedRules: [],
    errors: ['Rule count limit exceeded: 3 rules found, maximum is 2'],
  })
})
