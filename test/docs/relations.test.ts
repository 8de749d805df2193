import type { Module } from '@plinth/core'
import { testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

test('the module of the page refuses, expands, filters and deletes as it says', async () => {
  await using folder = await makeFolder()
  const { shop } = (await import(
    await folder.write('orders.ts', readBlock('docs/relations.md', 'orders.ts').text)
  )) as {
    shop: Module
  }
  await using app = await testPlatform({ modules: [shop], postgresUrl: inject('postgresUrl') })
  const admin = app.as('admin')
  const refused = await admin.post('/orders', { title: 'Paper', customer: crypto.randomUUID() })
  expect([refused.status, refused.body]).toEqual([
    400,
    { error: 'Customer not found', fieldErrors: { customer: 'Not found' } },
  ])
  const customer = (await admin.post('/customers', { name: 'Ada' })).body.id as string
  const paper = { title: 'Paper', customer, amount: 3, dueAt: '2026-01-31T12:00:00Z' }
  const { id } = (await admin.post('/orders', paper)).body
  await admin.post('/orders', { title: 'Ink', customer, amount: 2 })
  const asked = '/orders?dueAt_gte=2026-01-01&dueAt_lt=2026-02-01&amount_in=1,3'
  expect((await app.as('employee').get(`${asked}&customer=${customer}`)).body.items).toEqual([
    { id, title: 'Paper', amount: 3, dueAt: '2026-01-31T12:00:00.000Z', customer: { id: customer, name: 'Ada' } },
  ])
  expect((await app.as('employee').get(`/orders?customer_not=${customer}`)).body.total).toBe(0)
  expect((await admin.del(`/customers?id=${customer}`)).status).toBe(400)
})
