import type { Module, Route } from '@plinth/core'
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

test('a computed member counts the children of each row', async () => {
  await using folder = await makeFolder()
  const write = async (name: string) => {
    const { prelude, text } = readBlock('docs/relations.md', name)
    return import(await folder.write(name, `${prelude}\n${text}`))
  }
  const { shop } = (await write('orders.ts')) as { shop: Module }
  const { busyCustomers } = (await write('busy-customers.ts')) as { busyCustomers: Route }
  const modules = [{ ...shop, routes: [...shop.routes!, busyCustomers] }]
  await using app = await testPlatform({ modules, postgresUrl: inject('postgresUrl') })
  const admin = app.as('admin')
  const customer = (await admin.post('/customers', { name: 'Ada' })).body.id as string
  await admin.post('/customers', { name: 'Grace' })
  for (const title of ['Paper', 'Ink']) await admin.post('/orders', { title, customer })
  const { items } = (await admin.get('/customers/busy')).body as { items: { name: string; orders: number }[] }
  expect(Object.fromEntries(items.map(({ name, orders }) => [name, orders]))).toEqual({ Ada: 2, Grace: 0 })
})
