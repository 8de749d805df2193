import { defineMigration } from '@plinth/core'

/** Indexes the values of filterable fields of records; each record names its entity. */
export const indexes = defineMigration('entities.indexes', `select plinth.index_custom('custom_entity_records');`)
