import { view } from '@plinth/core'
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

/** A written dictionary, with its times as text. */
export const toWrittenDictionary = ({
  description = null,
  createdAt,
  updatedAt,
  ...row
}: Dictionary): WrittenDictionary => ({
  ...row,
  description,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})

/** A written entry, with its times as text. */
export const toEntryView = (
  { color = null, icon = null, position = null, createdAt, updatedAt, ...row }: DictionaryEntry,
  { defaultEntryId }: Pick<Dictionary, 'defaultEntryId'>,
): EntryView => ({
  ...row,
  color,
  icon,
  position,
  isDefault: row.id === defaultEntryId,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
})
