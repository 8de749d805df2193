import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { make } from './_shop.ts'

test('customers’ rules judge products, each of a bulk by itself', async () => {
  await using app = await testApp({
    modules: [directory, auth({ secret: 'rule'.repeat(8) }), auditLogs, businessRules(), progress, catalog],
  })
  const admin = app.as({ features: ['*'], userId: 'c0ffee00-0000-4000-8000-000000000000' })
  const rule = (ruleId: string, eventType: string, [value, field = 'title']: readonly string[]) =>
    admin.post('/business_rules/rules', {
      ruleId,
      ruleName: `No ${value}`,
      ruleType: 'GUARD',
      entityType: 'catalog:product',
      eventType,
      conditionExpression: { field, operator: '!=', value },
      failureActions: [{ type: 'BLOCK_TRANSITION', config: { message: `${value} stays` } }],
    })
  for (const answer of [await rule('KEEP', 'beforeDelete', ['Gold']), await rule('REFUSE', 'beforeCreate', ['Lead'])])
    expect(answer.status, answer.text).toBe(201)
  expect((await admin.post('/catalog/products', { title: 'Lead' })).status).toBe(422)
  const gold = await make(admin, 'products', { title: 'Gold' })
  const iron = await make(admin, 'products', { title: 'Iron' })
  expect((await admin.del(`/catalog/products?id=${gold}`)).status).toBe(422)
  expect((await rule('NEVER', 'beforeCreate', ['Iron'])).status).toBe(201)
  const order = { confirm: true, ids: [gold, iron], scope: 'selected' }
  const { progressJobId } = (await admin.post('/catalog/bulk-delete', order)).body
  await app.jobs()
  const { resultSummary } = (await admin.get(`/progress/jobs/${progressJobId}`)).body
  expect(resultSummary).toMatchObject({ affectedCount: 1, failedCount: 1, failures: [{ id: gold }] })
  expect(resultSummary.failures[0].error).not.toBe('Catalog product not found')
  expect((await admin.get('/catalog/products')).body.items).toMatchObject([{ id: gold }])
  // What is restored is created again.
  const [bulk] = await app.sql(`select id from plinth.action_log where command_id = 'catalog.products.bulk_delete'`)
  const undone = await app.platform.actAs(
    { actor: 'platform', reason: 'test', scope: { tenantId: tenantA.id, organizationId: tenantA.organization } },
    ({ undo }) => undo(String(bulk!['id']), { ofOthers: true }).catch((error: unknown) => error),
  )
  expect(String(undone)).toContain('Iron stays')
  expect((await admin.get('/catalog/products')).body.items).toMatchObject([{ id: gold }])
  // The command chooses the type of a product that nobody has chosen.
  expect((await rule('TYPED', 'beforeSave', ['simple', 'productType'])).status).toBe(201)
  const typed = await admin.post('/catalog/products', { title: 'Tin' })
  expect([typed.status, typed.body.error]).toEqual([422, 'simple stays'])
})
