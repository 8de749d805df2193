import { type EntityMetadata, type EntityProperty, EntitySchema } from '@mikro-orm/core'
import type { MikroORM } from '@mikro-orm/postgresql'
import { type AliasedRawBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import { brokenSetup } from '../errors.ts'
import type { RowUpgrade } from './migration.ts'
import { type Declared, nameOf, propertyNames } from './properties.ts'
import { type EntityScope, toConditions, visibleTo } from './scope.ts'

type Metadata = EntityMetadata<object>

interface EntityTable {
  readonly meta: Metadata
  readonly columnOf: (property: string) => string
  /** `select product_type as "productType", … from catalog_products`. */
  readonly rows: RawBuilder<unknown>
}

/**
 * Entities as tables of their property names. Each is a sub-select that says whose rows it has, so no clause of the
 * query around it can take that back; PostgreSQL plans it as if the table stood there itself.
 */
export class Tables {
  readonly #orm: MikroORM
  readonly #described = new Map<Declared, EntityTable>()

  constructor(orm: MikroORM) {
    this.#orm = orm
  }

  /** The rows of the entity that its filters show in this scope; all of them to the platform itself. */
  visible<A extends string>(
    entity: Declared,
    alias: A,
    scope: EntityScope,
  ): AliasedRawBuilder<Record<string, unknown>, A> {
    const { rows, columnOf } = this.#of(entity)
    const conditions = this.#conditions(entity, scope, columnOf)
    const where = conditions.length === 0 ? sql`` : sql` where ${sql.join<SqlBool>(conditions, sql` and `)}`
    return sql<Record<string, unknown>>`(${rows}${where})`.as(alias)
  }

  /** The table under an alias as a statement writes to it: what makes its rows visible, and its properties as columns. */
  written(entity: Declared, alias: string, scope: EntityScope) {
    const { meta, columnOf } = this.#of(entity)
    const conditions = this.#conditions(entity, scope, (property) => `${alias}.${property}`)
    return {
      table: `${meta.schema === undefined ? '' : `${meta.schema}.`}${meta.tableName} as ${alias}`,
      isVisible: conditions.length === 0 ? undefined : sql.join<SqlBool>(conditions, sql` and `),
      names: propertyNames({
        alias,
        columnOf,
        selectionOf: (name) => {
          const { columnTypes, runtimeType } = metaProperty(meta, name)
          const cast = sql.raw(castFor(columnTypes[0] ?? '', runtimeType))
          return sql`${sql.ref(`${alias}.${columnOf(name)}`)}${cast}`.toOperationNode()
        },
      }),
    }
  }

  /** The entity that a relation leads to. */
  target(entity: Declared, relation: string): Declared {
    const { meta } = this.#of(entity)
    const { targetMeta } = metaProperty(meta, relation)
    if (!targetMeta) throw brokenSetup(`'${relation}' of entity '${meta.className}' is no relation`)
    return targetMeta.class as unknown as Declared
  }

  tableOf(entity: Declared): string {
    return this.#of(entity).meta.tableName
  }

  columnOf(entity: Declared, property: string): string {
    return this.#of(entity).columnOf(property)
  }

  /** Whether rows of the entity belong to a tenant. */
  hasTenant(entity: Declared): boolean {
    return 'tenantId' in this.#of(entity).meta.properties
  }

  /** What the entity's filters ask of rows in this scope. */
  #conditions(entity: Declared, scope: EntityScope, columnOf: (property: string) => string): RawBuilder<SqlBool>[] {
    return Object.values(this.#of(entity).meta.filters)
      .filter((filter) => filter.default)
      .flatMap(({ name, cond }) => toConditions(visibleTo(scope, { name, cond }), columnOf))
  }

  #of(entity: Declared): EntityTable {
    let table = this.#described.get(entity)
    if (!table) this.#described.set(entity, (table = this.#describe(entity)))
    return table
  }

  #describe(entity: Declared): EntityTable {
    const declared = entity instanceof EntitySchema ? entity.meta.class : entity
    const meta = this.#orm
      .getMetadata()
      .getAll()
      .get(declared as never) as Metadata | undefined
    if (!meta) throw brokenSetup(`Entity '${nameOf(entity)}' is no table of a module: list it in \`entities\``)
    const stored = meta.props.filter(({ fieldNames, persist }) => persist !== false && fieldNames?.length === 1)
    const selection = sql.raw(stored.map(toSelection).join(', '))
    const name = meta.schema === undefined ? sql.id(meta.tableName) : sql.id(meta.schema, meta.tableName)
    return {
      meta,
      rows: sql`select ${selection} from ${name}`,
      columnOf: (property) => metaProperty(meta, property).fieldNames[0]!,
    }
  }
}

