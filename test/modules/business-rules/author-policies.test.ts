import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { create, guardRule, rulesPath, setsPath } from './_rules.ts'

const aboutProducts = { ...guardRule, entityType: 'catalog:product' }
const features = ['business_rules.*', 'catalog.*']
const isOpen = { field: 'title', operator: 'STARTS_WITH', value: 'Open' } as const
const hiding = {
  rows: { 'catalog.product': { read: isOpen } },
  fields: { 'catalog.product': { fields: { read: ['title'] } } },
} as const

test.each(Object.entries(hiding))(
  'whoever has %s hidden by policies writes no rules about them',
  async (_, policies) => {
    await using app = await testApp({ modules: [progress, catalog, businessRules()] })
    const [admin, author] = [app.as({ features }), app.as({ features, policies })]
    const told = { successActions: [{ type: 'LOG', config: { message: '{{data.description}}' } }] }
    const id = await create(admin, rulesPath, { ...aboutProducts, ruleId: 'R-1' })
    const elsewhere = await create(author, rulesPath, { ...guardRule, ruleId: 'R-2', entityType: 'Invoice' })
    for (const [method, body] of [
      ['post', { ...aboutProducts, ruleId: 'R-3', ...told }],
      ['put', { id, ...told }],
      ['put', { id, conditionExpression: isOpen }],
      ['put', { id: elsewhere, entityType: 'catalog:product' }],
      ['put', { id, entityType: 'Invoice' }],
    ] as const) {
      const { status, body: answer } = await author[method](rulesPath, body)
      expect([status, answer.error]).toEqual([
        403,
        'Policies hide records or fields from you that a rule about them would see',
      ])
    }
    expect((await author.put(rulesPath, { id, enabled: false })).status).toBe(200)
    expect((await author.put(rulesPath, { id: elsewhere, ...told })).status).toBe(200)
    expect((await admin.put(rulesPath, { id, ...told })).status).toBe(200)
  },
)

test('policies withhold properties of rules in a set, which is named by another id', async () => {
  await using app = await testApp({ modules: [progress, businessRules()] })
  const admin = app.as({ features })
  const setId = await create(admin, setsPath, { setId: 'S-1', setName: 'A set' })
  const ruleId = await create(admin, rulesPath, { ...guardRule, ruleId: 'R-1' })
  const path = `${setsPath}/${setId}/members`
  const memberId = await create(admin, path, { ruleId, sequence: 1 })
  const policies = { 'business_rules.set_member': { fields: { write: ['enabled', 'ruleId'] } } }
  const clerk = app.as({ features, policies })
  for (const sequence of [1, 2]) {
    const { status, body } = await clerk.put(path, { memberId, sequence, enabled: false })
    expect([status, body.fields]).toEqual(sequence === 1 ? [200, undefined] : [403, ['sequence']])
  }
  const other = await create(admin, rulesPath, { ...guardRule, ruleId: 'R-2' })
  const added = await clerk.post(path, { ruleId: other, sequence: 2 })
  expect([added.status, added.body.fields]).toEqual([403, ['sequence']])
  expect(await create(clerk, path, { ruleId: other })).toEqual(expect.any(String))
})
