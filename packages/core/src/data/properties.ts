import {
  ArrayType,
  BigIntType,
  BooleanType,
  DateTimeType,
  DateType,
  DecimalType,
  DoubleType,
  type EntityProperty,
  EntitySchema,
  type ExtractDefineEntityProperties,
  FloatType,
  IntegerType,
  JsonType,
  type Opt,
  type Primary,
  SmallIntType,
  StringType,
  TextType,
  TimeType,
  UnderscoreNamingStrategy,
  UuidType,
} from '@mikro-orm/core'
import {
  AliasNode,
  ColumnNode,
  ColumnUpdateNode,
  IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type QueryId,
  type RawBuilder,
  ReferenceNode,
  type RootOperationNode,
  SelectAllNode,
  SelectionNode,
  sql,
} from 'kysely'
import { brokenSetup } from '../errors.ts'
import { assertSameOrm } from './orm-copies.ts'

/** An entity as `defineEntity` gives it; `T` is what the ORM makes of its rows. */
export interface Declared<T extends object = object> {
  readonly '~entity': T
  readonly name?: string
}

export const nameOf = ({ name }: Declared): string => name ?? 'without a name'

export function tableOf(entity: Declared): string {
  assertSameOrm(entity)
  if (!(entity instanceof EntitySchema)) throw brokenSetup(`Entity '${nameOf(entity)}' is not made by defineEntity`)
  return entity.meta.tableName
}

/** The declared properties of an entity, inherited ones included. */
export type PropertiesOf<T> = ExtractDefineEntityProperties<T>

type BuilderOf<P> = P extends (...call: never[]) => infer R ? R : P
type OptionsOf<P> = BuilderOf<P> extends { '~options': infer O } ? O : never
/** What a property holds before nullability: for a relation, the entity it leads to. */
export type ValueOf<P> = BuilderOf<P> extends { '~type'?: { value: infer V } } ? V : never

type OwningRelation = { kind: 'm:1' } | { kind: '1:1'; owner: true }
type Absent = { persist: false } | { kind: 'm:n' | '1:m' | 'embedded' } | { kind: '1:1'; owner?: false }

/** Whether the table has a column for the property. */
type IsStored<P> = OptionsOf<P> extends Absent ? (OptionsOf<P> extends OwningRelation ? true : false) : true
/** Whether callers may leave the property out. */
export type HasDefault<P> =
  OptionsOf<P> extends { default: unknown } | { defaultRaw: unknown } | { onCreate: unknown } ? true : false

/** A value as queries give it and as it travels: instants are ISO 8601 text, big integers numbers. */
type WireValue<V> = V extends Date ? string : V extends bigint ? number : V
type KeyOf<E> = Primary<E> extends Opt<infer K> ? K : Primary<E>
type StoredValue<P> = OptionsOf<P> extends OwningRelation ? KeyOf<ValueOf<P>> : WireValue<ValueOf<P>>
type ListValue<P> = OptionsOf<P> extends { array: true } ? StoredValue<P>[] : StoredValue<P>
type ColumnValue<P> = OptionsOf<P> extends { nullable: true } ? ListValue<P> | null : ListValue<P>

/** A row by its property names, in the spelling of the wire. */
export type Row<T> = {
  -readonly [K in keyof PropertiesOf<T> & string as IsStored<PropertiesOf<T>[K]> extends true ? K : never]: ColumnValue<
    PropertiesOf<T>[K]
  >
}

/** A value as it is written: beside what queries give, instants as `Date` and big integers as `bigint`. */
type WrittenScalar<V> = V extends Date ? Date | string : V extends bigint ? bigint | number : ReadonlyList<V>
type ReadonlyList<V> = V extends readonly (infer E)[] ? readonly E[] : V
type WrittenValue<P> = OptionsOf<P> extends OwningRelation ? KeyOf<ValueOf<P>> : WrittenScalar<ValueOf<P>>
type WrittenList<P> = OptionsOf<P> extends { array: true } ? readonly WrittenValue<P>[] : WrittenValue<P>
type WrittenColumn<P> = OptionsOf<P> extends { nullable: true } ? WrittenList<P> | null : WrittenList<P>

