import { customColumn, defineMigration } from '@plinth/core'

/** The column with the values of custom fields. */
export const customValues = defineMigration('attachments.custom_values', customColumn('attachments'))
