import { defineMigration } from '@plinth/core'

/** Values of filterable fields of records are indexed; each record says of which entity it is. */
export const indexes = defineMigration('entities.indexes', `select plinth.index_custom('custom_entity_records');`)