type MayBeMissing<P> =
  HasDefault<P> extends true ? true : OptionsOf<P> extends { nullable: true } | { autoincrement: true } ? true : false

/** What a new row is made of: properties that are nullable or filled in may be missing. */
export type NewRow<T> = {
  readonly [
    K in keyof Row<T> & keyof PropertiesOf<T> as MayBeMissing<PropertiesOf<T>[K]> extends true ? never : K
  ]: WrittenColumn<PropertiesOf<T>[K]>
} & {
  readonly [
    K in keyof Row<T> & keyof PropertiesOf<T> as MayBeMissing<PropertiesOf<T>[K]> extends true ? K : never
  ]?: WrittenColumn<PropertiesOf<T>[K]>
}

/** Relations of which the table has the key. */
export type RelationsOf<T> = {
  [K in keyof PropertiesOf<T> & string as OptionsOf<PropertiesOf<T>[K]> extends OwningRelation ? K : never]: ValueOf<
    PropertiesOf<T>[K]
  >
}

/** What kind of value a property holds, as far as schemas and statements care. */
type Kind = (typeof KINDS)[number][1] | 'enum' | 'relation' | 'other'

const KINDS = [
  [UuidType, 'uuid'],
  [TextType, 'text'],
  [StringType, 'string'],
  [SmallIntType, 'smallint'],
  [IntegerType, 'integer'],
  [BigIntType, 'bigint'],
  [DecimalType, 'decimal'],
  [FloatType, 'float'],
  [DoubleType, 'float'],
  [BooleanType, 'boolean'],
  [DateTimeType, 'instant'],
  [DateType, 'date'],
  [TimeType, 'time'],
  [JsonType, 'json'],
  [ArrayType, 'array'],
] as const

/** A declared property, known as soon as the entity is. */
export interface Property extends Pick<EntityProperty, 'length' | 'precision' | 'scale' | 'items'> {
  readonly kind: Kind
  /** What the table calls it, unless it is a relation. */
  readonly column: string
  readonly isNullable: boolean
  /** The database or the ORM has a default for it. */
  readonly isFilled: boolean
  readonly isNumber: boolean
}

/** The ORM's own for PostgreSQL. */
const naming = new UnderscoreNamingStrategy()

type EntityPropertyOptions = Partial<Omit<EntityProperty, 'type' | 'kind'>> & {
  readonly type?: unknown
  readonly kind?: string
  readonly fieldName?: string
}

/** A property of an entity, inherited ones included. Throws for one that the entity does not have. */
export function propertyOf(entity: Declared, name: string, namedBy: string): Property {
  assertSameOrm(entity)
  const stated = find(entity, name)
  if (!stated) throw brokenSetup(`${namedBy} names '${name}', which is no property of entity '${nameOf(entity)}'`)
  const { type, length, precision, scale, items, nullable = false } = stated
  return {
    kind: propertyKind(stated),
    column: columnOf(stated, name),
    isNullable: nullable,
    isFilled: stated.default !== undefined || stated.defaultRaw !== undefined || stated.onCreate !== undefined,
    isNumber: type instanceof DecimalType && type.mode === 'number',
    ...(length !== undefined && { length }),
    ...(precision !== undefined && { precision }),
    ...(scale !== undefined && { scale }),
    ...(items !== undefined && { items }),
  }
}

/** The entity that a relation of which the table has the key leads to; undefined for what is none. */
export function relatedEntity(entity: Declared, name: string): Declared | undefined {
  const property = find(entity, name)
  if (property?.kind !== 'm:1' && property?.kind !== '1:1') return undefined
  const { entity: stated } = property
  const target: unknown = typeof stated === 'function' ? (stated as () => unknown)() : stated
  return target instanceof EntitySchema ? (target as unknown as Declared) : undefined
}

