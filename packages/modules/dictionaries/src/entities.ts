import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'

/** How the entries of a dictionary are sorted. */
export const SORT_MODES = [
  'label_asc',
  'label_desc',
  'value_asc',
  'value_desc',
  'created_at_asc',
  'created_at_desc',
  'position_asc',
] as const
export type SortMode = (typeof SORT_MODES)[number]

/** A list of values. Without an organization, it belongs to all organizations of the tenant. */
export const Dictionary = defineEntity({
  name: 'Dictionary',
  tableName: 'dictionaries',
  extends: Scoped,
  properties: {
    key: p.string().length(100),
    name: p.string().length(200),
    description: p.text().length(2000).nullable(),
    /** Shipped with the platform: its key is fixed, and it cannot be deactivated or deleted. */
    isSystem: p.boolean().default(false),
    isActive: p.boolean().default(true),
    /** `hidden` dictionaries are not maintained on the page of dictionaries but elsewhere. */
    managerVisibility: p.string().length(20).default('default'),
    entrySortMode: p.string().length(20).default('label_asc'),
    /** The entry that forms choose first; it may have been deleted since. */
    defaultEntryId: p.uuid().nullable(),
    /** The key of the shipped dictionary whose entries it has, until someone changes one; null if its entries are stored. */
    entriesFrom: p.string().length(100).nullable(),
  },
})
export type Dictionary = InferEntity<typeof Dictionary>

/** A value of a dictionary. It belongs to the organization of its dictionary. */
export const DictionaryEntry = defineEntity({
  name: 'DictionaryEntry',
  tableName: 'dictionary_entries',
  extends: Scoped,
  properties: {
    /** Null if the dictionary's is null. The property of `Scoped` would be filled in from the caller, even if it is null. */
    organizationId: p.uuid().nullable(),
    dictionaryId: p.uuid(),
    value: p.string().length(150),
    /** The value without surrounding spaces, in lower case; unique in the dictionary. */
    normalizedValue: p.string().length(150),
    label: p.string().length(150),
    color: p.string().length(7).nullable(),
    icon: p.string().length(64).nullable(),
    /** Null for entries that were never put in order; they come last. */
    position: p.integer().nullable(),
  },
})
export type DictionaryEntry = InferEntity<typeof DictionaryEntry>
