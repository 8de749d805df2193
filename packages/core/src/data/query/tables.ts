import {
  type EntityMetadata,
  type EntityProperty,
  EntitySchema,
  type MetadataStorage,
  type Platform,
} from '@mikro-orm/core'
import type { MikroORM } from '@mikro-orm/postgresql'
import {
  type AliasedRawBuilder,
  ColumnNode,
  ColumnUpdateNode,
  type KyselyPlugin,
  type OperationNode,
  type RawBuilder,
  ReferenceNode,
  sql,
  type SqlBool,
  ValueNode,
} from 'kysely'
import { brokenSetup } from '../../errors.ts'
import { ChangedValues, type Fill, fillOf } from './changed-values.ts'
import { fewOf, followsRelations } from './few-rows.ts'
import { NewRows, STORED } from './new-rows.ts'
import { storedOf } from './properties.ts'
import { EXCLUDED, propertyNames } from './property-names.ts'
import { type Declared, nameOf } from './row-types.ts'
import { sourcesOf, toSearchText } from './search.ts'
import { toSql } from './row-conditions.ts'
import { toConditions } from './scope-conditions.ts'
import { type EntityScope, visibleTo } from './scope.ts'
import { quoteName } from './quote-name.ts'

type Metadata = EntityMetadata<object>

interface EntityTable {
  readonly meta: Metadata
  readonly columnOf: (property: string) => string
  /** `product_type as "productType", …`. */
  readonly columns: RawBuilder<unknown>
  readonly name: RawBuilder<unknown>
  /** Created when a row is first inserted. */
  added?: { readonly table: string; readonly names: KyselyPlugin; readonly rows: NewRows }
  /** Created when a row is first changed. */
  changes?: ChangedValues
}

/** Rows with the columns of a table, and how they are named. */
interface SelectedRows {
  readonly rows: RawBuilder<unknown>
  readonly alias: string
  readonly scope: EntityScope
}

/** A table as the target of a statement about single rows, under the alias `stored`. */
export interface StoredTable extends Pick<EntityTable, 'columnOf' | 'columns' | 'name'> {
  readonly tableName: string
  readonly aliased: RawBuilder<unknown>
  /** The conditions of the entity's filters, and of the caller's row policies. */
  readonly conditions: readonly RawBuilder<SqlBool>[]
  /** Says in a statement about one row that it is, if that matters. */
  readonly few: RawBuilder<unknown>
  readonly matching: (where: Readonly<Record<string, unknown>>) => readonly RawBuilder<SqlBool>[]
  readonly changes: ChangedValues
}

/**
 * Entities as tables with their property names as columns. Each is a sub-select that restricts the rows, so no clause of the
 * surrounding query can lift the restriction; PostgreSQL plans it like the table itself.
 */
export class Tables {
  readonly #metadata: MetadataStorage
  readonly #platform: Platform
  readonly #described = new Map<Declared, EntityTable>()
  /** Leaves filters and row policies to the database; for tests of that layer. */
  isUnrestricted = false

  constructor(orm: MikroORM) {
    this.#metadata = orm.getMetadata()
    this.#platform = orm.config.getPlatform()
  }

