import { defineMigration } from '@plinth/core'

/** The entries of shipped dictionaries are stored once a tenant changes one; null if they are stored. */
export const shippedEntries = defineMigration(
  'dictionaries.shipped_entries',
  'alter table dictionaries add column entries_from text;',
)
