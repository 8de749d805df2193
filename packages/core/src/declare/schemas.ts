import { z } from 'zod'
import {
  type Declared,
  type HasDefault,
  nameOf,
  type PropertiesOf,
  type Property,
  propertyOf,
  type Row,
  type ValueOf,
} from '../data/properties.ts'
import { brokenSetup } from '../errors.ts'
import { hasPlainYear } from '../http/wire.ts'

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
  const shape = toShape(entity, names, {
    what: `A view of '${nameOf(entity)}'`,
    verb: 'show',
    schemaOf: toViewSchema,
    toField: (schema, { isNullable }) => (isNullable ? schema.nullable() : schema),
  })
  return z.object(shape) as unknown as View<T, K>
}

interface ShapeOptions {
  /** What the schema is called in errors, and what it does with properties. */
  readonly what: string
  readonly verb: 'show' | 'take'
  readonly schemaOf: (property: Property) => z.ZodType | undefined
  readonly toField: (schema: z.ZodType, property: Property) => z.ZodType
}

function toShape(entity: Declared, names: readonly string[], { what, verb, schemaOf, toField }: ShapeOptions) {
  const fields = names.map((name) => {
    const property = propertyOf(entity, name, what)
    const schema = schemaOf(property)
    if (!schema) throw brokenSetup(`${what} cannot ${verb} '${name}': say its schema with \`.extend\``)
    return [name, toField(schema, property)] as const
  })
  return Object.fromEntries(fields)
}

function toViewSchema({ kind, items, isNumber }: Property): z.ZodType | undefined {
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

/** What a property takes after parsing: instants become dates, as entities hold them. */
type ParsedValue<T, P extends keyof Row<T>> = [ValueOf<PropertiesOf<T>[P]>] extends [Date]
  ? Date
  : Exclude<Row<T>[P], null>
type Field<T, P extends keyof Row<T>> = z.ZodType<ParsedValue<T, P>, Exclude<Row<T>[P], null>>
type OptionalField<T, P extends keyof Row<T>> = null extends Row<T>[P]
  ? z.ZodOptional<z.ZodNullable<z.ZodType<ParsedValue<T, P> | null, Exclude<Row<T>[P], null>>>>
  : HasDefault<PropertiesOf<T>[P]> extends true
    ? z.ZodOptional<Field<T, P>>
    : Field<T, P>

/** The schema of what callers may say of a row. */
export type Input<T, K extends keyof Row<T>> = z.ZodObject<{ [P in K]: OptionalField<T, P> }>

/**
 * What callers may say of an entity. Nullable properties and those with a default may be left out. Texts are trimmed and
 * have at most their declared length (255 for `string`, a line in which nothing is hidden; 10,000 for `text`); an empty
 * one of a nullable property says that there is none. Where a rule is finer than a type, say it with `.extend`;
 * `partial` makes a change.
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
    toField: (schema, { isNullable, isFilled }) =>
      isNullable ? schema.nullish() : isFilled ? schema.optional() : schema,
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
      return decimal(property)
    case 'boolean':
      return z.boolean()
    case 'enum':
      return z.literal(items as readonly (string | number)[])
    case 'instant':
      return z.iso
        .datetime({ offset: true })
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

/** A line of text as people name things. */
const line = (max: number): z.ZodString => nameText().trim().max(max)

const text = (max: number): z.ZodString => z.string().trim().max(max)

function filled(schema: z.ZodString, isNullable: boolean): z.ZodType {
  return isNullable ? schema.transform((value) => (value === '' ? null : value)) : schema.min(1)
}

/** Amounts may come as text, so that no digit is lost. */
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

/** Control, format (zero-width, bidirectional) and surrogate characters, line and paragraph separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const HIDDEN_RUNS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

/**
 * What people name something: one line in which nothing is hidden, so that it reads the same in lists, mails, headers
 * and file names, and cannot look like another name. Say the length with `.min` and `.max`.
 *
 * @example
 * const Name = nameText().trim().min(1).max(200)
 */
export const nameText = () =>
  z.string().refine((value) => !HIDDEN.test(value), 'Control, invisible and direction characters are not allowed')

/** A text as one line of a header: what is hidden in it, for example in names of before, becomes a space. */
export const toHeaderText = (value: string): string => value.replaceAll(HIDDEN_RUNS, ' ')

type WithoutDefault<T> = T extends z.ZodDefault<infer Inner> | z.ZodPrefault<infer Inner> ? WithoutDefault<Inner> : T

/**
 * The fields of a create as those of an update: each may be absent, and then nothing is filled in for it. `.partial()`
 * of zod keeps defaults, so that an update would reset what it does not name (decision 6).
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
  return field
}
