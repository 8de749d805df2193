import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features of the catalog. */
export const features = defineFeatures('catalog', {
  'products.view': 'View products',
  'products.manage': 'Manage products',
  'categories.view': 'View categories',
  'categories.manage': 'Manage categories',
  'variants.manage': 'Manage variants',
  'pricing.manage': 'Manage prices',
  'settings.manage': 'Manage catalog settings',
})

const CatalogEvent = z.object({ id: z.uuid(), organizationId: z.uuid().nullable(), tenantId: z.uuid() })

/** Events of the catalog. */
export const events = defineEvents('catalog', {
  'product.created': CatalogEvent,
  'product.updated': CatalogEvent,
  'product.deleted': CatalogEvent,
  'category.created': CatalogEvent,
  'category.updated': CatalogEvent,
  'category.deleted': CatalogEvent,
  'variant.created': CatalogEvent,
  'variant.updated': CatalogEvent,
  'variant.deleted': CatalogEvent,
  'price.created': CatalogEvent,
  'price.updated': CatalogEvent,
  'price.deleted': CatalogEvent,
})

/** The tag of everything derived from a tenant's catalog; every write to it invalidates it. */
export const catalogTag = (tenantId: string) => `catalog:${tenantId}`
