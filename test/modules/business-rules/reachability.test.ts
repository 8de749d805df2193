import { businessRules } from '@plinth/business-rules'
import { defineCommand, defineFeatures, defineModule, Ok } from '@plinth/core'
import { defineRulePoint } from '@plinth/core/rules'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'
import { shop } from './_shop.ts'

const open = () => rulesApp({ modules: [businessRules({ webhookHosts: ['hooks.example.com'] }), shop] })
const about = (fields: object) => ({ ...guardRule, entityType: 'shop:order', eventType: 'beforeCreate', ...fields })
const everything = { features: ['*'] }
const small = { field: 'total', operator: '<', value: 100 }

test('what can never run is refused with what would be right', async () => {
  await using app = await open()
  const admin = app.as(everything)
  const refusals: [object, Record<string, string>][] = [
    [
      about({ entityType: 'shop:oder' }),
      { entityType: "No module has an entity 'shop:oder' with rules; there are shop:order" },
    ],
    [about({ entityType: 'sales:order', eventType: null }), { entityType: expect.stringContaining('shop:order') }],
    [
      about({ eventType: 'beforeCrate' }),
      {
        eventType:
          "shop:order has no event 'beforeCrate'; it has afterCreate, afterDelete, afterSave, beforeCreate, beforeDelete, beforeSave",
      },
    ],
    [about({ eventType: 'afterUpdate' }), { eventType: expect.stringContaining('has no event') }],
    [
      about({ effectiveFrom: '2026-02-01', effectiveTo: '2026-01-01' }),
      { effectiveTo: 'It must not be before effectiveFrom, which is 2026-02-01T00:00:00.000Z' },
    ],
    [
      about({
        successActions: [
          { type: 'CALL_WEBHOOK', config: { url: 'https://{{data.a}}.example.org/' } },
          { type: 'CALL_WEBHOOK', config: { url: 'https://hook.example.com/{{data.id}}' } },
        ],
      }),
      {
        successActions:
          'Invalid actions: Action 2: CALL_WEBHOOK: Webhooks may not go to hook.example.com; this host allows hooks.example.com',
      },
    ],
    [
      about({ failureActions: [{ type: 'CALL_WEBHOOK', config: { url: 'http://{{data.host}}/' } }] }),
      { failureActions: 'Invalid actions: Action 1: CALL_WEBHOOK: Webhooks go to https only' },
    ],
  ]
  for (const [body, fieldErrors] of refusals) {
    const answer = await admin.post(rulesPath, body)
    expect([answer.status, answer.body.fieldErrors]).toEqual([400, fieldErrors])
  }
  expect((await admin.get(rulesPath)).body.total).toBe(0)
})

test('names without a module, and those of workflows, stay words of clients that execute rules themselves', async () => {
  await using app = await open()
  const admin = app.as(everything)
  for (const [index, entityType] of ['Order', 'WorkOrder', 'workflow:onboarding:start'].entries())
    await create(admin, rulesPath, about({ ruleId: `R-${index}`, entityType, eventType: 'onAssign' }))
  expect((await admin.get(rulesPath)).body.total).toBe(3)
})

test('a stored rule that can never run is named by the analysis, and can be changed and repaired member by member', async () => {
  await using app = await open()
  const admin = app.as(everything)
  const [, odd, late, event] = await Promise.all(
    ['sound', 'odd', 'late', 'event'].map((ruleId) => create(admin, rulesPath, about({ ruleId, ruleType: 'ACTION' }))),
  )
  const spoil = (id: string | undefined, change: string) =>
    app.sql(`update business_rules set ${change} where tenant_id = $1 and id = $2`, [tenantA.id, id])
  await spoil(odd, `entity_type = 'shop:oder'`)
  await spoil(late, `effective_from = '2026-02-01', effective_to = '2026-01-01'`)
  await spoil(event, `event_type = 'onAssign'`)
  const found = async () =>
    (await admin.post(`${rulesPath}/analyze`, {})).body.findings
      .map(({ code, rules, path }: { code: string; rules: string[]; path?: string }) => `${code} ${rules[0]} ${path}`)
      .toSorted()
  expect(await found()).toEqual([
    'never-effective late undefined',
    'never-runs event eventType',
    'never-runs odd entityType',
  ])
  for (const id of [odd, late, event])
    expect((await admin.put(rulesPath, { id, ruleName: 'Renamed', enabled: true })).status).toBe(200)
  expect((await admin.put(rulesPath, { id: late, effectiveTo: '2026-01-15' })).status).toBe(400)
  for (const [id, repair] of [
    [odd, { entityType: 'shop:order' }],
    [late, { effectiveTo: '2026-03-01' }],
    [event, { eventType: 'beforeSave' }],
  ] as const)
    expect((await admin.put(rulesPath, { id, ...repair })).status).toBe(200)
  expect(await found()).toEqual([])
  const drafts = [about({ ruleId: 'free', entityType: 'Order' }), about({ ruleId: 'calm', eventType: null })]
  const { findings } = (await admin.post(`${rulesPath}/analyze`, { drafts })).body
  expect(findings).toEqual([
    { code: 'only-on-request', rules: ['calm'], message: 'It names no event, so no command runs it' },
    {
      code: 'only-on-request',
      rules: ['free'],
      message: "No module has an entity 'Order', so no command runs it",
    },
  ])
})

