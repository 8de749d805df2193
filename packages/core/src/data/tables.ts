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
  sql,
  type SqlBool,
  ValueNode,
} from 'kysely'
import { brokenSetup } from '../errors.ts'
import { type Declared, EXCLUDED, nameOf, type NewRow, propertyNames, type Row } from './properties.ts'
import { type EntityScope, toConditions, visibleTo } from './scope.ts'
import { quoteName } from './text.ts'

type Metadata = EntityMetadata<object>

interface EntityTable {
  readonly meta: Metadata
  readonly columnOf: (property: string) => string
  /** `select product_type as "productType", … from catalog_products`. */
  readonly rows: RawBuilder<unknown>
  /** Made when a row is first added. */
  added?: { readonly table: string; readonly names: KyselyPlugin; readonly rows: NewRows }
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
    const table = this.#of(entity)
    const conditions = this.#conditions(entity, scope, (property) => `${alias}.${property}`)
    return {
      table: `${nameIn(table)} as ${alias}`,
      isVisible: conditions.length === 0 ? undefined : sql.join<SqlBool>(conditions, sql` and `),
      names: namesOf(table, alias, () => ValueNode.create(scope.now().toISOString())),
    }
  }

  /** The table as a statement adds a row to it. */
  added(entity: Declared) {
    const table = this.#of(entity)
    return (table.added ??= {
      table: nameIn(table),
      names: namesOf(table, STORED, (column) => sql.ref(`${EXCLUDED}.${column}`).toOperationNode()),
      rows: new NewRows(table.meta, this.#orm.em.getPlatform()),
    })
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

/** The properties of a table that a statement writes to, as its columns. `timeOf` is what it sets where it changes a row. */
const namesOf = ({ meta, columnOf }: EntityTable, alias: string, timeOf: (column: string) => OperationNode) =>
  propertyNames({
    alias,
    columnOf,
    stamp: stampOf(meta, timeOf),
    names: storedOf(meta).map(({ name }) => name),
    selectionOf: (name) => {
      const { columnTypes, runtimeType } = metaProperty(meta, name)
      const cast = sql.raw(castFor(columnTypes[0] ?? '', runtimeType))
      return sql`${sql.ref(`${alias}.${columnOf(name)}`)}${cast}`.toOperationNode()
    },
  })

/** Sets `updatedAt` as the ORM does, which keeps it where the entity says `onUpdate`. */
function stampOf({ properties }: Metadata, timeOf: (column: string) => OperationNode): ColumnUpdateNode | undefined {
  const { updatedAt } = properties as Readonly<Record<string, EntityProperty>>
  if (!updatedAt?.onUpdate || updatedAt.persist === false) return undefined
  const column = updatedAt.fieldNames[0]!
  return ColumnUpdateNode.create(ColumnNode.create(column), timeOf(column))
}

function toSelection({ name, fieldNames, columnTypes, runtimeType }: EntityProperty): string {
  const column = quoteName(fieldNames[0]!)
  return `${column}${castFor(columnTypes[0] ?? '', runtimeType)} as ${quoteName(name)}`
}

/** What the connection reads otherwise than the entity declares: decimals come as text, big integers as numbers. */
function castFor(columnType: string, runtimeType: string): string {
  if (/^(numeric|decimal)/.test(columnType) && runtimeType === 'number') return '::float8'
  return /^(bigint|int8)/.test(columnType) && runtimeType === 'string' ? '::text' : ''
}

/** What the row that is stored is called in the statement: `on conflict` and `returning` may name it. */
export const STORED = 'stored'

/** An insert that has its row. */
export type Insert<T> = Omit<
  InsertQueryBuilder<{ readonly [STORED]: Row<T> }, typeof STORED, InsertResult>,
  'columns' | 'defaultValues' | 'expression' | 'values'
>

/** What callers say of a new row; the tenant is theirs. */
export type OwnRow<T> = Omit<NewRow<T>, 'tenantId'>

/** Refuses members that `Known` does not have, also those of objects that are spread. */
export type Exactly<V, Known> = V & { readonly [K in Exclude<keyof V, keyof Known>]: never }

/** Where `onCreate` of a property finds the scope. */
interface FilterScope {
  getFilterParams(name: string): EntityScope
}

type Fill = (row: object, em: FilterScope) => unknown

interface NewColumn {
  readonly name: string
  readonly quoted: string
  /** What it has where the row says nothing; `default` leaves that to the database. */
  readonly fill: 'default' | Fill
  readonly toStored: (value: unknown) => unknown
}

/** The properties for which the table has a column. */
export const storedOf = ({ props }: EntityMetadata<object>): readonly EntityProperty[] =>
  props.filter(({ fieldNames, persist }) => persist !== false && fieldNames?.length === 1)

/** Makes new rows of an entity, whole: the text of a statement depends on what the database fills in, and on nothing else. */
export class NewRows {
  readonly #entity: string
  readonly #columns: readonly NewColumn[]
  readonly #names: ReadonlySet<string>
  /** Texts between the values, by the columns that the database fills in. */
  readonly #texts = new Map<string, readonly string[]>()

  constructor(meta: EntityMetadata<object>, platform: Platform) {
    this.#entity = meta.className
    this.#columns = storedOf(meta).map((property) => toColumn(property, platform))
    this.#names = new Set(this.#columns.map(({ name }) => name))
  }

  /** The columns and values of a row, as an insert has them. */
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
      throw brokenSetup(`A new row of entity '${this.#entity}' is of the tenant that is worked in`)
  }

  #write(open: string): readonly string[] {
    const left = new Set(open.split(' '))
    const names = this.#columns.map(({ quoted }) => quoted)
    const values = this.#columns.map(({ name }) => (left.has(name) ? 'default' : '\0'))
    // Kysely has no alias for the table of an insert, and writes what follows the table as it is.
    const text = `as "${STORED}" (${names.join(', ')}) values (${values.join(', ')})`.split('\0')
    this.#texts.set(open, text)
    return text
  }
}

function toColumn(property: EntityProperty, platform: Platform): NewColumn {
  const { name, fieldNames, onCreate, customType, generated, autoincrement = false } = property
  const isFilled = property.default !== undefined || property.defaultRaw !== undefined
  const isLeft = isFilled || generated !== undefined || autoincrement
  const ownFill = onCreate as Fill | undefined
  const otherwise: Fill = name === 'tenantId' ? (_row, em) => em.getFilterParams(name).tenantId : () => null
  return {
    name,
    quoted: quoteName(fieldNames[0]!),
    fill: ownFill ?? (isLeft ? 'default' : otherwise),
    toStored: (value) => {
      if (value instanceof Date) return value.toISOString()
      // The driver writes lists; the ORM's way of writing them takes the text `null` for none.
      if (value === null || !customType || customType instanceof ArrayType) return value
      return customType.convertToDatabaseValue(value, platform, {})
    },
  }
}
