import { businessRules } from '@plinth/business-rules'
import { expect, test } from 'vitest'
import { authApp } from '../auth/_accounts.ts'
import { create, guardRule, rulesApp, rulesPath } from './_rules.ts'

const path = '/business_rules/rules/analyze'
const is = (field: string, value: unknown) => ({ field, operator: '=', value })

test('planted faults are found, stored or drafted, and sound rules are not', async () => {
  await using app = await authApp({ modules: [businessRules()] })
  const admin = app.as('admin')
  const about = { ...guardRule, entityType: 'auth:user', eventType: 'beforeCreate' }
  await create(admin, rulesPath, { ...about, ruleId: 'sound', conditionExpression: is('email', 'ann@acme.com') })
  expect((await admin.post(path, {})).body).toEqual({ rules: 1, complete: true, findings: [] })
  const never = { operator: 'AND', rules: [is('email', 'a'), is('email', 'b')] }
  await create(admin, rulesPath, { ...about, ruleId: 'dead', conditionExpression: never })
  await create(admin, rulesPath, { ...about, ruleId: 'typo', conditionExpression: is('emial', 'a') })
  await create(admin, rulesPath, { ...guardRule, ruleId: 'other', conditionExpression: is('emial', 'a') })
  const { body } = await admin.post(path, { entityType: 'auth:user' })
  expect(body.rules).toBe(3)
  expect(body.findings.map(({ code, rules }: { code: string; rules: string[] }) => [code, ...rules])).toEqual([
    ['never-true', 'dead'],
    ['unknown-field', 'typo'],
  ])
  // A rule that can reject needs a value of the right type.
  const faulty = [
    { ...about, conditionExpression: { field: 'name', operator: '<=', value: 'M' } },
    { ...about, conditionExpression: { field: 'before.email', operator: '<=', value: 'M' } },
    { ...about, conditionExpression: { field: 'before.emial', operator: '=', value: 'M' }, eventType: 'beforeUpdate' },
    {
      ...about,
      entityType: 'directory:organization',
      conditionExpression: { operator: 'NOT', rules: [is('isActive', 'true')] },
    },
  ]
  for (const [index, codes] of [
    ['may-be-missing name may have no value, and then the rule rejects'],
    ['may-be-missing before.email may have no value, and then the rule rejects'],
    ['unknown-field The entity has no field before.emial'],
    ['wrong-type isActive is true or false and cannot be compared with a text, so the rule rejects'],
  ].entries()) {
    const [draft] = faulty.slice(index)
    const answer = await admin.post(path, { entityType: draft!.entityType, drafts: [{ ...draft, ruleId: 'draft' }] })
    const found = answer.body.findings.filter(({ rules }: { rules: string[] }) => rules[0] === 'draft')
    expect(found.map(({ code, message }: { code: string; message: string }) => `${code} ${message}`)).toEqual(codes)
  }
  const drafts = [
    { ...about, ruleId: 'dead', conditionExpression: is('name', 'Ann') },
    { ...about, ruleId: 'typo', conditionExpression: is('name', 'Bob') },
  ]
  expect((await admin.post(path, { entityType: 'auth:user', drafts })).body.findings).toEqual([])
})

test('only rules of the own organization are looked at', async () => {
  await using app = await rulesApp()
  await create(app.as('admin'), rulesPath, guardRule)
  const neighbour = app.as({ features: ['business_rules.*'], organizationIds: [crypto.randomUUID()] })
  expect((await neighbour.post(path, {})).body.rules).toBe(0)
})

test('hostile rules are analyzed in part, and others have their turns meanwhile', { timeout: 120_000 }, async () => {
  await using app = await rulesApp()
  // Of two such rules there are 484 ways to hold together, and each is hard to look at.
  const drafts = Array.from({ length: 40 }, (_, n) => {
    const choice = { operator: 'OR', rules: Array.from({ length: 22 }, (_, k) => is(`choice${n}`, k)) }
    const bounds = Array.from({ length: 45 }, (_, k) => ({ field: `bound${k}`, operator: '>', value: n }))
    return {
      ...guardRule,
      ruleId: `hostile-${n}`,
      conditionExpression: { operator: 'AND', rules: [choice, ...bounds] },
    }
  })
  let turns = 0
  let isOver = false
  const look = () => {
    turns++
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  const { body } = await app.as('admin').post(path, { drafts })
  isOver = true
  expect(body).toMatchObject({ rules: 40, complete: false })
  expect(turns).toBeGreaterThan(20)
})
