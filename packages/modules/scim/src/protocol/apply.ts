import { invalidValue, scimError } from '../errors.ts'
import { arrange, coerce, join, withOnePrimary } from './coerce.ts'
import { equalities, matches } from './match.ts'
import type { Step } from './operations.ts'
import { type Attribute, COMMON, type ResourceSchema, type Schema } from './schema.ts'
import {
  type Attributes,
  comparable,
  isAttributes,
  type Json,
  memberOf,
  sorted,
  valuesOf,
  withMember,
} from './values.ts'

/** Maximum undeclared extensions of a resource. */
const MAX_EXTENSIONS = 10

/**
 * A resource after operations on its attributes, in their order. Attributes are found among the declared ones; what belongs to an
 * undeclared extension is kept under its urn.
 */
export function applySteps(schema: ResourceSchema, resource: Attributes, steps: readonly Step[]): Attributes {
  return arrangeAll(schema, steps.reduce(applyStep, resource))
}

function applyStep(resource: Attributes, step: Step): Attributes {
  const { extension, attribute } = step
  if (extension === null) return changeIn(resource, step)
  const urn = Object.keys(resource).find((name) => name.toLowerCase() === extension.toLowerCase()) ?? extension
  const stored = memberOf(resource, urn)
  const before = isAttributes(stored) ? stored : {}
  const after = attribute ? changeIn(before, step) : changeUndeclared(before, step)
  return withMember(resource, urn, Object.keys(after).length === 0 ? undefined : after)
}

function changeIn(container: Attributes, step: Step): Attributes {
  const attribute = step.attribute!
  const after = changed(attribute, memberOf(container, attribute.name), step)
  if (step.op === 'remove' && attribute.required && after === undefined)
    throw scimError('bad_input', `${attribute.name} is required.`, 'mutability')
  return withMember(container, attribute.name, after)
}

function changeUndeclared(container: Attributes, { op, name, value }: Step): Attributes {
  if (name === '') return {}
  const isGone = op === 'remove' || value === null || value === undefined
  return withMember(container, name, isGone ? undefined : sorted(storable(value as Json)))
}

/** Throws 400 for texts that cannot be stored. */
function storable(value: Json): Json {
  const text = JSON.stringify(value)
  // PostgreSQL stores no null characters, and JSON escapes halves of characters.
  if (/\\u(?:0000|d[89a-f])/i.test(text)) throw invalidValue('A value of an extension is not a valid text.')
  return value
}

/** The value of an attribute after an operation; undefined for none. */
function changed(attribute: Attribute, before: Json | undefined, step: Step): Json | undefined {
  if (attribute.multiValued) return changedValues(attribute, valuesOf(before), step)
  const { op, sub, value } = step
  const { subAttributes } = attribute
  if (op === 'remove' && sub === null) return undefined
  if (!subAttributes) return coerce(attribute, value)
  const parts = isAttributes(before) ? before : {}
  if (sub !== null) return arranged(subAttributes, setPart(parts, sub, op === 'remove' ? undefined : value))
  if (!isAttributes(value)) return coerce(attribute, value)
  // Parts that the value does not have are left unchanged (RFC 7644, section 3.5.2.3).
  const names = new Set(Object.keys(value).map((name) => name.toLowerCase()))
  const kept = Object.entries(parts).filter(([name]) => !names.has(name.toLowerCase()))
  return arranged(subAttributes, {
    ...Object.fromEntries(kept),
    ...(coerce(attribute, value) as Attributes | undefined),
  })
}

const arranged = (attributes: readonly Attribute[], value: Attributes) =>
  arrange(attributes, new Map(Object.entries(value)))

const setPart = (value: Attributes, sub: Attribute, part: unknown): Attributes =>
  withMember(value, sub.name, coerce(sub, part))

function changedValues(attribute: Attribute, values: readonly Json[], step: Step): Json | undefined {
  const { op, filter, sub, value } = step
  if (filter === null && sub === null) {
    if (op === 'add') return join(attribute, values, valuesOf(coerce(attribute, value)))
    if (op === 'replace') return coerce(attribute, value)
    return value === undefined || value === null
      ? undefined
      : without(attribute, values, valuesOf(coerce(attribute, value)))
  }
  const isChosen = (one: Json) => filter === null || matches(attribute, one, filter)
  if (op === 'remove') {
    const left = values.flatMap((one) => (isChosen(one) ? (sub ? partless(attribute, one, sub) : []) : [one]))
    return left.length === 0 ? undefined : left
  }
  if (!values.some(isChosen)) return join(attribute, values, [newValue(attribute, step)])
  const after = values.flatMap((one) => {
    const next = isChosen(one) ? changedValue(attribute, one, step) : one
    return next === undefined ? [] : [next]
  })
  return withOnePrimary(values, after)
}

