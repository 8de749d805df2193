import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { catalog, updateProduct } from '@plinth/catalog'
import { defineCommand, defineModule, signedIn } from '@plinth/core'
import { customFields } from '@plinth/custom-fields'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authApp } from '../auth/_accounts.ts'
import { defineField } from './_app.ts'

const PRODUCT = 'catalog:catalog_product'

test('rules read and set custom fields, and what they set is validated', async () => {
  await using app = await authApp({ modules: [auditLogs, businessRules(), progress, catalog, customFields] })
  const admin = app.as({ features: ['*'], userId: 'c0ffee00-0000-4000-8000-000000000000' })
  const weight = await defineField(admin, PRODUCT, { key: 'weight', kind: 'integer' })
  const band = await defineField(admin, PRODUCT, { key: 'band', kind: 'select', options: ['heavy', 'light'] })
  const rule = async (body: object) => {
    const answer = await admin.post('/business_rules/rules', {
      ruleName: 'Rule',
      entityType: 'catalog:product',
      ...body,
    })
    expect(answer.status, answer.text).toBe(201)
  }
  await rule({
    ruleId: 'BAND',
    ruleType: 'ASSIGNMENT',
    eventType: 'beforeSave',
    conditionExpression: { field: 'cf_weight', operator: '>', value: 100 },
    successActions: [{ type: 'SET_FIELD', config: { field: 'cf_band', value: 'heavy' } }],
  })
  await rule({
    ruleId: 'LIMIT',
    ruleType: 'GUARD',
    eventType: 'beforeSave',
    conditionExpression: { field: 'cf_weight', operator: '<', value: 1000 },
    failureActions: [{ type: 'BLOCK_TRANSITION', config: { message: 'Too heavy' } }],
  })
  const made = await admin.post('/catalog/products', { title: 'Anvil', [`cf_${weight}`]: 200 })
  expect([made.status, made.text]).toEqual([201, expect.any(String)])
  const product = async () => (await admin.get(`/catalog/products?id=${made.body.id}`)).body.items[0]
  expect(await product()).toMatchObject({ [`cf_${weight}`]: 200, [`cf_${band}`]: 'heavy' })
  const refused = await admin.put('/catalog/products', { id: made.body.id, [`cf_${weight}`]: 5000 })
  expect([refused.status, refused.text.includes('Too heavy')]).toEqual([422, true])
  expect(await product()).toMatchObject({ [`cf_${weight}`]: 200 })
})

/** Renames a product by the command of the catalog, and writes nothing itself. */
const rename = defineCommand({
  id: 'shop.rename',
  access: signedIn,
  input: z.object({ id: z.uuid(), title: z.string() }),
  output: z.unknown(),
  run: ({ run, input }) => run(updateProduct, input),
})
const shop = defineModule({ id: 'shop', title: 'Shop', commands: [rename], requires: ['catalog'] })

test('rules set custom fields also where nobody has sent any, in commands inside others too', async () => {
  await using app = await authApp({ modules: [auditLogs, businessRules(), progress, catalog, customFields, shop] })
  const persona = { features: ['*'], userId: 'c0ffee00-0000-4000-8000-000000000000' }
  const admin = app.as(persona)
  const band = await defineField(admin, PRODUCT, { key: 'band', kind: 'select', options: ['heavy', 'light'] })
  for (const [value, title] of [
    ['heavy', 'Anvil'],
    ['light', 'Feather'],
  ]) {
    const rule = await admin.post('/business_rules/rules', {
      ruleId: value,
      ruleName: 'Rule',
      ruleType: 'ASSIGNMENT',
      entityType: 'catalog:product',
      eventType: 'beforeSave',
      conditionExpression: { field: 'title', operator: '=', value: title },
      successActions: [{ type: 'SET_FIELD', config: { field: 'cf_band', value } }],
    })
    expect(rule.status, rule.text).toBe(201)
  }
  const { body } = await admin.post('/catalog/products', { title: 'Box' })
  const bandOf = async () => (await admin.get(`/catalog/products?id=${body.id}`)).body.items[0][`cf_${band}`] ?? null
  expect(await bandOf()).toBeNull()
  expect((await admin.put('/catalog/products', { id: body.id, title: 'Anvil' })).status).toBe(200)
  expect(await bandOf()).toBe('heavy')
  await app.platform.actAs(app.callerOf(persona), ({ run }) => run(rename, { id: body.id, title: 'Feather' }))
  expect(await bandOf()).toBe('light')
})
