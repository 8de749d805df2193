import { z } from 'zod'
import { type Property, propertyOf } from '../data/properties.ts'
import { type Declared, nameOf, type Row } from '../data/row.ts'
import { brokenSetup } from '../errors.ts'

/** The schema of some properties of a row. */
export type View<T, K extends keyof Row<T>> = z.ZodObject<{ [P in K]: z.ZodType<Row<T>[P], Row<T>[P]> }>

/**
 * What may leave of an entity: the named properties, as queries of `from` give them. Where a rule is finer than a type,
 * say it with `.extend`.
 *
 * @example
 * const TicketView = view(Ticket, ['id', 'title', 'dueAt']).extend({ isLate: z.boolean() })
 */
export function view<T extends object, const K extends keyof Row<T> & string>(
  entity: Declared<T>,
  names: readonly K[],
): View<T, K> {
  const shape = names.map((name) => {
    const property = propertyOf(entity, name, `A view of '${nameOf(entity)}'`)
    const schema = toSchema(property)
    if (!schema)
      throw brokenSetup(`A view of '${nameOf(entity)}' cannot show '${name}': say its schema with \`.extend\``)
    return [name, property.isNullable ? schema.nullable() : schema] as const
  })
  return z.object(Object.fromEntries(shape)) as unknown as View<T, K>
}

function toSchema({ kind, items, isNumber }: Property): z.ZodType | undefined {
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
      return isNumber ? z.number() : z.string()
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
