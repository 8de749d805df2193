import { customIndex, defineMigration } from '@plinth/core'

/** Values of filterable custom fields are indexed. */
export const customIndexes = defineMigration(
  'attachments.custom_indexes',
  customIndex('attachments', 'attachments:attachment'),
)
