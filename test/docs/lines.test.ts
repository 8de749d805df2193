import type { Module } from '@plinth/core'
import { testPlatform } from '@plinth/testing'
import { expect, inject, test } from 'vitest'
import { makeFolder } from './_folder.ts'
import { readBlock } from './_pages.ts'

test('the module of the page writes, returns, sums and undoes lines as it says', async () => {
  await using folder = await makeFolder()
  const file = await folder.write('orders.ts', readBlock('docs/lines.md', 'orders.ts').text)
  const { shop } = (await import(file)) as { shop: Module }
  await using app = await testPlatform({ modules: [shop], postgresUrl: inject('postgresUrl') })
  const admin = app.as('admin')
  const { id } = (
    await admin.post('/orders', {
      title: 'Paper',
      items: [
        { product: 'A4', quantity: 3, price: '4.50' },
        { product: 'A5', quantity: 1, price: 3 },
      ],
    })
  ).body as { id: string }
  const read = async () => (await app.as('employee').get(`/orders?id=${id}&expand=items`)).body.items[0]
  const order = await read()
  expect(order).toMatchObject({ title: 'Paper', total: '16.50' })
  expect(order.items).toMatchObject([
    { product: 'A4', position: 1, amount: '13.50' },
    { product: 'A5', position: 2, amount: '3.00' },
  ])
  const [a4, a5] = order.items as [{ id: string }, { id: string }]
  const update = await admin.put('/orders', {
    id,
    items: [
      { id: a5.id, quantity: 2 },
      { product: 'A3', quantity: 1, price: 1 },
    ],
  })
  expect(update.status, update.text).toBe(200)
  expect(await read()).toMatchObject({
    total: '7.00',
    items: [
      { id: a5.id, product: 'A5', quantity: 2, position: 1 },
      { product: 'A3', position: 2 },
    ],
  })
  const refused = await admin.put('/orders', { id, items: [{ id: a5.id }, { id: a4.id, quantity: 1 }] })
  expect([refused.status, refused.body]).toMatchObject([400, { details: [{ path: ['items', 1, 'id'] }] }])
  const invalid = await admin.put('/orders', { id, items: [{ id: a5.id, quantity: 'x' }, { product: 'A4' }] })
  expect(invalid.body.details.map(({ path }: { path: unknown[] }) => path.join('.'))).toEqual([
    'items.0.quantity',
    'items.1.quantity',
    'items.1.price',
  ])
})
