import type { ModuleFixtures, Sample, TestPlatform } from '@plinth/testing'
import { make } from './products.ts'

const unknown = '99999999-9999-4999-8999-999999999999'
const admin = 'admin'

type MakeRow = (app: TestPlatform) => Promise<string>
const product: MakeRow = (app) => make(app.as(admin), 'products', { title: 'Sample' })
const category: MakeRow = (app) => make(app.as(admin), 'categories', { name: 'Sample' })
const variant: MakeRow = async (app) => make(app.as(admin), 'variants', { productId: await product(app) })
const price: MakeRow = async (app) =>
  make(app.as(admin), 'prices', { productId: await product(app), currencyCode: 'EUR', unitPrice: 1 })

/** The samples of one resource: `create` is a valid body, `change` the body of an update. */
function samplesOf(
  path: string,
  made: MakeRow,
  { create, change }: { create: object | MakeRow; change: object },
): Sample[] {
  const route = (method: string) => `${method} /catalog/${path}`
  return [
    { route: route('GET'), as: admin, expect: 200 },
    {
      route: route('POST'),
      as: admin,
      request: async (app) => ({
        body:
          typeof create === 'function' ? { productId: await create(app), currencyCode: 'EUR', unitPrice: 1 } : create,
      }),
      expect: 201,
    },
    { route: route('POST'), as: admin, request: { body: {} }, expect: 400 },
    {
      route: route('PUT'),
      as: admin,
      request: async (app) => ({ body: { id: await made(app), ...change } }),
      expect: 200,
    },
    { route: route('PUT'), as: admin, request: { body: {} }, expect: 400 },
    { route: route('PUT'), as: admin, request: { body: { id: unknown } }, expect: 404 },
    {
      route: route('DELETE'),
      as: admin,
      request: async (app) => ({ query: { id: await made(app) } }),
      expect: 200,
    },
    { route: route('DELETE'), as: admin, expect: 400 },
    { route: route('DELETE'), as: admin, request: { query: { id: unknown } }, expect: 404 },
  ]
}

/** Contract samples of the catalog. */
export const contract: NonNullable<ModuleFixtures['contract']> = {
  open: [],
  samples: [
    ...samplesOf('products', product, { create: { title: 'New' }, change: { title: 'Changed' } }),
    ...samplesOf('categories', category, { create: { name: 'New' }, change: { name: 'Changed' } }),
    ...samplesOf('variants', variant, { create: product, change: { name: 'Changed' } }),
    ...samplesOf('prices', price, { create: product, change: { unitPrice: 2 } }),
    { route: 'GET /catalog/prices', as: admin, request: { query: { currencyCode: 'x' } }, expect: 400 },
    { route: 'GET /catalog/products', as: admin, request: { query: { isActive: 'x' } }, expect: 400 },
    { route: 'GET /catalog/categories', as: admin, request: { query: { isActive: 'x' } }, expect: 400 },
    { route: 'GET /catalog/variants', as: admin, request: { query: { isActive: 'x' } }, expect: 400 },
    {
      route: 'POST /catalog/bulk-delete',
      as: admin,
      request: async (app) => ({ body: { confirm: true, ids: [await product(app)], scope: 'selected' } }),
      expect: 201,
    },
    { route: 'POST /catalog/bulk-delete', as: admin, request: { body: {} }, expect: 400 },
  ],
}
