import { customIndex, defineMigration } from '@plinth/core'

/** Values of filterable custom fields are indexed. */
export const customIndexes = defineMigration(
  'directory.custom_indexes',
  [customIndex('tenants', 'directory:tenant'), customIndex('organizations', 'directory:organization')].join('\n'),
)