/** A value that is chosen, after the operation: the part of it that the path names, or all of it. */
function changedValue(attribute: Attribute, before: Json, { op, sub, value }: Step): Json | undefined {
  const parts = isAttributes(before) ? before : {}
  if (sub) return arranged(attribute.subAttributes ?? [], setPart(parts, sub, value))
  const after = coerce({ ...attribute, multiValued: false }, value)
  return op === 'add' && isAttributes(after) ? arranged(attribute.subAttributes ?? [], { ...parts, ...after }) : after
}

function partless(attribute: Attribute, before: Json, sub: Attribute): Json[] {
  const after = isAttributes(before)
    ? arranged(attribute.subAttributes ?? [], withMember(before, sub.name, undefined))
    : before
  return after === undefined ? [] : [after]
}

/**
 * The value that an operation on values makes if none matches: providers set the address for work of people who have none by
 * replacing its value. Throws 400 with `noTarget` if the filter does not say what the value would be.
 */
function newValue(attribute: Attribute, { op, filter, sub, value }: Step): Json {
  const wanted = filter === null ? new Map<string, Json>() : equalities(attribute, filter)
  const noTarget = () => scimError('bad_input', `No value of ${attribute.name} matches the path.`, 'noTarget')
  if (wanted === null || (sub === null && op === 'replace')) throw noTarget()
  const base = Object.fromEntries(wanted)
  const sent = sub ? { ...base, [sub.name]: value } : { ...base, ...(isAttributes(value) ? value : { value }) }
  const made = coerce({ ...attribute, multiValued: false }, sent)
  if (made === undefined) throw noTarget()
  return made
}

/**
 * The values that are not among those to remove. A text, or an object with a value only, removes every value that equals it; with a
 * type, only the one of that type. What has no value removes what has all of its parts.
 */
function without(attribute: Attribute, values: readonly Json[], removed: readonly Json[]): Json | undefined {
  const exact = attribute.subAttributes?.find(({ name }) => name === 'value') ?? attribute
  const fold = (part: Json | undefined) => (typeof part === 'string' ? comparable(exact, part) : part)
  const named = (one: Json): Attributes => {
    if (!isAttributes(one)) return { value: one }
    const { value, type } = one as { readonly value?: Json; readonly type?: Json }
    return value === undefined ? one : { value, ...(type !== undefined && { type }) }
  }
  const keyOf = (one: Json | undefined, names: readonly string[]) =>
    JSON.stringify(names.map((name) => fold(isAttributes(one) ? memberOf(one, name) : one) ?? null))
  // By the parts that they name, of which there are few: each list is read once for each.
  const wanted = Map.groupBy(removed.map(named), (one) => Object.keys(one).join())
  const left = [...wanted.values()].reduce((rest, some) => {
    const names = Object.keys(some[0]!)
    const keys = new Set(some.map((one) => keyOf(one, names)))
    return rest.filter((one) => !keys.has(keyOf(one, names)))
  }, values)
  return left.length === 0 ? undefined : left
}

/** The attributes of a resource in the order in which they are declared, and its extensions after them. */
function arrangeAll(schema: ResourceSchema, resource: Attributes): Attributes {
  const { positions, extensions } = orderOf(schema)
  const names = Object.keys(resource)
  const undeclared = names.filter((name) => !positions.has(name))
  if (undeclared.length > MAX_EXTENSIONS) throw invalidValue(`A resource has at most ${MAX_EXTENSIONS} extensions.`)
  const positionOf = (name: string) => positions.get(name) ?? Infinity
  const inOrder = names
    .filter((name) => positionOf(name) >= 0)
    .sort((one, other) => positionOf(one) - positionOf(other) || (one < other ? -1 : 1))
  return Object.fromEntries(
    inOrder.map((name) => {
      const extension = extensions.get(name)
      return [name, extension ? arranged(extension.attributes, resource[name] as Attributes)! : resource[name]!]
    }),
  )
}

interface Order {
  /** By name; negative for what is not kept, such as passwords. */
  readonly positions: ReadonlyMap<string, number>
  readonly extensions: ReadonlyMap<string, Schema>
}

const orders = new WeakMap<ResourceSchema, Order>()

function orderOf(schema: ResourceSchema): Order {
  let order = orders.get(schema)
  if (!order) {
    const { core, extensions } = schema
    const attributes = [...COMMON, ...core.attributes]
    order = {
      positions: new Map([
        ...attributes.map(({ name, returned }, index) => [name, returned === 'never' ? -1 : index] as const),
        ...extensions.map(({ id }, index) => [id, attributes.length + index] as const),
      ]),
      extensions: new Map(extensions.map((extension) => [extension.id, extension])),
    }
    orders.set(schema, order)
  }
  return order
}
