import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'
import { create, guardRule, rulesPath } from './_rules.ts'

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
