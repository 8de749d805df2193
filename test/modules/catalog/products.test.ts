import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { counts, make, makeRich, shopApp } from './_shop.ts'

const unknown = '99999999-9999-4999-8999-999999999999'

test('a product is created, listed with what hangs on it, changed and deleted', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  const id = await makeRich(admin, 'Chair')
  const { items, ...page } = (await admin.get('/catalog/products')).body
  expect(page).toEqual({ total: 1, page: 1, pageSize: 50, totalPages: 1 })
  expect(items[0]).toMatchObject({
    id,
    title: 'Chair',
    sku: null,
    productType: 'simple',
    isActive: true,
    variantsCount: 2,
    organizationId: tenantA.organization,
  })
  expect(items[0].categoryIds).toHaveLength(1)
  const changed = await admin.put('/catalog/products', { id, sku: 'C-1', isActive: false, categoryIds: [] })
  expect([changed.status, changed.body, changed.operation?.resourceKind]).toEqual([
    200,
    { ok: true },
    'catalog.product',
  ])
  const [after] = (await admin.get(`/catalog/products?id=${id}`)).body.items
  expect(after).toMatchObject({ title: 'Chair', sku: 'C-1', isActive: false, categoryIds: [] })
  expect((await admin.del(`/catalog/products?id=${id}`)).body).toEqual({ ok: true })
  expect(await counts(app)).toEqual({ products: 0, categories: 1, product_categories: 0, variants: 0, prices: 0 })
  expect((await admin.get('/catalog/products')).body).toMatchObject({ items: [], total: 0, totalPages: 0 })
})

test('the search knows no case, no accents and no order of words', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  for (const title of ['Crème brûlée', 'STRASSENLATERNE', 'Große Straße 100%', '東京タワー', 'Żółta łódź', 'Ελλάδα'])
    await make(admin, 'products', { title })
  const found = async (search: string) =>
    (await admin.get(`/catalog/products?sortField=title&search=${encodeURIComponent(search)}`)).body.items.map(
      ({ title }: { title: string }) => title,
    )
  expect(await found('creme')).toEqual(['Crème brûlée'])
  expect(await found('BRÛLÉE crème')).toEqual(['Crème brûlée'])
  expect(await found('strasse')).toEqual(['Große Straße 100%', 'STRASSENLATERNE'])
  expect(await found('100%')).toEqual(['Große Straße 100%'])
  expect(await found('東京')).toEqual(['東京タワー'])
  expect(await found('zołta')).toEqual(['Żółta łódź'])
  expect(await found('ελλαδα')).toEqual(['Ελλάδα'])
  expect(await found('_')).toEqual([])
})

test('lists filter by ids, category, type and state, and sort with a total order', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  const category = await make(admin, 'categories', { name: 'Tables' })
  const table = await make(admin, 'products', { title: 'Table', sku: 'b', categoryIds: [category] })
  const lamp = await make(admin, 'products', { title: 'lamp', sku: 'a', productType: 'bundle', isActive: false })
  const ids = async (query: string) =>
    (await admin.get(`/catalog/products?${query}`)).body.items.map(({ id }: { id: string }) => id)
  expect(await ids('sortField=title')).toEqual([lamp, table])
  expect(await ids('sortField=sku&sortDir=desc')).toEqual([table, lamp])
  expect((await admin.get('/catalog/products?sortField=nonsense')).status).toBe(400)
  expect(await ids(`categoryId=${category}`)).toEqual([table])
  expect(await ids('productType=bundle')).toEqual([lamp])
  expect(await ids('isActive=true')).toEqual([table])
  expect(await ids(`ids=${lamp},nonsense`)).toEqual([lamp])
  for (const query of ['ids=nonsense', 'id=nonsense', 'categoryId=nonsense']) expect(await ids(query)).toEqual([])
  expect((await admin.get('/catalog/products?pageSize=1&page=3')).body).toMatchObject({ items: [], total: 2 })
})

test('SKUs and handles are unique within an organization, also in a race', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  const bodies = Array.from({ length: 8 }, (_, index) => ({ title: `P${index}`, sku: 'same' }))
  const answers = await Promise.all(bodies.map((body) => admin.post('/catalog/products', body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 400)])
  expect(answers.find(({ status }) => status === 400)!.body).toMatchObject({ fieldErrors: { sku: 'Already in use' } })
  const elsewhere = { organizationId: tenantA.otherOrganization, features: ['catalog.*'] }
  expect((await app.as(elsewhere).post('/catalog/products', { title: 'P', sku: 'same' })).status).toBe(201)
})

