import { type EntityMetadata, type EntityProperty, EntitySchema } from '@mikro-orm/core'
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
import { ChangedValues } from './changed-values.ts'
import { NewRows, STORED } from './new-rows.ts'
import { storedOf } from './properties.ts'
import { EXCLUDED, propertyNames } from './property-names.ts'
import { type Declared, nameOf } from './row-types.ts'
import { sourcesOf, toSearchText } from './search.ts'
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

/** A table as the target of a statement about single rows, under the alias `stored`. */
export interface StoredTable extends Pick<EntityTable, 'columnOf' | 'columns' | 'name'> {
  readonly tableName: string
  readonly aliased: RawBuilder<unknown>
  /** The conditions of the entity's filters. */
  readonly conditions: readonly RawBuilder<SqlBool>[]
  readonly matching: (where: Readonly<Record<string, unknown>>) => readonly RawBuilder<SqlBool>[]
  readonly changes: ChangedValues
}

/**
 * Entities as tables with their property names as columns. Each is a sub-select that restricts the rows, so no clause of the
 * surrounding query can lift the restriction; PostgreSQL plans it like the table itself.
 */
export class Tables {
  readonly #orm: MikroORM
  readonly #described = new Map<Declared, EntityTable>()

  constructor(orm: MikroORM) {
    this.#orm = orm
  }

  /** The rows of the entity that its filters admit in this scope; all rows for the platform itself. */
  visible<A extends string>(
    entity: Declared,
    alias: A,
    scope: EntityScope,
  ): AliasedRawBuilder<Record<string, unknown>, A> {
    return this.#select(entity, this.#of(entity).name, scope).as(alias)
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
    return this.#select(entity, recorded, scope).as(alias)
  }

  #select(entity: Declared, source: RawBuilder<unknown>, scope: EntityScope): RawBuilder<Record<string, unknown>> {
    const { columns, columnOf } = this.#of(entity)
    const conditions = this.#conditions(entity, scope, columnOf)
    const where = conditions.length === 0 ? sql`` : sql` where ${sql.join<SqlBool>(conditions, sql` and `)}`
    return sql<Record<string, unknown>>`(select ${columns} from ${source}${where})`
  }

  /** The table under an alias as the target of a statement: the visibility condition, and its properties as columns. */
  written(entity: Declared, alias: string, scope: EntityScope) {
    const table = this.#of(entity)
    const conditions = this.#conditions(entity, scope, (property) => `${alias}.${property}`)
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
      rows: new NewRows(table.meta, this.#orm.em.getPlatform()),
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
      conditions: this.#conditions(entity, scope, storedColumnOf),
      matching: (where) =>
        Object.entries(where).flatMap(([name, value]) => toConditions(filterOf(name, value), storedColumnOf)),
      changes: (table.changes ??= new ChangedValues(meta, this.#orm.em.getPlatform())),
    }
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
    for (const { tableName, properties } of this.#orm.getMetadata().getAll().values()) {
      if (tableName !== table) continue
      const all = Object.values(properties as Readonly<Record<string, EntityProperty>>)
      const found = all.find(({ fieldNames = [], persist }) => persist !== false && fieldNames.at(-1) === column)
      if (found) return found.name
    }
    return undefined
  }

  /** Whether rows of the entity belong to a tenant. */
  hasTenant(entity: Declared): boolean {
    return 'tenantId' in this.#of(entity).meta.properties
  }

  /** The conditions of the entity's filters in this scope. */
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