/** Whether the entity, or what it extends, has a property of this name. */
export const hasProperty = (entity: Declared, name: string): boolean => find(entity, name) !== undefined

/**
 * Columns of an entity's table under the names of its properties, for what is written as `sql`:
 * `returning ${columns(Ticket, 't', ['id', 'dueAt'])}`.
 */
export function columns<T extends object>(
  entity: Declared<T>,
  alias: string,
  names: readonly (keyof Row<T> & string)[],
): RawBuilder<unknown> {
  const all = names.map((name) => {
    const { column, isNumber } = propertyOf(entity, name, 'A statement')
    return sql`${sql.ref(`${alias}.${column}`)}${sql.raw(isNumber ? '::float8' : '')} as ${sql.id(name)}`
  })
  return sql.join(all)
}

/** As the ORM will read it: `name` and `fieldName` say the same until an ORM is made of the entity. */
function columnOf({ fieldNames, fieldName, name }: EntityPropertyOptions, property: string): string {
  const columnName = fieldNames?.[0] ?? fieldName ?? name
  return columnName === undefined || columnName === property ? naming.propertyToColumnName(property) : columnName
}

/** A property that the ORM fills in at every change of a row, from its other properties or the clock. */
interface FilledProperty {
  readonly column: string
  readonly fill: (row: object, em: unknown) => unknown
}

/** The properties of an entity that fill themselves in when a row changes, inherited ones included. */
export function filledOnUpdate(entity: unknown): readonly FilledProperty[] {
  if (!(entity instanceof EntitySchema)) return []
  const { properties, extends: base } = entity.meta
  const own = Object.entries(properties as Readonly<Record<string, EntityPropertyOptions>>)
  const filled = own.flatMap(([name, property]) =>
    property.onUpdate ? [{ column: columnOf(property, name), fill: property.onUpdate as FilledProperty['fill'] }] : [],
  )
  const inherited = filledOnUpdate(base).filter(({ column }) => !filled.some((one) => one.column === column))
  return [...filled, ...inherited]
}

function find(entity: unknown, name: string): EntityPropertyOptions | undefined {
  if (!(entity instanceof EntitySchema)) return undefined
  const { properties, extends: base } = entity.meta
  return (properties as Readonly<Record<string, EntityPropertyOptions>>)[name] ?? find(base, name)
}

function propertyKind({ type, kind, enum: isEnum }: EntityPropertyOptions): Kind {
  if (kind === 'm:1' || kind === '1:1') return 'relation'
  if (isEnum) return 'enum'
  const sample: unknown = typeof type === 'function' ? type.prototype : type
  const found = KINDS.find(([known]) => sample === known.prototype || sample instanceof known)
  return found?.[1] ?? 'other'
}

type Update = Parameters<OperationNodeTransformer['transformColumnUpdate']>[0]
type Returning = Parameters<OperationNodeTransformer['transformReturning']>[0]
type Insertion = Parameters<OperationNodeTransformer['transformInsertQuery']>[0]
type OnConflict = Parameters<OperationNodeTransformer['transformOnConflict']>[0]
type Select = Parameters<OperationNodeTransformer['transformSelectQuery']>[0]

interface WrittenTable {
  readonly alias: string
  readonly columnOf: (property: string) => string
  /** Of all properties that the table has. */
  readonly names: readonly string[]
  /** The column as rows give it, in the spelling of the wire. */
  readonly selectionOf: (property: string) => OperationNode
  /** What a change of a row sets where the statement does not: `updatedAt`, for entities that have it. */
  readonly stamp: ColumnUpdateNode | undefined
}

/** What `on conflict` calls the row that was not inserted. */
export const EXCLUDED = 'excluded'

/**
 * Properties of the table that a statement writes to, as columns. What is joined and what sub-selects select from have
 * their own names already, so only the written table's alias counts, and what has no alias outside of sub-selects.
 */
