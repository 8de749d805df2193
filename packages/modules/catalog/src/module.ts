import { defineModule } from '@plinth/core'

/** Products, categories and variants, with bulk deletion. */
export const catalog = defineModule({
  id: 'catalog',
  title: 'Product catalog',
  requires: ['progress'],
})
