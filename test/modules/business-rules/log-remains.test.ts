import { randomBytes } from 'node:crypto'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { directory } from '@plinth/directory'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const execute = '/business_rules/execute'
const logs = '/business_rules/logs'

test('a log outlives its rule, deleted or never created after all', async () => {
  const modules = [directory, auth({ secret: 'rules'.repeat(8) }), auditLogs, businessRules()]
  await using app = await testApp({ modules })
  const admin = app.as('admin')
  const made = await admin.post(rulesPath, guardRule)
  const kept = await create(admin, rulesPath, { ...guardRule, ruleId: 'R-2' })
  await admin.post(execute, { entityType: 'Order' })
  await admin.del(`${rulesPath}?id=${kept}`)
  const undo = '/audit_logs/audit-logs/actions/undo'
  expect((await admin.post(undo, { undoToken: made.operation?.undoToken })).status).toBe(200)
  await app.settled()
  const { body } = await admin.get(`${logs}?sortField=id&sortDir=asc`)
  expect([body.total, body.items.length]).toEqual([2, 2])
  const [first, second] = body.items
  expect(first).toMatchObject({ ruleId: made.body.id, ruleName: 'Unknown', ruleType: null })
  expect(second).toMatchObject({ ruleId: kept, ruleName: guardRule.ruleName, ruleType: 'GUARD' })
  expect((await admin.get(`${logs}/${first.id}`)).body.rule).toEqual({
    id: made.body.id,
    ruleId: null,
    ruleName: 'Unknown',
    ruleType: null,
    entityType: 'Order',
  })
  expect((await admin.get(`${logs}?sortField=ruleId`)).body.items).toHaveLength(2)
})

test('no name of an entity is too long for its log', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const id = await create(admin, rulesPath, guardRule)
  const [entityType, entityId] = [randomBytes(5_000).toString('hex'), randomBytes(5_000).toString('hex')]
  const { body } = await admin.post(`${execute}/${id}`, { entityType, entityId, eventType: entityType })
  await app.settled()
  expect((await admin.get(`${logs}/${body.logId}`)).body).toMatchObject({
    entityType: entityType.slice(0, 255),
    entityId: entityId.slice(0, 255),
  })
})
