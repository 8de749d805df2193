import { defineMigration } from '@plinth/core'

/** Dictionaries are limited per tenant. */
export const dictionaryLimit = defineMigration(
  'dictionaries.dictionary_limit',
  `select plinth.limit_rows('dictionaries', 2000, 'A tenant can have at most %s dictionaries')`,
)
