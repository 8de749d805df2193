import { defineMigration } from '@plinth/core'

/** Custom entities are limited per tenant: the navigation and the API document list all of them. */
export const entityLimit = defineMigration(
  'entities.entity_limit',
  `select plinth.limit_rows('custom_entities', 1000, 'A tenant can have at most %s custom entities')`,
)
