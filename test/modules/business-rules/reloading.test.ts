import { expect, test } from 'vitest'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const always = { field: 'total', operator: '>=', value: 0 }
const never = { field: 'total', operator: '<', value: 0 }

test('whoever changes one rule of many has that one read again, and no other', async () => {
  await using app = await rulesApp()
  const admin = app.as('admin')
  const rule = (ruleId: string) => ({ ...guardRule, ruleId, conditionExpression: always })
  const ids = [await create(admin, rulesPath, rule('one')), await create(admin, rulesPath, rule('two'))]
  const executed = async () => {
    const from = app.statements.length
    const { body } = await admin.post('/business_rules/execute', { entityType: 'Order', data: { total: 1 } })
    const read = app.statements.slice(from).filter((text) => text.includes('"conditionExpression"'))
    const verdicts = body.executedRules.map((one: { conditionResult: boolean }) => one.conditionResult)
    return { allowed: body.allowed, verdicts, readAll: read.filter((text) => !text.includes('id = any')).length }
  }
  expect(await executed()).toEqual({ allowed: true, verdicts: [true, true], readAll: 1 })

  // The clock of a test stands: only the stored version tells these apart.
  const change = (conditionExpression: object) => admin.put(rulesPath, { id: ids[0], conditionExpression })
  const changed = await change(never)
  expect(await executed()).toEqual({ allowed: false, verdicts: [false, true], readAll: 0 })
  await change(always)
  expect(await executed()).toEqual({ allowed: true, verdicts: [true, true], readAll: 0 })
  await admin.del(`${rulesPath}?id=${ids[1]}`)
  expect(await executed()).toEqual({ allowed: true, verdicts: [true], readAll: 0 })
  await create(admin, rulesPath, { ...rule('three'), conditionExpression: never })
  expect(await executed()).toEqual({ allowed: false, verdicts: [true, false], readAll: 0 })
  expect(changed.status).toBe(200)
})
