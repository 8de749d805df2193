import { EntitySchema, p } from '@mikro-orm/core'
import type { Declared } from '../data/query/row-types.ts'
import type { Access } from './access.ts'

/** Values of custom fields by key. */
export type CustomRecord = Readonly<Record<string, unknown>>

/** An entity whose rows hold values of fields that customers define. */
export interface Extension {
  /** The name under which customers define fields: `auth:user`. */
  readonly entityId: string
  /** The kind of resource of its commands and lists, as in the log: `auth.user`. */
  readonly kind: string
  /** How lists return the values: as `cf_<key>`, or also as `customValues` and `customFields`. */
  readonly answers: 'flat' | 'all'
  /**
   * What the rows are. A row that is an organization has the fields of that organization; a row that is a tenant has the fields
   * of the organization that the caller works in. Accounts without an organization are hidden from callers who are restricted
   * to some organizations.
   */
  readonly rows: 'records' | 'organizations' | 'tenants' | 'accounts'
  /** The property by which people recognize a row, for options of relations; undefined if relations cannot offer the rows. */
  readonly label?: string
  /** What a caller needs to read the rows, for options of relations. */
  readonly access?: Access
  /** Whether rows are deleted by setting `deletedAt`. */
  readonly deletedAt: boolean
  readonly entity: Declared
}

interface ExtensionOptions {
  /** Default: the entity id with a dot, `auth.user`. */
  readonly kind?: string
  readonly answers?: Extension['answers']
  readonly rows?: Extension['rows']
  /** The property by which people recognize a row; with it, and with `access`, relations can refer to the entity. */
  readonly label?: string
  readonly access?: Access
}

/** The property that holds the values. */
export const CUSTOM = 'custom'

/** The prefix of custom fields in bodies, responses, parameters and rules. */
export const CUSTOM_PREFIX = 'cf_'

/** The options passed to each `extensible`, by the function that fills in the property. */
const declared = new WeakMap<object, Omit<Extension, 'entity' | 'deletedAt'>>()

/**
 * A property `custom` that makes an entity extensible: customers can define fields for it. Its commands validate and store
 * their values, its lists return, filter and sort by them, and undo treats each as a separate field. `entityId` is the name
 * under which fields are defined. The migration of the table adds the column with `customColumn`. Without a module that
 * implements `customValues`, nothing changes.
 *
 * @example
 * properties: { title: p.string(), custom: extensible('desk:ticket') }
 */
export function extensible(
  entityId: string,
  { kind = entityId.replace(':', '.'), answers = 'flat', rows = 'records', ...relation }: ExtensionOptions = {},
) {
  const fill = (): CustomRecord => ({})
  declared.set(fill, Object.freeze({ entityId, kind, answers, rows, ...relation }))
  return p.json<CustomRecord>().onCreate(fill)
}

/** The extension of an entity; undefined if customers cannot define fields for it. */
export function extensionOf(entity: unknown): Extension | undefined {
  if (!(entity instanceof EntitySchema)) return undefined
  const { properties, extends: base } = entity.meta
  const { onCreate } =
    (properties as Readonly<Record<string, { readonly onCreate?: unknown } | undefined>>)[CUSTOM] ?? {}
  const found = typeof onCreate === 'function' ? declared.get(onCreate) : undefined
  if (!found) return extensionOf(base)
  return { ...found, deletedAt: 'deletedAt' in properties, entity: entity as unknown as Declared }
}

/** How the log marks a column whose properties are undone one by one. */
export const MERGED_COMMENT = 'merged by key'

/**
 * SQL for a migration that gives tables the column of an `extensible` entity, without rewriting or scanning them.
 *
 * @example
 * export const customValues = defineMigration('desk.custom_values', customColumn('desk_tickets'))
 */
export const customColumn = (...tables: readonly string[]): string =>
  tables
    .map(
      (table) => `alter table ${table} add column ${CUSTOM} jsonb not null default '{}';
alter table ${table} add constraint ${table}_custom_object check (jsonb_typeof(${CUSTOM}) = 'object') not valid;
comment on column ${table}.${CUSTOM} is '${MERGED_COMMENT}';`,
    )
    .join('\n')

/**
 * SQL for a migration that lets customers filter and sort many rows of an `extensible` entity: the values of fields that are
 * `filterable` are indexed. It comes after `customColumn`.
 *
 * @example
 * export const customIndexes = defineMigration('desk.custom_indexes', customIndex('desk_tickets', 'desk:ticket'))
 */
export const customIndex = (table: string, entityId: string): string =>
  `select plinth.index_custom('${table}', '${entityId}');`
