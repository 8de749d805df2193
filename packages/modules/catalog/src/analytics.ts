import type { AnalyticsEntity } from '@plinth/points'
import { features } from './contract.ts'

/** Products; `status` tells whether a product is active. */
export const productAnalytics: AnalyticsEntity = {
  id: 'catalog:products',
  features: [features['products.view']],
  table: 'catalog_products',
  fields: {
    id: { column: 'id', type: 'uuid' },
    name: { column: 'title', type: 'text' },
    status: { column: 'is_active', type: 'boolean' },
    productType: { column: 'product_type', type: 'text' },
    createdAt: { column: 'created_at', type: 'time' },
  },
}
