import {
  ArrayType,
  BigIntType,
  BooleanType,
  DateTimeType,
  DateType,
  DecimalType,
  DoubleType,
  type EntityMetadata,
  type EntityProperty,
  EntitySchema,
  FloatType,
  IntegerType,
  JsonType,
  SmallIntType,
  StringType,
  TextType,
  TimeType,
  UnderscoreNamingStrategy,
  UuidType,
} from '@mikro-orm/core'
import { type OperationNode, type RawBuilder, sql } from 'kysely'
import { brokenSetup } from '../../errors.ts'
import { AmountType, type Measure } from './amount-type.ts'
import { assertSameOrm } from './orm-copies.ts'
import { type Declared, nameOf, type Row } from './row-types.ts'
import { isSearchText } from './search.ts'

export function tableOf(entity: Declared): string {
  assertSameOrm(entity)
  if (!(entity instanceof EntitySchema))
    throw brokenSetup(`Entity '${nameOf(entity)}' was not created with defineEntity`)
  return entity.meta.tableName
}

/** The properties that have a column in the table. */
export const storedOf = ({ props }: EntityMetadata<object>): readonly EntityProperty[] =>
  props.filter(({ fieldNames, persist }) => persist !== false && fieldNames?.length === 1)

/** The kind of a property's values, as far as schemas and statements depend on it. */
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

/** A declared property; available before the ORM is created. */
export interface Property extends Pick<EntityProperty, 'length' | 'precision' | 'scale' | 'items'> {
  readonly kind: Kind
  /** The name of its column, unless it is a relation. */
  readonly column: string
  readonly isNullable: boolean
  /** Whether the database or the ORM has a default for it. */
  readonly isFilled: boolean
  /** The default, if it is a plain value. */
  readonly initial?: string | number | boolean
  readonly isNumber: boolean
  readonly isSearchText: boolean
  /** Whether the entity declares it `hidden()` or `lazy()`. */
  readonly isHidden: boolean
  /** Of amounts. */
  readonly measure?: Measure
}

/** MikroORM's naming strategy for PostgreSQL. */
const naming = new UnderscoreNamingStrategy()

type EntityPropertyOptions = Partial<Omit<EntityProperty, 'type' | 'kind'>> & {
  readonly type?: unknown
  readonly kind?: string
  readonly fieldName?: string
}

/** Returns a property of an entity, including inherited ones. Throws if the entity does not have it. */
export function propertyOf(entity: Declared, name: string, namedBy: string): Property {
  assertSameOrm(entity)
  const stated = find(entity, name)
  if (!stated) throw brokenSetup(`${namedBy} names '${name}', which is not a property of entity '${nameOf(entity)}'`)
  const { type, length, precision, scale, items, nullable = false } = stated
  return {
    kind: propertyKind(stated),
    column: columnOf(stated, name),
    isNullable: nullable,
    isFilled: stated.default !== undefined || stated.defaultRaw !== undefined || stated.onCreate !== undefined,
    isSearchText: typeof stated.onUpdate === 'function' && isSearchText(stated.onUpdate),
    isNumber: type instanceof DecimalType && type.mode === 'number',
    isHidden: stated.hidden === true || stated.lazy === true,
    ...(type instanceof AmountType && { measure: type.measure }),
    ...(isPlain(stated.default) && { initial: stated.default }),
    ...(length !== undefined && { length }),
    ...(precision !== undefined && { precision }),
    ...(scale !== undefined && { scale }),
    ...(items !== undefined && { items }),
  }
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** The entity that a relation refers to, if the table holds its foreign key; otherwise undefined. */
export function relatedEntity(entity: Declared, name: string): Declared | undefined {
  const property = find(entity, name)
  if (property?.kind !== 'm:1' && property?.kind !== '1:1') return undefined
  const { entity: stated } = property
  const target: unknown = typeof stated === 'function' ? (stated as () => unknown)() : stated
  return target instanceof EntitySchema ? (target as unknown as Declared) : undefined
}

/** The entities that relations of an entity refer to, by the relations whose foreign keys its table holds. */
export function relatedEntities(entity: Declared): ReadonlyMap<string, Declared> {
  const found = new Map<string, Declared>()
  for (let level: unknown = entity; level instanceof EntitySchema; level = level.meta.extends)
    for (const name of Object.keys(level.meta.properties)) {
      const target = relatedEntity(entity, name)
      if (target && !found.has(name)) found.set(name, target)
    }
  return found
}

/** The names of the properties with a column of their own, including inherited ones, those of the entity itself first. */
export function storedNames(entity: Declared): readonly string[] {
  const names = new Set<string>()
  for (let level: unknown = entity; level instanceof EntitySchema; level = level.meta.extends)
    for (const name of Object.keys(level.meta.properties)) {
      const { kind, persist } = find(entity, name)!
      if (persist !== false && (kind === undefined || kind === 'scalar' || relatedEntity(entity, name))) names.add(name)
    }
  return [...names]
}

/** Whether the entity has a property with this name, including inherited ones. */
export const hasProperty = (entity: Declared, name: string): boolean => find(entity, name) !== undefined

/**
 * The columns of an entity's table, aliased to the property names, for raw `sql`: `returning ${columns(Ticket, 't', ['id',
 * 'dueAt'])}`.
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

/** The column name that the ORM will use. Before the ORM is created, `name` and `fieldName` are synonyms. */
function columnOf({ fieldNames, fieldName, name }: EntityPropertyOptions, property: string): string {
  const columnName = fieldNames?.[0] ?? fieldName ?? name
  return columnName === undefined || columnName === property ? naming.propertyToColumnName(property) : columnName
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

/** A column that is computed from others. */
export interface DerivedColumn {
  readonly column: string
  /** Its value if a statement sets these columns; undefined if it does not change. Throws if the value cannot be determined. */
  readonly make: (set: ReadonlyMap<string, OperationNode>) => OperationNode | undefined
}
