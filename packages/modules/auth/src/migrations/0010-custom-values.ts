import { customColumn, defineMigration } from '@plinth/core'

/** The column with the values of custom fields. */
export const customValues = defineMigration('auth.custom_values', customColumn('users', 'roles'))
