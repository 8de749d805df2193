import { nameText } from '@plinth/core'
import { z } from 'zod'

/** An identifier as callers send it, in the spelling of the database. */
export const EntityId = z.uuid().toLowerCase()

/** The database cannot hold NUL. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((value) => !value.includes('\0'), 'Invalid text')
const name = (max: number) => nameText().trim().max(max)
/** An empty text says that there is none. */
const orNone = (schema: z.ZodString) => schema.transform((value) => (value === '' ? null : value)).nullish()
const optional = (max: number) => orNone(text(max))
const optionalName = (max: number) => orNone(name(max))

const Metadata = z
  .record(z.string().max(200), z.json())
  .refine((value) => JSON.stringify(value).length <= 16_384, 'Too large')
const Slug = text(150)
  .toLowerCase()
  .regex(/^[a-z0-9_-]*$/)
  .transform((value) => (value === '' ? null : value))
  .nullish()
const Currency = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{3}$/)

/** What callers may say of a product. */
export const ProductFields = z.object({
  title: name(255).min(1),
  subtitle: optionalName(255),
  description: optional(4000),
  sku: optionalName(191),
  handle: Slug,
  productType: z.enum(['simple', 'configurable', 'virtual', 'downloadable', 'bundle', 'grouped']).optional(),
  primaryCurrencyCode: Currency.nullish(),
  metadata: Metadata.nullish(),
  isActive: z.boolean().optional(),
  categoryIds: z.array(EntityId).max(100).optional(),
})

/** What callers may say of a category. */
export const CategoryFields = z.object({
  name: name(255).min(1),
  slug: Slug,
  description: optional(4000),
  parentId: EntityId.nullish(),
  isActive: z.boolean().optional(),
})

/** What callers may say of a variant. Its product never changes. */
export const VariantFields = z.object({
  productId: EntityId,
  name: optionalName(255),
  sku: optionalName(191),
  barcode: optionalName(191),
  optionValues: z.record(name(191), name(255)).nullish(),
  isDefault: z.boolean().optional(),
  isActive: z.boolean().optional(),
})

const Instant = z.iso
  .datetime({ offset: true })
  .transform((value) => new Date(value))
  .nullish()

/** What callers may say of a price. Amounts are text in answers, so that no digit is lost. */
export const PriceFields = z.object({
  productId: EntityId,
  variantId: EntityId.nullish(),
  currencyCode: Currency,
  unitPrice: z
    .union([z.number(), z.string().trim()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,14}(\.\d{1,4})?$/, 'At most 14 digits and 4 decimals')),
  minQuantity: z.number().int().min(1).max(1_000_000_000).optional(),
  startsAt: Instant,
  endsAt: Instant,
})
