import type { Expression, RawBuilder, SqlBool } from 'kysely'
import { type CustomRecord, type Extension, extensionOf } from './extensible.ts'
import type { Locale } from './locales.ts'
import type { Module } from './module.ts'
import { defineService } from './service.ts'

/** The records to which fields apply: those of one entity in one organization. */
export interface CustomPlace {
  readonly entityId: string
  /**
   * The organization of the records. Null for records without an organization, and for lists with records of several
   * organizations: the fields are then those of the organization that the caller works in.
   */
  readonly organizationId: string | null
}

/** Values to store. */
export interface CustomWrite {
  /** As sent, by key. */
  readonly values: CustomRecord
  /** The values that the record has. Sent again, they are accepted, even if the field would no longer accept them as new ones. */
  readonly stored: CustomRecord
  /** Whether the record is new, so that required fields must be among the values. */
  readonly isNew: boolean
}

/** Which files may be uploaded for a field. */
export interface UploadLimits {
  /** Megabytes of 1,048,576 bytes. */
  readonly maxSizeMb?: number
  /** With or without a dot, in upper or lower case. If absent or empty, all are allowed. */
  readonly extensions?: readonly string[]
  readonly partitionCode?: string
}

/** A field, as documents and forms describe it. */
export interface DescribedField {
  readonly key: string
  readonly label: string
  readonly kind: string
  readonly multi: boolean
  /** JSON Schema of a value. */
  readonly schema: Readonly<Record<string, unknown>>
  readonly description?: string
  /** Whether filters can compare its values: `level_gte`. */
  readonly isOrdered: boolean
  readonly upload?: UploadLimits
  /** The values that can be chosen, and what people see instead. */
  readonly options?: readonly { readonly value: string | number; readonly label: string }[]
  /** The dictionary whose values can be chosen. */
  readonly dictionaryId?: string
}

/** How a filter compares a value with one other. */
export type Bound = 'gte' | 'gt' | 'lte' | 'lt'

/** What a list is asked for about one field. */
export interface CustomFilter {
  readonly key: string
  /** Values of which a record has one. A value that the field cannot have matches nothing. */
  readonly anyOf?: readonly string[]
  /** Values of which a record has none, as one without a value. */
  readonly noneOf?: readonly string[]
  /** The bounds of the value, with the parameters that are to blame for a bound that the field cannot have (400). */
  readonly range?: { readonly [B in Bound]?: { readonly value: string; readonly parameter: string } }
}

/** A field as a column of a query. */
export interface CustomColumn {
  readonly type: 'text' | 'number' | 'boolean' | 'time'
  /** Null for records without a value of the type. */
  readonly value: RawBuilder<unknown>
  /** The labels of the values, if they are options. */
  readonly labels?: ReadonlyMap<string, string>
}

interface OrderOptions {
  /** The alias of the table. */
  readonly row: string
  /** The language in whose order texts are sorted. */
  readonly language: Locale
}

export interface ColumnOptions {
  /** The alias of the table. */
  readonly row: string
  /** The time zone of dates, and of times without an offset. */
  readonly timeZone: string
}

/** The fields that customers have defined for some records. */
export interface CustomFields {
  /** In the order of their priority. */
  readonly described: readonly DescribedField[]
  /** Whether a new record without any value is incomplete. */
  readonly hasRequired: boolean
  /** The values in the form in which they are stored; throws 400 with `fields` that name what is wrong. */
  parse(write: CustomWrite): Promise<CustomRecord>
  /** The values of a record that may be shown: those of known fields. */
  show(stored: CustomRecord): CustomRecord
  /** The records that a filter asks for; undefined if there is no such field. Bounds without an offset are in the time zone. */
  isMatch(filter: CustomFilter, options: ColumnOptions): Expression<SqlBool> | undefined
  /** What to sort by; undefined if there is no such field. */
  orderOf(key: string, options: OrderOptions): RawBuilder<unknown> | undefined
  /** A column to group, filter and sum by; undefined if there is no such field, or one with several or encrypted values. */
  columnOf(key: string, options: ColumnOptions): CustomColumn | undefined
  /**
   * The records whose values of searchable fields contain every word of a text, ignoring case and accents. `row` is the alias of
   * the table, `mayRead` says which fields are searched; default: all. Undefined if no field is searchable.
   */
  isFoundBy(text: string, row: string, mayRead?: (key: string) => boolean): Promise<SearchConditions | undefined>
}

/** A search condition for the query of a page, and one for that of its total, which has to visit all matches. */
export interface SearchConditions {
  readonly shown: Expression<SqlBool>
  readonly counted: Expression<SqlBool>
}

/** The values of custom fields that undo or redo is about to give back to a row. */
export interface RestoredValues {
  readonly table: string
  /** The column `entity_id` of the row, if it has one. */
  readonly entityId: string | null
  readonly id: string
  readonly organizationId: string | null
  /** All values of the row as it will be. */
  readonly custom: CustomRecord
  /** Those of the row as it is; empty if it does not exist. */
  readonly former: CustomRecord
}

/** An entity that customers have defined. */
export interface DefinedEntity {
  /** `fleet:vehicle`. */
  readonly entityId: string
  readonly label: string
}

/** What customers have defined. */
export interface CustomValues {
  /** The entities that apply where the caller works. Costs no query once they are loaded. */
  entities(): Promise<readonly DefinedEntity[]>
  /** Whether any organization of the tenant has defined an entity. */
  hasEntity(entityId: string): Promise<boolean>
  /** The key of the field by which people recognize records of an entity; null without one. */
  labelFieldOf(entityId: string): Promise<string | null>
  /** Whether the tenant has defined any field for the entity. Costs no query once they are loaded. */
  hasFields(entityId: string): Promise<boolean>
  /** The fields in effect for some records, or undefined if there are none. Costs no query once they are loaded. */
  fields(place: CustomPlace): Promise<CustomFields | undefined>
  /** Throws 400 with `fields` if a value that a row gets back is not of the kind that its field has now. */
  assertRestorable(rows: readonly RestoredValues[]): Promise<void>
}

/** Implemented by the module with which customers define fields; null without one. */
export const customValues = defineService<CustomValues | null>('core.custom-values', () => null)

/** The extensible entities of the composed modules, by kind. */
const extensionsByModules = new WeakMap<readonly Module[], ReadonlyMap<string, Extension>>()

/** The extensible entities of the composed modules, by the kind of resource in the log: `auth.user`. */
export function findExtensions(modules: readonly Module[]): ReadonlyMap<string, Extension> {
  let found = extensionsByModules.get(modules)
  if (!found) {
    const all = modules.flatMap(({ entities = [] }) => entities.flatMap((entity) => extensionOf(entity) ?? []))
    found = new Map(all.map((extension) => [extension.kind, extension]))
    extensionsByModules.set(modules, found)
  }
  return found
}
