import { createHash } from 'node:crypto'
import type { Row } from '@plinth/core/data'
import { listCurrencies, type SystemEntry } from './currencies.ts'
import type { Dictionary, DictionaryEntry, SortMode } from './entities.ts'
import { normalize } from './fields.ts'
import { units } from './units-of-measure.ts'

interface ShippedDictionary {
  readonly key: string
  readonly name: string
  readonly entries: readonly SystemEntry[]
}

let known: readonly ShippedDictionary[] | undefined

/** The dictionaries that every tenant has, for all of its organizations. */
export const shippedDictionaries = (): readonly ShippedDictionary[] =>
  (known ??= [
    { key: 'currency', name: 'Currencies', entries: listCurrencies() },
    { key: 'unit', name: 'Units of measure', entries: units },
  ])

/** An entry that is not stored; times are ISO 8601. */
type ShippedEntry = Pick<
  Row<DictionaryEntry>,
  'id' | 'value' | 'normalizedValue' | 'label' | 'color' | 'icon' | 'position' | 'createdAt' | 'updatedAt'
>

/** A dictionary whose entries are read from the code until someone changes one. */
type Unstored = Pick<Row<Dictionary>, 'id' | 'createdAt' | 'entriesFrom'>

/** The entries of a dictionary that are not stored, in order. An entry has the same id on every host, also once it is stored. */
export function shippedEntries({ id, createdAt, entriesFrom }: Unstored): readonly ShippedEntry[] {
  const { entries = [] } = shippedDictionaries().find(({ key }) => key === entriesFrom) ?? {}
  return entries.map(({ value, label }, position) => ({
    id: idOf(id, value),
    value,
    normalizedValue: normalize(value),
    label,
    color: null,
    icon: null,
    position,
    createdAt,
    updatedAt: createdAt,
  }))
}

/** Compares two entries. */
type Sorting = (one: ShippedEntry, other: ShippedEntry) => number

/** Sorts entries as the database sorts stored ones. */
export function sortEntries(
  entries: readonly ShippedEntry[],
  mode: SortMode,
  language: string,
): readonly ShippedEntry[] {
  const { compare } = new Intl.Collator(language)
  const by: Record<string, Sorting> = {
    label: (one, other) => compare(one.label, other.label),
    value: (one, other) => compare(one.value, other.value),
    position: (one, other) => (one.position ?? 0) - (other.position ?? 0),
    created_at: () => 0,
  }
  const sorted = by[mode.replace(/_(asc|desc)$/, '')]!
  const sign = mode.endsWith('_desc') ? -1 : 1
  return entries.toSorted((one, other) => sign * sorted(one, other) || compare(one.label, other.label))
}

/** A UUID of version 8 that is derived from the dictionary and the value. */
function idOf(dictionaryId: string, value: string): string {
  const bytes = createHash('sha256').update(`${dictionaryId} ${value}`).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