test('bad input and unknown ids are told apart', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  expect((await admin.post('/catalog/products', {})).body.error).toBe('Invalid input')
  expect((await admin.post('/catalog/products', { title: 'x', categoryIds: [unknown] })).body).toMatchObject({
    error: 'Category not found',
  })
  expect((await admin.put('/catalog/products', {})).body.error).toBe('ID is required')
  expect((await admin.put('/catalog/products', { id: 'x' })).body.error).toBe('Invalid id')
  expect((await admin.del('/catalog/products')).body.error).toBe('ID is required')
  for (const answer of [
    await admin.put('/catalog/products', { id: unknown, title: 'x' }),
    await admin.del(`/catalog/products?id=${unknown}`),
  ])
    expect([answer.status, answer.body]).toEqual([404, { error: 'Catalog product not found' }])
  const homeless = { organizationId: null, features: ['catalog.*'] }
  expect((await app.as(homeless).post('/catalog/products', { title: 'x' })).body.error).toBe(
    'Organization context is required',
  )
})

test('categories form a tree without circles; one that goes leaves its children and products', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  const top = await make(admin, 'categories', { name: 'Top' })
  const middle = await make(admin, 'categories', { name: 'Middle', parentId: top })
  const low = await make(admin, 'categories', { name: 'Low', parentId: middle })
  await make(admin, 'products', { title: 'x', categoryIds: [middle] })
  const circle = await admin.put('/catalog/categories', { id: top, parentId: low })
  expect([circle.status, circle.body.error]).toEqual([400, 'A category cannot be below itself'])
  expect((await admin.put('/catalog/categories', { id: top, parentId: top })).status).toBe(400)
  expect((await admin.get(`/catalog/categories?id=${middle}`)).body.items[0]).toMatchObject({ productsCount: 1 })
  expect((await admin.del(`/catalog/categories?id=${middle}`)).status).toBe(200)
  expect((await admin.get(`/catalog/categories?parentId=${top}`)).body.items).toMatchObject([{ id: low }])
  expect((await admin.get('/catalog/products')).body.items).toMatchObject([{ categoryIds: [] }])
})

test('a product has one default variant; prices keep every digit and have an order in time', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  const productId = await make(admin, 'products', { title: 'Shirt' })
  const small = await make(admin, 'variants', { productId, name: 'S', isDefault: true })
  const large = await make(admin, 'variants', { productId, name: 'L', isDefault: true })
  const { items } = (await admin.get(`/catalog/variants?productId=${productId}&sortField=name`)).body
  expect(items).toMatchObject([
    { id: large, isDefault: true },
    { id: small, isDefault: false },
  ])
  await make(admin, 'prices', { productId, variantId: small, currencyCode: 'eur', unitPrice: '12345678901234.5678' })
  const prices = await admin.get(`/catalog/prices?variantId=${small}`)
  expect(prices.body.items).toMatchObject([{ unitPrice: '12345678901234.5678', currencyCode: 'EUR', minQuantity: 1 }])
  const time = { startsAt: '2031-01-02T00:00:00Z', endsAt: '2031-01-01T00:00:00Z' }
  const late = await admin.post('/catalog/prices', { productId, currencyCode: 'EUR', unitPrice: 1, ...time })
  expect([late.status, late.body.fieldErrors]).toEqual([400, { endsAt: 'Before startsAt' }])
  const other = await make(admin, 'products', { title: 'Other' })
  const stray = await admin.post('/catalog/prices', {
    productId: other,
    variantId: small,
    currencyCode: 'EUR',
    unitPrice: 1,
  })
  expect([stray.status, stray.body.error]).toEqual([400, 'Variant not found'])
  await admin.del(`/catalog/variants?id=${small}`)
  expect((await admin.get('/catalog/prices')).body.total).toBe(0)
})

test('what a product and a variant say in a column of their own has a limit', async () => {
  await using app = await shopApp()
  const admin = app.as('admin')
  const said = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`option ${index}`, 'x'.repeat(250)]))
  const productId = await make(admin, 'products', { title: 'Chair' })
  expect((await admin.post('/catalog/products', { title: 'Table', metadata: said })).status).toBe(400)
  expect((await admin.post('/catalog/variants', { productId, name: 'Red', optionValues: said })).status).toBe(400)
  const { 'option 0': option } = said
  expect((await admin.post('/catalog/variants', { productId, name: 'Red', optionValues: { option } })).status).toBe(201)
})
