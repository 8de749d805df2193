import {
  ArrayType,
  BigIntType,
  BooleanType,
  DateTimeType,
  DateType,
  DecimalType,
  type EntityProperty,
  EntitySchema,
  FloatType,
  DoubleType,
  IntegerType,
  JsonType,
  SmallIntType,
  StringType,
  TextType,
  TimeType,
  UnderscoreNamingStrategy,
  UuidType,
} from '@mikro-orm/core'
import { type RawBuilder, sql } from 'kysely'
import { brokenSetup } from '../errors.ts'
import { type Declared, nameOf, type Row } from './row.ts'

/** What kind of value a property holds, as far as schemas and statements care. */
export type Kind = (typeof KINDS)[number][1] | 'enum' | 'relation' | 'other'

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
  /** The database or the ORM fills it in when nobody else does. */
  readonly isFilled: boolean
  readonly isNumber: boolean
}

/** The ORM's own for PostgreSQL. */
const naming = new UnderscoreNamingStrategy()

type Stated = Partial<Omit<EntityProperty, 'type' | 'kind'>> & {
  readonly type?: unknown
  readonly kind?: string
  readonly fieldName?: string
}

/** A property of an entity, inherited ones included. Throws for one that the entity does not have. */
export function propertyOf(entity: Declared, name: string, namedBy: string): Property {
  const stated = find(entity, name)
  if (!stated) throw brokenSetup(`${namedBy} names '${name}', which is no property of entity '${nameOf(entity)}'`)
  const { type, length, precision, scale, items, nullable = false } = stated
  return {
    kind: kindOf(stated),
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
function columnOf({ fieldNames, fieldName, name }: Stated, property: string): string {
  const columnName = fieldNames?.[0] ?? fieldName ?? name
  return columnName === undefined || columnName === property ? naming.propertyToColumnName(property) : columnName
}

function find(entity: unknown, name: string): Stated | undefined {
  if (!(entity instanceof EntitySchema)) return undefined
  const { properties, extends: base } = entity.meta
  return (properties as Readonly<Record<string, Stated>>)[name] ?? find(base, name)
}

function kindOf({ type, kind, enum: isEnum }: Stated): Kind {
  if (kind === 'm:1' || kind === '1:1') return 'relation'
  if (isEnum) return 'enum'
  const sample: unknown = typeof type === 'function' ? type.prototype : type
  const found = KINDS.find(([known]) => sample === known.prototype || sample instanceof known)
  return found?.[1] ?? 'other'
}
