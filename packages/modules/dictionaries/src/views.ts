import { view } from '@plinth/core'
import type { Row } from '@plinth/core/data'
import { z } from 'zod'
import { Dictionary, DictionaryEntry } from './entities.ts'

/** A dictionary as returned to its writers. */
export const WrittenDictionary = view(Dictionary, [
  'id',
  'key',
  'name',
  'description',
  'isSystem',
  'isActive',
  'managerVisibility',
  'entrySortMode',
  'createdAt',
  'updatedAt',
])

type WrittenDictionary = z.output<typeof WrittenDictionary>

/** A dictionary in lists. `isInherited` means that it belongs to an organization other than the selected one. */
export const DictionaryView = WrittenDictionary.extend({
  organizationId: z.uuid().nullable(),
  isInherited: z.boolean(),
})
export type DictionaryView = z.output<typeof DictionaryView>

/** The properties of an entry's row. */
export const entryColumns = ['id', 'value', 'label', 'color', 'icon', 'position', 'createdAt', 'updatedAt'] as const

/** An entry of a dictionary. */
export const EntryView = view(DictionaryEntry, entryColumns).extend({ isDefault: z.boolean() })
export type EntryView = z.output<typeof EntryView>

/** A written entry. */
export const toEntryView = (
  entry: Row<DictionaryEntry>,
  { defaultEntryId }: Pick<Row<Dictionary>, 'defaultEntryId'>,
): EntryView => ({ ...entry, isDefault: entry.id === defaultEntryId })
