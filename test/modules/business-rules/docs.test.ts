import { businessRules } from '@plinth/business-rules'
import type { Module } from '@plinth/core'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { makeFolder } from '../../docs/_folder.ts'
import { readBlock } from '../../docs/_pages.ts'
import { authApp } from '../auth/_accounts.ts'
import { create, rulesPath } from './_rules.ts'

const example = (name: string) => JSON.parse(readBlock('docs/writing-rules.md', name).text) as object

test('the examples of the page on rules do what it says', async () => {
  await using app = await authApp({ modules: [businessRules()] })
  const admin = app.as('admin')
  await create(admin, rulesPath, example('guard.json'))
  const invite = (email: string) =>
    admin.post('/auth/users', { email, password: 'Secret-123', organizationId: tenantA.organization })
  expect(await invite('eve@example.com')).toMatchObject({ status: 422, body: example('refused.json') })
  expect((await invite('ann@acme.com')).status).toBe(201)
  const { body } = await admin.post('/business_rules/execute', example('execute.json'))
  expect(body).toMatchObject({
    allowed: false,
    executedRules: [{ ruleId: 'USER-MAIL', explanation: { verdict: false, actual: 'eve@example.com' } }],
  })
  await app.settled()
  expect((await admin.get('/business_rules/logs')).body.total).toBe(2)
})

test('the resource of the page is open to the rule of the page', async () => {
  await using folder = await makeFolder()
  const file = await folder.write('goods.ts', readBlock('docs/5-rules.md', 'goods.ts').text)
  const { shop } = (await import(file)) as { shop: Module }
  await using app = await authApp({ modules: [businessRules(), shop] })
  const admin = app.as('admin')
  await create(admin, rulesPath, JSON.parse(readBlock('docs/5-rules.md', 'cap.json').text) as object)
  for (const [name, price] of [
    ['Ring', 250],
    ['Pen', 2],
  ])
    expect((await admin.post('/products', { name, price })).status).toBe(201)
  const { items } = (await admin.get('/products')).body
  const prices = items.map((item: { name: string; price: string }) => [item.name, item.price])
  expect(Object.fromEntries(prices)).toEqual({ Ring: '100.00', Pen: '2.00' })
})
