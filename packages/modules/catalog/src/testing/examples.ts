import {
  createCategory,
  createPrice,
  createProduct,
  createVariant,
  deleteCategory,
  deletePrice,
  deleteProduct,
  deleteProductsInBulk,
  deleteVariant,
  updateCategory,
  updatePrice,
  updateProduct,
  updateVariant,
} from '../index.ts'
import type { TestPlatform, UndoExample } from '@plinth/testing'
import { tracker } from '@plinth/progress'
import { make, makeRich } from './products.ts'

const all = { features: ['*'] }
const unique = () => crypto.randomUUID().slice(0, 8)
const product = (app: TestPlatform) => make(app.as(all), 'products', { title: unique() })
const category = (app: TestPlatform, fields: object = {}) =>
  make(app.as(all), 'categories', { name: unique(), ...fields })
const variant = async (app: TestPlatform, fields: object = {}) =>
  make(app.as(all), 'variants', { productId: await product(app), isDefault: true, ...fields })
const price = async (app: TestPlatform, fields: object = {}) =>
  make(app.as(all), 'prices', { productId: await product(app), currencyCode: 'EUR', unitPrice: '1.5', ...fields })

/** A running job, which the bulk deletion needs in order to complete it. */
async function runningJob(app: TestPlatform): Promise<string> {
  const id = await app.platform.actAs(app.callerOf(all), ({ inject }) =>
    inject(tracker).create({ jobType: 'x', name: 'X' }),
  )
  await app.sql(`update progress_jobs set status = 'running' where id = $1`, [id])
  return id
}

/** Every undoable command of the catalog, with dependent rows that make undoing it difficult. */
export const examples: readonly UndoExample[] = [
  {
    command: createProduct,
    input: async (app: TestPlatform) => ({ title: 'New', sku: unique(), categoryIds: [await category(app)] }),
  },
  {
    command: updateProduct,
    input: async (app: TestPlatform) => ({
      id: await makeRich(app.as(all), unique()),
      title: 'Changed',
      sku: unique(),
      metadata: { a: [1] },
      categoryIds: [await category(app)],
    }),
  },
  { command: deleteProduct, input: async (app: TestPlatform) => ({ id: await makeRich(app.as(all), unique()) }) },
  {
    command: deleteProductsInBulk,
    input: async (app: TestPlatform) => ({
      progressJobId: await runningJob(app),
      ids: [await makeRich(app.as(all), unique()), await makeRich(app.as(all), unique()), crypto.randomUUID()],
    }),
  },
  { command: createCategory, input: async (app: TestPlatform) => ({ name: 'New', parentId: await category(app) }) },
  {
    command: updateCategory,
    input: async (app: TestPlatform) => ({ id: await category(app), name: 'Changed', parentId: await category(app) }),
  },
  {
    command: deleteCategory,
    input: async (app: TestPlatform) => {
      const id = await category(app, { parentId: await category(app) })
      await category(app, { parentId: id })
      await make(app.as(all), 'products', { title: unique(), categoryIds: [id] })
      return { id }
    },
  },
  {
    command: createVariant,
    input: async (app: TestPlatform) => {
      const productId = await product(app)
      await make(app.as(all), 'variants', { productId, isDefault: true })
      return { productId, name: 'Second', isDefault: true }
    },
  },
  {
    command: updateVariant,
    input: async (app: TestPlatform) => ({ id: await variant(app), name: 'Changed', optionValues: { size: 'L' } }),
  },
  {
    command: deleteVariant,
    input: async (app: TestPlatform) => {
      const productId = await product(app)
      const id = await make(app.as(all), 'variants', { productId })
      await make(app.as(all), 'prices', { productId, variantId: id, currencyCode: 'EUR', unitPrice: 1 })
      return { id }
    },
  },
  {
    command: createPrice,
    input: async (app: TestPlatform) => ({
      productId: await product(app),
      currencyCode: 'EUR',
      unitPrice: '0.0001',
      startsAt: '2031-01-01T00:00:00Z',
    }),
  },
  {
    command: updatePrice,
    input: async (app: TestPlatform) => ({ id: await price(app), unitPrice: '2.25', minQuantity: 5 }),
  },
  { command: deletePrice, input: async (app: TestPlatform) => ({ id: await price(app, { minQuantity: 7 }) }) },
]
