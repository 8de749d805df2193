import { z } from 'zod'
import type { Property } from '../data/query/properties.ts'
import { type Declared, type HasDefault, nameOf, type PropertiesOf, type Row } from '../data/query/row-types.ts'
import { hasPlainYear } from '../http/point-in-time.ts'
import { dateTime } from './date-time.ts'
import { nameText } from './name-text.ts'
import { measured, type ParsedValue, toShape } from './view.ts'

type Field<T, P extends keyof Row<T>> = z.ZodType<ParsedValue<T, P>, Exclude<Row<T>[P], null>>

type OptionalField<T, P extends keyof Row<T>> = null extends Row<T>[P]
  ? z.ZodOptional<z.ZodNullable<z.ZodType<ParsedValue<T, P> | null, Exclude<Row<T>[P], null>>>>
  : HasDefault<PropertiesOf<T>[P]> extends true
    ? z.ZodOptional<Field<T, P>>
    : Field<T, P>

/** The schema of the row properties that callers can set. */
export type Input<T, K extends keyof Row<T>> = z.ZodObject<{ [P in K]: OptionalField<T, P> }>

/**
 * The properties of an entity that callers can set. Nullable properties and those with a default are optional. Texts are trimmed
 * and limited to their declared length (255 for `string`, a single line without hidden characters; 10,000 for `text`); an empty
 * text in a nullable property means null. Use `.extend` for stricter rules, and `partial` for updates.
 *
 * @example
 * const Fields = input(Ticket, ['title', 'dueAt']).extend({ slug: z.string().regex(/^[a-z-]{1,50}$/) })
 */
export function input<T extends object, const K extends keyof Row<T> & string>(
  entity: Declared<T>,
  names: readonly K[],
): Input<T, K> {
  const shape = toShape(entity, names, {
    what: `An input of '${nameOf(entity)}'`,
    verb: 'take',
    schemaOf: toInputSchema,
    toField: (schema, { isNullable, isFilled, initial }) => {
      const field = isNullable ? schema.nullish() : isFilled ? schema.optional() : schema
      // Nothing is filled in here: the database does. Clients are told, so that their forms can begin with it.
      return initial === undefined ? field : field.meta({ default: initial })
    },
  })
  return z.object(shape) as unknown as Input<T, K>
}

const MAX_STRING = 255

const MAX_TEXT = 10_000

const MAX_ITEMS = 100

const MAX_JSON = 16_384

function toInputSchema(property: Property): z.ZodType | undefined {
  const { kind, length, items, isNullable } = property
  switch (kind) {
    case 'uuid':
    case 'relation':
      return z.uuid().toLowerCase()
    case 'string':
      return filled(line(length ?? MAX_STRING), isNullable)
    case 'text':
      return filled(text(length ?? MAX_TEXT), isNullable)
    case 'smallint':
      return z.number().int().min(-32_768).max(32_767)
    case 'integer':
      return z.number().int().min(-2_147_483_648).max(2_147_483_647)
    case 'bigint':
      return z.number().int()
    case 'float':
      return z.number()
    case 'decimal':
      return measured(decimal(property), property.measure)
    case 'boolean':
      return z.boolean()
    case 'enum':
      return z.literal(items as readonly (string | number)[])
    case 'instant':
      return dateTime()
        .transform((value) => new Date(value))
        .refine(hasPlainYear, 'Invalid date')
    case 'date':
      return z.iso.date().refine((value) => !value.startsWith('0000'), 'Invalid date')
    case 'time':
      return z.iso.time()
    case 'json':
      return json
    case 'array':
      return z.array(line(MAX_STRING).min(1)).max(MAX_ITEMS)
    case 'other':
      return undefined
  }
}

/** A single-line text, such as a name. */
const line = (max: number): z.ZodString => nameText().trim().max(max)

const text = (max: number): z.ZodString => z.string().trim().max(max)

function filled(schema: z.ZodString, isNullable: boolean): z.ZodType {
  return isNullable ? schema.transform((value) => (value === '' ? null : value)) : schema.min(1)
}

/** Amounts can be sent as text, so that no digit is lost. */
function decimal({ precision = 18, scale = 4, isNumber }: Property): z.ZodType {
  if (isNumber) return z.number()
  const whole = precision - scale
  const pattern = new RegExp(`^-?\\d{1,${whole}}${scale > 0 ? `(\\.\\d{1,${scale}})?` : ''}$`)
  return z
    .union([z.number(), z.string().trim()])
    .transform(String)
    .pipe(z.string().regex(pattern, `At most ${whole} digits and ${scale} decimals`))
}

const json = z.json().refine((value) => JSON.stringify(value).length <= MAX_JSON, 'Too large')

type WithoutDefault<T> = T extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? WithoutDefault<Inner> : T

/**
 * Turns the fields of a create into those of an update: each is optional, and no default is filled in. `.partial()` of zod
 * keeps defaults, so an update would reset properties that it does not contain (decision: Partial updates and unique values).
 *
 * @example
 * input: Id.extend(partial(Fields).shape)
 */
export function partial<S extends z.ZodRawShape>(fields: z.ZodObject<S>) {
  const members = Object.entries(fields.shape).map(([name, field]) => [
    name,
    withoutDefault(field as z.ZodType).optional(),
  ])
  return z.object(Object.fromEntries(members) as { [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]>> })
}

function withoutDefault(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodDefault || field instanceof z.ZodPrefault)
    return withoutDefault(field.unwrap() as z.ZodType)
  const { default: told, ...meta } = field.meta() ?? {}
  return told !== undefined && field instanceof z.ZodOptional
    ? (field.unwrap() as z.ZodType).optional().meta(meta)
    : field
}
