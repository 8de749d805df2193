import type { AttachableEntity } from '@plinth/points'
import { features } from './contract.ts'
import { Product } from './entities.ts'

/** Products can have attachments. */
export const attachableProducts: AttachableEntity = {
  id: 'catalog:product',
  entity: Product,
  access: { read: features['products.view'], write: features['products.manage'] },
}
