import { customIndex, defineMigration } from '@plinth/core'

/** Values of filterable custom fields are indexed. */
export const customIndexes = defineMigration(
  'auth.custom_indexes',
  [customIndex('users', 'auth:user'), customIndex('roles', 'auth:role')].join('\n'),
)