  /** What MikroORM knows about the entities. */
  get entities(): readonly Metadata[] {
    return [...this.#metadata.getAll().values()]
  }

  /** The rows of the entity that its filters admit in this scope; all rows for the platform itself. */
  visible<A extends string>(
    entity: Declared,
    alias: A,
    scope: EntityScope,
  ): AliasedRawBuilder<Record<string, unknown>, A> {
    const { name, meta } = this.#of(entity)
    return this.#select(entity, { rows: name, alias: meta.tableName, scope }).as(alias)
  }

  /** A deleted row as the log recorded it, if the entity's filters admitted it in this scope; no row if the log has none. */
  deleted<A extends string>(
    entity: Declared,
    alias: A,
    { id, scope }: { readonly id: string; readonly scope: EntityScope },
  ): AliasedRawBuilder<Record<string, unknown>, A> {
    const { name, meta } = this.#of(entity)
    const recorded = sql`(select r.* from plinth.changes c cross join lateral jsonb_populate_record(null::${name}, c.before) r
      where c.tenant_id = (select plinth.tenant()) and c.table_name = ${meta.tableName} and c.row_id = ${id}::uuid
        and c.after is null order by c.seq desc limit 1) recorded`
    return this.#select(entity, { rows: recorded, alias: 'recorded', scope }).as(alias)
  }

  /** Some properties of a row that is recorded as JSON, with the values that other queries return. */
  recorded(entity: Declared, properties: readonly string[], image: RawBuilder<unknown>): RawBuilder<unknown> {
    const { name, meta } = this.#of(entity)
    const columns = sql.raw(properties.map((property) => toSelection(metaProperty(meta, property))).join(', '))
    return sql`(select ${columns} from jsonb_populate_record(null::${name}, ${image}))`
  }

  #select(entity: Declared, { rows, alias, scope }: SelectedRows): RawBuilder<Record<string, unknown>> {
    const { columns, columnOf } = this.#of(entity)
    const conditions = [...this.#filters(entity, scope, columnOf), ...this.#policies(entity, alias, scope)]
    const where = conditions.length === 0 ? sql`` : sql` where ${sql.join<SqlBool>(conditions, sql` and `)}`
    return sql<Record<string, unknown>>`(select ${columns} from ${rows}${where})`
  }

  /** The table under an alias as the target of a statement: the visibility condition, and its properties as columns. */
  written(entity: Declared, alias: string, scope: EntityScope) {
    const table = this.#of(entity)
    const filters = this.#filters(entity, scope, (property) => `${alias}.${property}`)
    const conditions = [...filters, ...this.#policies(entity, alias, scope)]
    return {
      table: `${nameIn(table)} as ${alias}`,
      isVisible: conditions.length === 0 ? undefined : sql.join<SqlBool>(conditions, sql` and `),
      names: namesOf(table, alias, () => ValueNode.create(scope.now().toISOString())),
    }
  }

  /** The table as the target of an insert. */
  added(entity: Declared) {
    const table = this.#of(entity)
    return (table.added ??= {
      table: nameIn(table),
      names: namesOf(table, STORED, (column) => sql.ref(`${EXCLUDED}.${column}`).toOperationNode()),
      rows: new NewRows(table.meta, this.#platform),
    })
  }

  /** The table as the target of statements about single rows. */
  stored(entity: Declared, scope: EntityScope): StoredTable {
    const table = this.#of(entity)
    const { meta, name, columns, columnOf } = table
    const storedColumnOf = (property: string) => `${STORED}.${columnOf(property)}`
    return {
      tableName: meta.tableName,
      name,
      columns,
      columnOf,
      aliased: sql`${name} as ${sql.id(STORED)}`,
      conditions: [...this.#filters(entity, scope, storedColumnOf), ...this.#policies(entity, STORED, scope)],
      few: this.followsRelations(entity, scope) ? fewOf(meta.tableName) : sql``,
      matching: (where) =>
        Object.entries(where).flatMap(([name, value]) => toConditions(filterOf(name, value), storedColumnOf)),
      changes: (table.changes ??= new ChangedValues(meta, this.#platform)),
    }
  }

  /** The columns of an entity that are computed from others, or from the time, at every change of a row. */
  computed(entity: Declared): readonly { readonly column: string; readonly fill: Fill }[] {
    const { meta } = this.#of(entity)
    return storedOf(meta).flatMap((property) => {
      const fill = fillOf(property, meta)
      return fill ? [{ column: property.fieldNames[0]!, fill }] : []
    })
  }

  /** The entities whose rows are stored in a table. */
  storedIn(table: string): readonly Declared[] {
    return this.entities
      .filter(({ tableName, abstract }) => tableName === table && !abstract)
      .map((meta) => meta.class as unknown as Declared)
  }

  /** The entity that a relation refers to. */
  target(entity: Declared, relation: string): Declared {
    const { meta } = this.#of(entity)
    const { targetMeta } = metaProperty(meta, relation)
    if (!targetMeta) throw brokenSetup(`'${relation}' of entity '${meta.className}' is not a relation`)
    return targetMeta.class as unknown as Declared
  }

  tableOf(entity: Declared): string {
    return this.#of(entity).meta.tableName
  }

  columnOf(entity: Declared, property: string): string {
    return this.#of(entity).columnOf(property)
  }

  /** The property of a table's entity that is stored in a column; undefined if no entity declares it. */
  propertyOf(table: string, column: string): string | undefined {
    for (const { tableName, properties } of this.entities) {
      if (tableName !== table) continue
      const all = Object.values(properties as Readonly<Record<string, EntityProperty>>)
      const found = all.find(({ fieldNames = [], persist }) => persist !== false && fieldNames.at(-1) === column)
      if (found) return found.name
    }
    return undefined
  }

  /** Whether the entity has a property with a column, whatever the name is. */
  has(entity: Declared, property: string): boolean {
    return this.propertiesOf(entity).includes(property)
  }

  /** The names of the properties that have a column. */
  propertiesOf(entity: Declared): readonly string[] {
    return storedOf(this.#of(entity).meta).map(({ name }) => name)
  }

  /** The properties that a search text is made of; undefined for any other property. */
  sourcesOf(entity: Declared, property: string): readonly string[] | undefined {
    const { meta } = this.#of(entity)
    return sourcesOf(metaProperty(meta, property), meta)
  }

  /** The column with the organization of a row, which for organizations is their id. Undefined if rows have none. */
  organizationColumnOf(entity: Declared): string | undefined {
    if (this.has(entity, 'organizationId')) return this.columnOf(entity, 'organizationId')
    return 'organization' in this.#of(entity).meta.filters ? this.columnOf(entity, 'id') : undefined
  }

  /** Whether rows of the entity belong to a tenant. */
  hasTenant(entity: Declared): boolean {
    return 'tenantId' in this.#of(entity).meta.properties
  }

  /** The condition under which the caller sees a row of the table, for SQL in which the table has this alias. */
  isVisible(entity: Declared, alias: string, scope: EntityScope): RawBuilder<SqlBool> {
    const { columnOf } = this.#of(entity)
    const filters = this.#filters(entity, scope, (property) => `${alias}.${columnOf(property)}`)
    const conditions = [...filters, ...this.#policies(entity, alias, scope)]
    return conditions.length === 0 ? sql`true` : sql`(${sql.join<SqlBool>(conditions, sql` and `)})`
  }

  /** Whether a row policy restricts which rows of the entity the caller sees. */
  isRestricted(entity: Declared, scope: EntityScope): boolean {
    return scope.policies?.get(this.#of(entity).meta.tableName)?.read !== undefined
  }

  /** Whether a row policy compares related rows, so that it matters whether a statement reads few rows. */
  followsRelations(entity: Declared, scope: EntityScope): boolean {
    return scope.policies !== undefined && followsRelations(scope.policies.get(this.tableOf(entity))?.read)
  }

  /** The condition under which the caller's row policies let the rows of a table be read. */
  #policies(entity: Declared, alias: string, scope: EntityScope): RawBuilder<SqlBool>[] {
    const test = this.isUnrestricted ? undefined : scope.policies?.get(this.#of(entity).meta.tableName)?.read
    // Not as a reference, which statements that write take for a property.
    const refOf = (column: string) => sql.raw(`${quoteName(alias)}.${quoteName(column)}`)
    return test ? [toSql(test, { refOf, scope })] : []
  }

  /** The conditions of the entity's filters in this scope. */
  #filters(entity: Declared, scope: EntityScope, columnOf: (property: string) => string): RawBuilder<SqlBool>[] {
    if (this.isUnrestricted) return []
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
    const meta = this.#metadata.getAll().get(declared as never) as Metadata | undefined
    if (!meta) throw brokenSetup(`Entity '${nameOf(entity)}' does not belong to any module: list it in \`entities\``)
    const name = meta.schema === undefined ? sql.id(meta.tableName) : sql.id(meta.schema, meta.tableName)
    return {
      meta,
      columns: sql.raw(storedOf(meta).map(toSelection).join(', ')),
      name,
      columnOf: (property) => metaProperty(meta, property).fieldNames[0]!,
    }
  }
}

/** A condition of a command in the form of a filter. A value that is missing by mistake must not match everything. */
function filterOf(name: string, value: unknown): unknown {
  if (value === undefined) throw brokenSetup(`A condition on '${name}' is undefined: leave it out, or pass null`)
  // What a client has sent as an object must not become an operator.
  if (!Array.isArray(value)) return { [name]: toPlain(name, value) }
  const filter = { [name]: { $in: value.filter((one) => one !== null) } }
  return value.includes(null) ? { $or: [filter, { [name]: null }] } : filter
}

function toPlain(name: string, value: unknown): unknown {
  if (typeof value === 'object' && value !== null) throw brokenSetup(`A condition on '${name}' is an object`)
  return value
}

function metaProperty({ className, properties }: Metadata, name: string): EntityProperty {
  const property = (properties as Readonly<Record<string, EntityProperty>>)[name]
  if (!property) throw brokenSetup(`Entity '${className}' has no property '${name}'`)
  return property
}

const nameIn = ({ meta: { schema, tableName } }: EntityTable) =>
  schema === undefined ? tableName : `${schema}.${tableName}`

/** The properties of a table that a statement writes to, as columns. `timeOf` returns the values to set on update. */
const namesOf = ({ meta, columnOf }: EntityTable, alias: string, timeOf: (column: string) => OperationNode) =>
  propertyNames({
    alias,
    columnOf,
    stamp: stampOf(meta, timeOf),
    derived: searchTextsOf(meta),
    names: storedOf(meta).map(({ name }) => name),
    selectionOf: (name) => {
      const { columnTypes, runtimeType } = metaProperty(meta, name)
      const cast = sql.raw(castFor(columnTypes[0] ?? '', runtimeType))
      return sql`${sql.ref(`${alias}.${columnOf(name)}`)}${cast}`.toOperationNode()
    },
  })

/** Sets `updatedAt` as the ORM does for properties with `onUpdate`. */
function stampOf({ properties }: Metadata, timeOf: (column: string) => OperationNode): ColumnUpdateNode | undefined {
  const { updatedAt } = properties as Readonly<Record<string, EntityProperty>>
  if (!updatedAt?.onUpdate || updatedAt.persist === false) return undefined
  const column = updatedAt.fieldNames[0]!
  return ColumnUpdateNode.create(ColumnNode.create(column), timeOf(column))
}

/** Search texts, which the ORM fills in but a bulk statement does not: computed from the values it sets. */
function searchTextsOf(meta: Metadata) {
  return storedOf(meta).flatMap((property) => {
    const names = sourcesOf(property, meta)
    if (!names) return []
    const column = property.fieldNames[0]!
    const columns = names.map((name) => metaProperty(meta, name).fieldNames[0]!)
    const make = (set: ReadonlyMap<string, OperationNode>) => {
      if (!columns.some((one) => set.has(one))) return undefined
      const nodes = columns.map((one) => set.get(one))
      if (nodes.every((node) => node !== undefined && ValueNode.is(node)))
        return ValueNode.create(toSearchText(nodes.map((node) => String((node as ValueNode).value ?? ''))))
      if (nodes.every((node, index) => isExcluded(node, columns[index]!)))
        return sql.ref(`${EXCLUDED}.${column}`).toOperationNode()
      const isSet = (index: number) => set.has(columns[index]!)
      const listed = (which: boolean) => names.filter((_, index) => isSet(index) === which).map((name) => `'${name}'`)
      const others = listed(false).length > 0 ? ` with ${listed(false).join(', ')}` : ''
      throw brokenSetup(
        `A statement sets ${listed(true).join(', ')} of entity '${meta.className}', from which '${property.name}' is computed${others}: ` +
          `set all of them to values, set '${property.name}' as well, or change the rows with \`from.change\``,
      )
    }
    return [{ column, make }]
  })
}

/** Whether an expression is the column of the row proposed for insertion. */
const isExcluded = (node: OperationNode | undefined, name: string): boolean =>
  node !== undefined &&
  ReferenceNode.is(node) &&
  node.table?.table.identifier.name === EXCLUDED &&
  ColumnNode.is(node.column) &&
  node.column.column.name === name

function toSelection({ name, fieldNames, columnTypes, runtimeType }: EntityProperty): string {
  const column = quoteName(fieldNames[0]!)
  return `${column}${castFor(columnTypes[0] ?? '', runtimeType)} as ${quoteName(name)}`
}

/** Types that the connection returns differently from the entity's declaration: decimals as text, big integers as numbers. */
function castFor(columnType: string, runtimeType: string): string {
  if (/^(numeric|decimal)/.test(columnType) && runtimeType === 'number') return '::float8'
  return /^(bigint|int8)/.test(columnType) && runtimeType === 'string' ? '::text' : ''
}
