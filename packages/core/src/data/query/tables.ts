import { ArrayType, type EntityMetadata, type EntityProperty, EntitySchema, type Platform } from '@mikro-orm/core'
import type { MikroORM } from '@mikro-orm/postgresql'
import {
  type AliasedRawBuilder,
  ColumnNode,
  ColumnUpdateNode,
  type Expression,
  ExpressionWrapper,
  type InsertQueryBuilder,
  type InsertResult,
  type KyselyPlugin,
  type OperationNode,
  type RawBuilder,
  RawNode,
  ReferenceNode,
  sql,
  type SqlBool,
  ValueNode,
} from 'kysely'
import { brokenSetup } from '../../errors.ts'
import { EXCLUDED, propertyNames } from './property-names.ts'
import { type Declared, nameOf, type NewRow, type Row } from './row-types.ts'
import { sourcesOf, toSearchText } from './search.ts'
import { toConditions } from './scope-conditions.ts'
import { type EntityScope, visibleTo } from './scope.ts'
import { quoteName } from './quote-name.ts'

type Metadata = EntityMetadata<object>

interface EntityTable {
  readonly meta: Metadata
  readonly columnOf: (property: string) => string
  /** `select product_type as "productType", … from catalog_products`. */
  readonly rows: RawBuilder<unknown>
  /** Created when a row is first inserted. */
  added?: { readonly table: string; readonly names: KyselyPlugin; readonly rows: NewRows }
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
    const { rows, columnOf } = this.#of(entity)
    const conditions = this.#conditions(entity, scope, columnOf)
    const where = conditions.length === 0 ? sql`` : sql` where ${sql.join<SqlBool>(conditions, sql` and `)}`
    return sql<Record<string, unknown>>`(${rows}${where})`.as(alias)
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
    const selection = sql.raw(storedOf(meta).map(toSelection).join(', '))
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
          `set all of them to values, set '${property.name}' as well, or change the rows with \`em\``,
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

/** The alias of the stored row: `on conflict` and `returning` can refer to it. */
export const STORED = 'stored'

/** An insert whose values are already set. */
export type Insert<T> = Omit<
  InsertQueryBuilder<{ readonly [STORED]: Row<T> }, typeof STORED, InsertResult>,
  'columns' | 'defaultValues' | 'expression' | 'values'
>

/** The values that callers give for a new row; the tenant is set for them. */
export type OwnRow<T> = Omit<NewRow<T>, 'tenantId'>

/** Rejects properties that `Known` does not have, even in objects that are spread in. */
export type Exactly<V, Known> = V & { readonly [K in Exclude<keyof V, keyof Known>]: never }

/** Where `onCreate` of a property finds the scope. */
interface FilterScope {
  getFilterParams(name: string): EntityScope
}

type Fill = (row: object, em: FilterScope) => unknown

interface NewColumn {
  readonly name: string
  readonly quoted: string
  /** The value if the row has none; `default` leaves it to the database. */
  readonly fill: 'default' | Fill
  readonly toStored: (value: unknown) => unknown
}

/** The properties that have a column in the table. */
export const storedOf = ({ props }: EntityMetadata<object>): readonly EntityProperty[] =>
  props.filter(({ fieldNames, persist }) => persist !== false && fieldNames?.length === 1)

/** Builds complete new rows of an entity: the text of a statement depends only on which columns the database fills in. */
export class NewRows {
  readonly #entity: string
  readonly #columns: readonly NewColumn[]
  readonly #names: ReadonlySet<string>
  /** Statement texts by the columns that the database fills in. */
  readonly #texts = new Map<string, readonly string[]>()

  constructor(meta: EntityMetadata<object>, platform: Platform) {
    this.#entity = meta.className
    this.#columns = storedOf(meta).map((property) => toColumn(property, { meta, platform }))
    this.#names = new Set(this.#columns.map(({ name }) => name))
  }

  /** The columns and values of a row for an insert. */
  toValues(row: Readonly<Record<string, unknown>>, scope: EntityScope): Expression<unknown> {
    this.#assertFits(row, scope)
    const em = { getFilterParams: () => scope }
    const values: ValueNode[] = []
    let open = ''
    for (const { name, fill, toStored } of this.#columns) {
      const value = row[name] === undefined && fill !== 'default' ? fill(row, em) : row[name]
      if (value === undefined) open += `${name} `
      else values.push(ValueNode.create(toStored(value)))
    }
    return new ExpressionWrapper(RawNode.create(this.#texts.get(open) ?? this.#write(open), values))
  }

  #assertFits(row: Readonly<Record<string, unknown>>, { system }: EntityScope): void {
    for (const name of Object.keys(row))
      if (!this.#names.has(name)) throw brokenSetup(`Entity '${this.#entity}' has no property '${name}'`)
    if (!system && row['tenantId'] !== undefined)
      throw brokenSetup(
        `A new row of entity '${this.#entity}' cannot set 'tenantId': it always belongs to the current tenant`,
      )
  }

  #write(open: string): readonly string[] {
    const left = new Set(open.split(' '))
    const names = this.#columns.map(({ quoted }) => quoted)
    const values = this.#columns.map(({ name }) => (left.has(name) ? 'default' : '\0'))
    // Kysely has no alias for the target of an insert, and writes what follows the table unchanged.
    const text = `as "${STORED}" (${names.join(', ')}) values (${values.join(', ')})`.split('\0')
    this.#texts.set(open, text)
    return text
  }
}

function toColumn(property: EntityProperty, { meta, platform }: { meta: Metadata; platform: Platform }): NewColumn {
  const { name, fieldNames, onCreate, customType, generated, autoincrement = false } = property
  const isFilled = property.default !== undefined || property.defaultRaw !== undefined
  const isLeft = isFilled || generated !== undefined || autoincrement
  // A search text queries the ORM about its row, which is a plain object here.
  const texts = sourcesOf(property, meta)
  const ownFill = texts
    ? (row: object) => toSearchText(texts.map((one) => textIn(row, one)))
    : (onCreate as Fill | undefined)
  const otherwise: Fill = name === 'tenantId' ? (_row, em) => em.getFilterParams(name).tenantId : () => null
  return {
    name,
    quoted: quoteName(fieldNames[0]!),
    fill: ownFill ?? (isLeft ? 'default' : otherwise),
    toStored: (value) => {
      if (value instanceof Date) return value.toISOString()
      // The driver serializes arrays; the ORM's serialization turns the text `null` into NULL.
      if (value === null || !customType || customType instanceof ArrayType) return value
      return customType.convertToDatabaseValue(value, platform, {})
    },
  }
}

const textIn = (row: object, name: string) => String((row as Readonly<Record<string, unknown>>)[name] ?? '')