function metaProperty({ className, properties }: Metadata, name: string): EntityProperty {
  const property = (properties as Readonly<Record<string, EntityProperty>>)[name]
  if (!property) throw brokenSetup(`Entity '${className}' has no property '${name}'`)
  return property
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

function toSelection({ name, fieldNames, columnTypes, runtimeType }: EntityProperty): string {
  const column = quoted(fieldNames[0]!)
  return `${column}${castFor(columnTypes[0] ?? '', runtimeType)} as ${quoted(name)}`
}

/** What the connection reads otherwise than the entity declares: decimals come as text, big integers as numbers. */
function castFor(columnType: string, runtimeType: string): string {
  if (/^(numeric|decimal)/.test(columnType) && runtimeType === 'number') return '::float8'
  return /^(bigint|int8)/.test(columnType) && runtimeType === 'string' ? '::text' : ''
}

/** What a migration did to a recorded table, as `plinth.schema_changes` keeps it. */
export interface TableChange {
  /** The table's name after the migration; null when it was dropped. */
  readonly table: string | null
  /** New names of columns by their old ones. */
  readonly renames: Readonly<Record<string, string>>
  readonly dropped: readonly string[]
  /** Columns that may be missing. */
  readonly drops: readonly string[]
  /** What rows that were there have in a new column, where the server knows without asking each of them. */
  readonly added: Readonly<Record<string, unknown>>
  /** New types of columns whose old values need not fit them, by their old names. */
  readonly retyped: Readonly<Record<string, string>>
  /** Whether the migration declares a function for these rows, which a host needs to upgrade them. */
  readonly hasUpgrade: boolean
}

/** A column as the catalog has it. */
export interface CatalogColumn {
  readonly table: string
  /** The table's and the column's identity, which renames keep. */
  readonly oid: number
  readonly position: number
  readonly column: string
  readonly type: string
  readonly isGenerated: boolean
  /** Whether rows that were there before the column have a value without being rewritten, and which. */
  readonly hasMissing: boolean
  readonly missing: unknown
}

/** What became of each table between two looks at the catalog, with what the migration declares; unchanged ones not. */
export function findTableChanges(
  before: readonly CatalogColumn[],
  after: readonly CatalogColumn[],
  {
    declared,
    isLossless,
  }: {
    readonly declared: Readonly<Record<string, RowUpgrade>>
    readonly isLossless: (from: string, to: string) => boolean
  },
): ReadonlyMap<string, TableChange> {
  const old = Map.groupBy(before, ({ oid }) => oid)
  const found = Map.groupBy(after, ({ oid }) => oid)
  const changes = new Map<string, TableChange>()
  for (const [oid, columns] of old) {
    const name = columns[0]!.table
    const change = compareColumns(columns, found.get(oid) ?? [], isLossless)
    const upgrade = declared[name]
    const merged = upgrade ? withDeclared(change, upgrade) : change
    if (upgrade || !isUnchanged(name, change)) changes.set(name, merged)
  }
  return changes
}

function compareColumns(
  old: readonly CatalogColumn[],
  found: readonly CatalogColumn[],
  isLossless: (from: string, to: string) => boolean,
): TableChange {
  const now = new Map(found.map((column) => [column.position, column]))
  const known = new Set(old.map(({ position }) => position))
  const kept = old.flatMap((column) => {
    const next = now.get(column.position)
    return next ? [{ column, next }] : []
  })
  const lost = old.filter(({ position }) => !now.has(position))
  return {
    table: found[0]?.table ?? null,
    renames: Object.fromEntries(
      kept.flatMap(({ column, next }) => (column.column === next.column ? [] : [[column.column, next.column]])),
    ),
    dropped: lost.filter(({ isGenerated }) => !isGenerated).map(({ column }) => column),
    // A generated column is no loss.
    drops: lost.filter(({ isGenerated }) => isGenerated).map(({ column }) => column),
    added: Object.fromEntries(
      found
        .filter(({ position, hasMissing }) => !known.has(position) && hasMissing)
        .map(({ column, missing }) => [column, missing]),
    ),
    retyped: Object.fromEntries(
      kept.flatMap(({ column, next }) =>
        column.type === next.type || next.isGenerated || isLossless(column.type, next.type)
          ? []
          : [[column.column, next.type]],
      ),
    ),
    hasUpgrade: false,
  }
}

/** A change as the server saw it, with what its migration says about the rows. */
export function withDeclared(
  change: TableChange,
  { table, renames = {}, drops = [], upgrade }: RowUpgrade,
): TableChange {
  const settled = new Set([...Object.keys(renames), ...drops])
  return {
    table: table ?? change.table,
    renames: { ...change.renames, ...renames },
    dropped: change.dropped.filter((column) => !settled.has(column)),
    drops: [...change.drops, ...drops],
    added: change.added,
    retyped: change.retyped,
    hasUpgrade: upgrade !== undefined,
  }
}

const isUnchanged = (name: string, { table, renames, dropped, drops, added, retyped }: TableChange): boolean =>
  table === name && [renames, dropped, drops, added, retyped].every((part) => Object.keys(part).length === 0)
