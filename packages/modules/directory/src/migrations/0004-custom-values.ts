import { customColumn, defineMigration } from '@plinth/core'

/** The column with the values of custom fields. */
export const customValues = defineMigration('directory.custom_values', customColumn('tenants', 'organizations'))
