import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { make } from './_shop.ts'

test('customers’ rules judge products, each of a bulk by itself', async () => {
  await using app = await testApp({
    modules: [directory, auth({ secret: 'rule'.repeat(8) }), businessRules(), progress, catalog],
  })
  const admin = app.as({ features: ['*'], userId: 'c0ffee00-0000-4000-8000-000000000000' })
  const rule = (ruleId: string, eventType: string, value: string) =>
    admin.post('/business_rules/rules', {
      ruleId,
      ruleName: `No ${value}`,
      ruleType: 'GUARD',
      entityType: 'catalog:product',
      eventType,
      conditionExpression: { field: 'title', operator: '!=', value },
      failureActions: [{ type: 'BLOCK_TRANSITION', config: { message: `${value} stays` } }],
    })
  for (const answer of [await rule('KEEP', 'beforeDelete', 'Gold'), await rule('REFUSE', 'beforeCreate', 'Lead')])
    expect(answer.status, answer.text).toBe(201)
  expect((await admin.post('/catalog/products', { title: 'Lead' })).status).toBe(422)
  const gold = await make(admin, 'products', { title: 'Gold' })
  const iron = await make(admin, 'products', { title: 'Iron' })
  expect((await admin.del(`/catalog/products?id=${gold}`)).status).toBe(422)
  const order = { confirm: true, ids: [gold, iron], scope: 'selected' }
  const { progressJobId } = (await admin.post('/catalog/bulk-delete', order)).body
  await app.jobs()
  const { resultSummary } = (await admin.get(`/progress/jobs/${progressJobId}`)).body
  expect(resultSummary).toMatchObject({ affectedCount: 1, failedCount: 1, failures: [{ id: gold }] })
  expect(resultSummary.failures[0].error).not.toBe('Catalog product not found')
  expect((await admin.get('/catalog/products')).body.items).toMatchObject([{ id: gold }])
})
