import { invalidValue } from '../errors.ts'
import { type Attribute, findAttribute } from './schema.ts'
import { type Attributes, comparable, isAttributes, type Json, memberOf, readBoolean } from './values.ts'

/** Maximum values of one attribute, except for members of groups. */
const MAX_VALUES = 100

/**
 * A value as it is kept: with declared names, one type, and no empty parts. Undefined for no value: null, an empty text, list
 * or object. Unknown attributes of values are left out. Throws 400 for a value of another type.
 */
export function coerce(attribute: Attribute, sent: unknown): Json | undefined {
  if (isNothing(sent)) return undefined
  if (!attribute.multiValued) return coerceOne(attribute, Array.isArray(sent) && sent.length === 1 ? sent[0] : sent)
  const list = Array.isArray(sent) ? (sent as unknown[]) : [sent]
  if (list.length > MAX_VALUES) throw invalidValue(`${attribute.name} has at most ${MAX_VALUES} values.`)
  const values = list.map((one) => coerceOne(attribute, one)).filter((one) => one !== undefined)
  if (values.filter(isPrimary).length > 1) throw invalidValue(`Only one value of ${attribute.name} can be primary.`)
  return join(attribute, [], values)
}

/**
 * The values of a multi-valued attribute with others added. A value that is there already is not added again, and a new primary
 * value takes the place of the former one (RFC 7644, section 3.5.2.1). Undefined for an empty list.
 */
export function join(
  attribute: Attribute,
  values: readonly Json[],
  added: readonly Json[],
): readonly Json[] | undefined {
  const all = new Map<string, Json>()
  for (const value of [...values, ...added]) all.set(identityOf(attribute, value), value)
  if (all.size > MAX_VALUES) throw invalidValue(`${attribute.name} has at most ${MAX_VALUES} values.`)
  return withOnePrimary(values, [...all.values()])
}

/** Values of which at most one is primary: one that was not among the former values, if there is any. Undefined for no values. */
export function withOnePrimary(former: readonly Json[], values: readonly Json[]): readonly Json[] | undefined {
  const primary = values.filter(isPrimary)
  if (primary.length < 2) return values.length === 0 ? undefined : values
  const chosen = primary.find((value) => !former.includes(value)) ?? primary[0]
  return values.map((value) =>
    isPrimary(value) && value !== chosen ? { ...(value as Attributes), primary: false } : value,
  )
}

/** A text, list or object with nothing in it is unassigned, as null is (RFC 7643, section 2.5). */
const isNothing = (sent: unknown) =>
  sent === null || sent === undefined || sent === '' || (typeof sent === 'object' && Object.keys(sent).length === 0)

const isPrimary = (value: Json) => isAttributes(value) && memberOf(value, 'primary') === true

/** Values with the same type and value are the same (RFC 7643, section 2.4); those without a value differ in what they have. */
function identityOf(attribute: Attribute, value: Json): string {
  if (!isAttributes(value)) return JSON.stringify(value)
  const { value: own, type } = value as { readonly value?: Json; readonly type?: Json }
  if (own === undefined) return JSON.stringify({ ...value, primary: undefined })
  const exact = findAttribute(attribute.subAttributes ?? [], 'value') ?? attribute
  const text = typeof own === 'string' ? comparable(exact, own) : own
  return JSON.stringify([text, typeof type === 'string' ? type.toLowerCase() : null])
}

function coerceOne(attribute: Attribute, sent: unknown): Json | undefined {
  if (isNothing(sent)) return undefined
  if (attribute.type === 'complex') return coerceComplex(attribute, sent)
  if (attribute.type === 'boolean') return toBoolean(attribute, sent)
  if (typeof sent === 'number' || typeof sent === 'boolean') return String(sent)
  // Some send the value of a simple attribute as they would that of a complex one.
  if (isAttributes(sent) && Object.hasOwn(sent, 'value')) return coerceOne(attribute, memberOf(sent, 'value'))
  if (typeof sent !== 'string') throw invalidValue(`${attribute.name} must be a text.`)
  // PostgreSQL stores neither.
  if (sent.includes('\0') || !sent.isWellFormed()) throw invalidValue(`${attribute.name} is not a valid text.`)
  return sent
}

function coerceComplex(attribute: Attribute, sent: unknown): Json | undefined {
  const { subAttributes = [] } = attribute
  // A text stands for the value: the id of a manager, an address.
  const parts = isAttributes(sent) ? Object.entries(sent) : [['value', sent] as const]
  if (!isAttributes(sent) && !findAttribute(subAttributes, 'value'))
    throw invalidValue(`${attribute.name} must be an object.`)
  const known = new Map<string, Json>()
  for (const [name, part] of parts) {
    const sub = findAttribute(subAttributes, name)
    const value = sub && coerceOne(sub, part)
    if (sub && value !== undefined) known.set(sub.name, value)
  }
  return arrange(subAttributes, known)
}

/** The values that are set, in the order in which their attributes are declared; undefined if none is. */
export function arrange(attributes: readonly Attribute[], values: ReadonlyMap<string, Json>): Attributes | undefined {
  const set = attributes.filter(({ name }) => values.has(name)).map(({ name }) => [name, values.get(name)!] as const)
  return set.length === 0 ? undefined : Object.fromEntries(set)
}

function toBoolean({ name }: Attribute, sent: unknown): boolean {
  const value = readBoolean(isAttributes(sent) ? memberOf(sent as Attributes, 'value') : sent)
  if (value === null) throw invalidValue(`${name} must be true or false.`)
  return value
}
