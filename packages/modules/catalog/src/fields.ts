import { input, nameText } from '@plinth/core'
import { toIdRefusal } from '@plinth/core/http'
import { z } from 'zod'
import { Category, Price, Product } from './entities.ts'

/** An id in requests, in the format of the database. */
export const CatalogRowId = z.uuid().toLowerCase()

/** A single-line name. */
const name = (max: number) => nameText().trim().max(max)

/** An object stored in one column. */
const smallRecord = <Value extends z.ZodType>(name: z.ZodString, value: Value) =>
  z.record(name, value).refine((record) => JSON.stringify(record).length <= 16_384, 'Too large')

export const OptionValues = smallRecord(name(191), name(255))
const Metadata = smallRecord(z.string().max(200), z.json())
const ProductSlug = name(150)
  .toLowerCase()
  .regex(/^[a-z0-9_-]*$/)
  .transform((value) => (value === '' ? null : value))
  .nullish()
const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/)

export const productTypes = ['simple', 'configurable', 'virtual', 'downloadable', 'bundle', 'grouped'] as const

/** The writable properties of a product. */
export const ProductFields = input(Product, ['title', 'subtitle', 'description', 'sku', 'isActive']).extend({
  handle: ProductSlug,
  productType: z.enum(productTypes).optional(),
  primaryCurrencyCode: Currency.nullish(),
  metadata: Metadata.nullish(),
  categoryIds: z.array(CatalogRowId).max(100).optional(),
})

/** The writable properties of a category. */
export const CategoryFields = input(Category, ['name', 'description', 'parentId', 'isActive']).extend({
  slug: ProductSlug,
})

const DIGITS = 'At most 14 digits and 4 decimals'

/** The writable properties of a price. Responses contain amounts as text, so that no digit is lost. */
export const PriceFields = input(Price, ['productId', 'variantId', 'startsAt', 'endsAt']).extend({
  currencyCode: Currency,
  unitPrice: z
    .union([
      z.number().min(0).max(99_999_999_999_999),
      z
        .string()
        .regex(/^\s*\d{1,14}(\.\d{1,4})?\s*$/, DIGITS)
        .trim(),
    ])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,14}(\.\d{1,4})?$/, DIGITS))
    .meta({ 'x-currency-member': 'currencyCode' }),
  minQuantity: z.number().int().min(1).max(1_000_000_000).optional(),
})

/** The columns in every list of the catalog, in addition to its own. */
export const commonColumns = ['organizationId', 'tenantId', 'createdAt', 'updatedAt'] as const

/** Answers a missing or malformed id with the published message. */
export const idRefusal = { onInvalid: toIdRefusal('ID is required') }
