import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { extensible, Scoped } from '@plinth/core'
import { searchText } from '@plinth/core/data'
import { features } from './contract.ts'

/** A product for sale. */
export const Product = defineEntity({
  name: 'CatalogProduct',
  tableName: 'catalog_products',
  extends: Scoped,
  properties: {
    title: p.string(),
    subtitle: p.string().nullable(),
    description: p.text().length(4000).nullable(),
    sku: p.string().length(191).nullable(),
    handle: p.string().nullable(),
    productType: p.string().length(50),
    primaryCurrencyCode: p.string().nullable(),
    metadata: p.json<Record<string, unknown>>().nullable(),
    isActive: p.boolean().default(true),
    searchText: searchText('title', 'subtitle', 'sku', 'handle'),
    custom: extensible('catalog:catalog_product', {
      kind: 'catalog.product',
      answers: 'all',
      label: 'title',
      access: features['products.view'],
    }),
  },
})
export type Product = InferEntity<typeof Product>

/** A category of products. Categories form a tree. */
export const Category = defineEntity({
  name: 'CatalogCategory',
  tableName: 'catalog_categories',
  extends: Scoped,
  properties: {
    name: p.string(),
    slug: p.string().nullable(),
    description: p.text().length(4000).nullable(),
    parentId: p.uuid().nullable(),
    isActive: p.boolean().default(true),
    searchText: searchText(),
  },
})
export type Category = InferEntity<typeof Category>

/** The assignment of a product to a category. */
export const ProductCategory = defineEntity({
  name: 'CatalogProductCategory',
  tableName: 'catalog_product_categories',
  extends: Scoped,
  properties: { productId: p.uuid(), categoryId: p.uuid() },
})

/** A variant of a product: a size, a colour. */
export const Variant = defineEntity({
  name: 'CatalogVariant',
  tableName: 'catalog_variants',
  extends: Scoped,
  properties: {
    productId: p.uuid(),
    name: p.string().nullable(),
    sku: p.string().length(191).nullable(),
    barcode: p.string().length(191).nullable(),
    optionValues: p.json<Record<string, string>>().nullable(),
    isDefault: p.boolean().default(false),
    isActive: p.boolean().default(true),
    searchText: searchText(),
    custom: extensible('catalog:catalog_product_variant', { kind: 'catalog.variant', answers: 'all' }),
  },
})
export type Variant = InferEntity<typeof Variant>

/** The price of a product or variant, from a minimum quantity and for a period. */
export const Price = defineEntity({
  name: 'CatalogPrice',
  tableName: 'catalog_prices',
  extends: Scoped,
  properties: {
    productId: p.uuid(),
    variantId: p.uuid().nullable(),
    currencyCode: p.string(),
    unitPrice: p.decimal('string').precision(18).scale(4),
    minQuantity: p.integer().default(1),
    startsAt: p.datetime().nullable(),
    endsAt: p.datetime().nullable(),
  },
})
export type Price = InferEntity<typeof Price>