class PropertyNames extends OperationNodeTransformer {
  readonly #table: WrittenTable
  #depth = 0

  constructor(table: WrittenTable) {
    super()
    this.#table = table
  }

  protected override transformReference(node: ReferenceNode, queryId?: QueryId): ReferenceNode {
    const property = this.#propertyOf(node)
    if (property === undefined) return super.transformReference(node, queryId)
    return { ...node, column: ColumnNode.create(this.#table.columnOf(property)) }
  }

  protected override transformColumnUpdate(node: Update, queryId?: QueryId): Update {
    if (!ColumnNode.is(node.column)) throw brokenSetup('An update sets properties by their names')
    const column = ColumnNode.create(this.#table.columnOf(node.column.column.name))
    return { ...super.transformColumnUpdate(node, queryId), column }
  }

  protected override transformReturning(node: Returning, queryId?: QueryId): Returning {
    const toProperty = (name: string) =>
      SelectionNode.create(AliasNode.create(this.#table.selectionOf(name), IdentifierNode.create(name)))
    const selections = node.selections.flatMap((selection) => {
      const shown = selection.selection
      if (SelectAllNode.is(shown)) return this.#table.names.map(toProperty)
      const property = ReferenceNode.is(shown) ? this.#propertyOf(shown) : undefined
      return property === undefined ? this.transformNode(selection, queryId) : toProperty(property)
    })
    return { ...node, selections }
  }

  /** What is inserted is in its columns already. */
  protected override transformInsertQuery(node: Insertion, queryId?: QueryId): Insertion {
    const { values, ...rest } = node
    return { ...super.transformInsertQuery(rest, queryId), ...(values && { values }) }
  }

  protected override transformOnConflict(node: OnConflict, queryId?: QueryId): OnConflict {
    const { columns, ...rest } = node
    const named = columns?.map(({ column }) => ColumnNode.create(this.#table.columnOf(column.name)))
    return { ...super.transformOnConflict(rest, queryId), ...(named && { columns: named }) }
  }

  protected override transformSelectQuery(node: Select, queryId?: QueryId): Select {
    this.#depth += 1
    try {
      return super.transformSelectQuery(node, queryId)
    } finally {
      this.#depth -= 1
    }
  }

  #propertyOf({ table: reference, column }: ReferenceNode): string | undefined {
    if (!ColumnNode.is(column)) return undefined
    const named = reference?.table.identifier.name
    const isOurs = named === undefined ? this.#depth === 0 : named === this.#table.alias || named === EXCLUDED
    return isOurs ? column.column.name : undefined
  }
}

/** Lets a statement that writes to a table name the properties of its entity; a plain insert names none. */
export function propertyNames(table: WrittenTable): KyselyPlugin {
  const isNamed = (node: RootOperationNode) => node.kind === 'InsertQueryNode' && !node.returning && !node.onConflict
  return {
    transformQuery: ({ node, queryId }) =>
      isNamed(node) ? node : stamped(new PropertyNames(table).transformNode(node, queryId) as RootOperationNode, table),
    transformResult: async ({ result }) => result,
  }
}

/** Adds the stamp to what changes rows: an update, and an insert that updates the row in conflict. */
function stamped(node: RootOperationNode, { stamp }: WrittenTable): RootOperationNode {
  if (!stamp) return node
  const add = (updates: readonly ColumnUpdateNode[]) =>
    updates.some(({ column }) => columnIn(column) === columnIn(stamp.column)) ? updates : [...updates, stamp]
  if (node.kind === 'UpdateQueryNode' && node.updates) return { ...node, updates: add(node.updates) }
  if (node.kind === 'InsertQueryNode' && node.onConflict?.updates)
    return { ...node, onConflict: { ...node.onConflict, updates: add(node.onConflict.updates) } }
  return node
}

const columnIn = (node: OperationNode) => (ColumnNode.is(node) ? node.column.name : undefined)