test('an entity is met by any of its names: in rules, executions, lists, and analyses', async () => {
  await using app = await open()
  const admin = app.as(everything)
  const names = ['shop:order', 'shop:orders', 'shop:sales_order']
  for (const entityType of names) {
    const id = await create(admin, rulesPath, about({ entityType, conditionExpression: small }))
    expect((await admin.get(`${rulesPath}/${id}`)).body.entityType).toBe(entityType)
    expect([(await admin.post('/shop/orders', { total: 200 })).status, entityType]).toEqual([422, entityType])
    for (const asked of names) {
      const executed = await admin.post('/business_rules/execute', { entityType: asked, data: { total: 200 } })
      expect(executed.body.allowed).toBe(false)
      expect((await admin.get(`${rulesPath}?entityType=${asked}`)).body.total).toBe(1)
      expect((await admin.post(`${rulesPath}/analyze`, { entityType: asked })).body.rules).toBe(1)
      expect((await admin.get(`/business_rules/logs?entityType=${asked}`)).body.total).toBeGreaterThan(0)
    }
    await admin.del(`${rulesPath}?id=${id}`)
  }
  expect((await admin.post('/shop/orders', { total: 200 })).status).toBe(201)
})

test('the catalogue says what rules may be about', async () => {
  await using app = await open()
  const { body } = await app.as({ features: ['business_rules.view'] }).get('/business_rules/entities')
  expect(body).toEqual({
    items: [
      {
        entityType: 'shop:order',
        aliases: ['shop:orders', 'shop:sales_order'],
        title: 'Order',
        source: 'code',
        events: [
          ...['beforeCreate', 'beforeSave', 'afterCreate', 'afterSave'].map((eventType) => ({
            eventType,
            canRefuse: eventType.startsWith('before'),
            commands: ['shop.orders.create'],
          })),
          { eventType: 'beforeDelete', canRefuse: true, commands: ['shop.orders.cancel'] },
          { eventType: 'afterDelete', canRefuse: false, commands: ['shop.orders.cancel'] },
        ],
        fields: [
          { name: 'total', type: 'number', settable: false },
          { name: 'note', type: 'text', settable: true },
          { name: 'placedAt', type: 'date', settable: false },
          { name: 'lines', type: 'array', settable: false },
        ],
      },
    ],
    emittableEvents: [],
    webhookHosts: ['hooks.example.com'],
  })
  expect((await app.as({ features: ['business_rules.execute'] }).get('/business_rules/entities')).status).toBe(403)
})

test('two entities with one name do not start', async () => {
  const point = defineRulePoint('mall:order', {
    title: 'Order',
    aliases: ['shop:orders'],
    data: z.object({}),
    load: async () => null,
  })
  const sell = defineCommand({
    id: 'mall.orders.create',
    access: defineFeatures('mall', { sell: 'Sell' }).sell,
    rules: point.create,
    input: z.object({}),
    output: Ok,
    run: () => ({ ok: true as const }),
  })
  const mall = defineModule({
    id: 'mall',
    title: 'Mall',
    features: defineFeatures('mall', { sell: 'Sell' }),
    commands: [sell],
  })
  await expect(rulesApp({ modules: [businessRules(), shop, mall] })).rejects.toThrow(
    "Two rule points have the name 'shop:orders'",
  )
})
