import { defineModule } from '@plinth/core'

/** Rules that customers change without a deploy. */
export const businessRules = defineModule({
  id: 'business_rules',
  title: 'Business rules',
  requires: [],
})
