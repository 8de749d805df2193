import { z } from 'zod'
import { type Property, propertyOf } from '../data/query/properties.ts'
import { type Declared, nameOf, type PropertiesOf, type Row, type ValueOf } from '../data/query/row-types.ts'
import { showsRow } from '../define/row-schemas.ts'
import { asDecimal } from '../http/export-cells.ts'
import { brokenSetup } from '../errors.ts'

/** The schema of some properties of a row. */
export type View<T, K extends keyof Row<T>> = z.ZodObject<{ [P in K]: z.ZodType<Row<T>[P], Row<T>[P]> }>

/**
 * The properties of an entity that a response may contain, in the form that queries of `from` return. Use `.extend` for stricter
 * rules.
 *
 * @example
 * const TicketView = view(Ticket, ['id', 'title', 'dueAt']).extend({ isLate: z.boolean() })
 */
export function view<T extends object, const K extends keyof Row<T> & string>(
  entity: Declared<T>,
  names: readonly K[],
): View<T, K> {
  const shape = toShape(entity, names, {
    what: `A view of '${nameOf(entity)}'`,
    verb: 'show',
    schemaOf: toViewSchema,
    toField: (schema, { isNullable }) => showsRow(isNullable ? schema.nullable() : schema, entity),
  })
  return showsRow(z.object(shape), entity) as unknown as View<T, K>
}

interface ShapeOptions {
  /** The name of the schema kind in errors, and how it converts properties. */
  readonly what: string
  readonly verb: 'show' | 'take'
  readonly schemaOf: (property: Property) => z.ZodType | undefined
  readonly toField: (schema: z.ZodType, property: Property) => z.ZodType
}

export function toShape(entity: Declared, names: readonly string[], { what, verb, schemaOf, toField }: ShapeOptions) {
  const fields = names.map((name) => {
    const property = propertyOf(entity, name, what)
    const schema = schemaOf(property)
    if (!schema) throw brokenSetup(`${what} cannot ${verb} '${name}': declare its schema with \`.extend\``)
    return [name, toField(schema, property)] as const
  })
  return Object.fromEntries(fields)
}

function toViewSchema({ kind, items, isNumber, measure }: Property): z.ZodType | undefined {
  switch (kind) {
    case 'uuid':
    case 'relation':
      return z.uuid()
    case 'string':
    case 'text':
    case 'time':
      return z.string()
    case 'instant':
      return z.string().meta({ format: 'date-time' })
    case 'date':
      return z.string().meta({ format: 'date' })
    case 'smallint':
    case 'integer':
    case 'bigint':
      return z.number().int()
    case 'float':
      return z.number()
    case 'decimal':
      return isNumber ? z.number() : asDecimal(measured(z.string().meta({ format: 'decimal' }), measure))
    case 'boolean':
      return z.boolean()
    case 'enum':
      return z.literal(items as readonly (string | number)[])
    case 'json':
      return z.unknown()
    case 'array':
      return z.array(z.unknown())
    case 'other':
      return undefined
  }
}

/** Says in the API document what an amount is measured in, so that clients can show it. */
export function measured<S extends z.ZodType>(schema: S, measure: Property['measure']): S {
  if (!measure) return schema
  if ('currency' in measure) return schema.meta({ 'x-currency-member': measure.currency })
  return schema.meta('fixed' in measure ? { 'x-currency': measure.fixed } : { 'x-unit': measure.unit })
}

/** The type of a property after parsing: timestamps become dates, as in entities. */
export type ParsedValue<T, P extends keyof Row<T>> = [ValueOf<PropertiesOf<T>[P]>] extends [Date]
  ? Date
  : Exclude<Row<T>[P], null>
