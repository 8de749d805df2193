import { ENTERPRISE, type Json } from './_walk.ts'

// What RFC 7643 and RFC 7644 say of a request, over requests that are already taken apart: the one who decides where two
// implementations differ. It has no parser and no knowledge of either.

/** An attribute of the generated requests. */
export interface Attribute {
  readonly name: string
  /** Below the enterprise extension. */
  readonly extension?: true
  readonly kind: 'text' | 'exact' | 'boolean' | 'complex' | 'list'
  readonly subs?: readonly string[]
}

export const ATTRIBUTES: readonly Attribute[] = [
  { name: 'userName', kind: 'text' },
  { name: 'externalId', kind: 'exact' },
  { name: 'displayName', kind: 'text' },
  { name: 'nickName', kind: 'text' },
  { name: 'title', kind: 'text' },
  { name: 'userType', kind: 'text' },
  { name: 'locale', kind: 'text' },
  { name: 'active', kind: 'boolean' },
  { name: 'name', kind: 'complex', subs: ['givenName', 'familyName', 'formatted', 'middleName'] },
  { name: 'emails', kind: 'list', subs: ['value', 'type'] },
  { name: 'phoneNumbers', kind: 'list', subs: ['value', 'type'] },
  { name: 'addresses', kind: 'list', subs: ['locality', 'country', 'type'] },
  { name: 'department', kind: 'text', extension: true },
  { name: 'costCenter', kind: 'text', extension: true },
]

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le'

export type Filter =
  | {
      readonly is: 'compare'
      readonly attribute: Attribute
      readonly sub?: string
      readonly by: Comparison
      readonly to: string | boolean
    }
  | { readonly is: 'present'; readonly attribute: Attribute; readonly sub?: string }
  | { readonly is: 'values'; readonly attribute: Attribute; readonly where: ValueFilter }
  | { readonly is: 'not'; readonly of: Filter }
  | { readonly is: 'and'; readonly of: readonly Filter[] }
  | { readonly is: 'or'; readonly of: readonly Filter[] }

/** A condition on one value of several: all of them hold. */
export type ValueFilter = readonly { readonly sub: string; readonly by: Comparison; readonly to: string }[]

export interface Operation {
  readonly op: 'add' | 'replace' | 'remove'
  /** None: the values are those of several attributes. */
  readonly attribute?: Attribute
  readonly where?: ValueFilter
  readonly sub?: string
  readonly value?: unknown
}

const lower = (value: unknown) => String(value).toLowerCase()

interface Compared {
  readonly by: Comparison
  readonly to: string | boolean
}

function compared(actual: unknown, { by, to }: Compared, isExact: boolean): boolean {
  if (typeof to === 'boolean') return by === 'eq' ? actual === to : actual !== to
  if (actual === undefined) return by === 'ne'
  const [left, right] = isExact ? [String(actual), to] : [lower(actual), lower(to)]
  if (by === 'eq') return left === right
  if (by === 'ne') return left !== right
  if (by === 'co') return left.includes(right)
  if (by === 'sw') return left.startsWith(right)
  if (by === 'ew') return left.endsWith(right)
  if (by === 'gt') return left > right
  if (by === 'ge') return left >= right
  return by === 'lt' ? left < right : left <= right
}

export const chosen = (value: Json, where: ValueFilter, isExact = false) =>
  where.every((one) => compared(value[one.sub], one, isExact))

/** The part of a resource that has an attribute. */
const home = (resource: Json, { extension }: Attribute) =>
  extension ? ((resource[ENTERPRISE] ?? {}) as Json) : resource

/** Somebody without addresses is found by that of the account, which is the user name: more than the RFC asks. */
const listOf = (resource: Json, { name }: Attribute) =>
  (resource[name] ?? (name === 'emails' ? [{ value: resource['userName'] }] : [])) as readonly Json[]

const valuesOf = (resource: Json, attribute: Attribute, sub?: string): unknown[] => {
  const value = home(resource, attribute)[attribute.name]
  if (attribute.kind === 'list') return listOf(resource, attribute).map((one) => one[sub ?? 'value'])
  return [attribute.kind === 'complex' ? (value as Json | undefined)?.[sub!] : value]
}

/** Whether a resource is in the answer (RFC 7644, section 3.4.2.2). `isExact`: as if case counted everywhere, which it does not. */
export function matches(resource: Json, filter: Filter, isExact = false): boolean {
  if (filter.is === 'not') return !matches(resource, filter.of, isExact)
  if (filter.is === 'and') return filter.of.every((one) => matches(resource, one, isExact))
  if (filter.is === 'or') return filter.of.some((one) => matches(resource, one, isExact))
  if (filter.is === 'values') {
    const { attribute, where } = filter
    return listOf(resource, attribute).some((one) => chosen(one, where, isExact))
  }
  const values = valuesOf(resource, filter.attribute, filter.sub)
  if (filter.is === 'present') return values.some((value) => value !== undefined)
  return values.some((value) => compared(value, filter, isExact || filter.attribute.kind === 'exact'))
}

const same = (a: Json, b: Json) => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
const sorted = (value: Json) => Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** Thrown for what is refused: status and, in `message`, the `scimType`. */
export class Refused extends Error {}

const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'object' && Object.keys(value).length === 0)

/** The resource after the operations (RFC 7644, section 3.5.2). */
export function applied(resource: Json, operations: readonly Operation[]): Json {
  const result = structuredClone(resource) as Record<string, unknown>
  for (const operation of operations) {
    if (operation.attribute) apply(result, operation as Operation & { attribute: Attribute })
    else
      for (const attribute of ATTRIBUTES) {
        const given = home(operation.value as Json, attribute)[attribute.name]
        if (given !== undefined) apply(result, { op: operation.op, attribute, value: given })
      }
  }
  return result
}

type Targeted = Operation & { readonly attribute: Attribute }

function apply(result: Record<string, unknown>, operation: Targeted): void {
  const { op, attribute, sub, value } = operation
  const { name, kind, extension } = attribute
  const target = extension ? { ...((result[ENTERPRISE] ?? {}) as Json) } : result
  const before = target[name]
  const after = (() => {
    if (kind === 'list') return list((before ?? []) as readonly Json[], operation)
    if (op === 'remove' && sub === undefined) return undefined
    if (kind !== 'complex') return value
    const parts = { ...(before as Json | undefined) } as Record<string, unknown>
    if (op === 'remove') delete parts[sub!]
    else Object.assign(parts, sub === undefined ? value : { [sub]: value })
    return parts
  })()
  if (name === 'userName' && isEmpty(after)) throw new Refused('mutability')
  if (isEmpty(after)) delete target[name]
  else target[name] = after
  if (extension) {
    if (isEmpty(target)) delete result[ENTERPRISE]
    else result[ENTERPRISE] = target
  }
}

function list(before: readonly Json[], { op, where, sub, value }: Targeted): readonly Json[] {
  const isChosen = (one: Json) => where === undefined || chosen(one, where)
  if (where === undefined && sub === undefined) {
    if (op === 'remove') return []
    const given = [value].flat() as Json[]
    if (op === 'replace') return given
    const news = given.filter((one) => !before.some((other) => same(one, other)))
    const makesPrimary = news.some((one) => one['primary'] === true)
    return [
      ...before.map((one) => (makesPrimary && one['primary'] === true ? { ...one, primary: false } : one)),
      ...news,
    ]
  }
  if (op !== 'remove' && !before.some(isChosen)) {
    // The RFC has "replace" end with noTarget here, whatever the path ends with. Entra sets the address for work of somebody who
    // has none by replacing its value, so that a part of what is not there makes it, as it does with "add".
    if (op === 'replace' && sub === undefined) throw new Refused('noTarget')
    const made = Object.fromEntries((where ?? []).filter(({ by }) => by === 'eq').map((one) => [one.sub, one.to]))
    return [...before, sub === undefined ? { ...made, ...(value as Json) } : { ...made, [sub]: value }]
  }
  if (op === 'remove' && sub === undefined) return before.filter((one) => !isChosen(one))
  const after = before
    .map((one) => {
      if (!isChosen(one)) return one
      if (op === 'remove') return Object.fromEntries(Object.entries(one).filter(([key]) => key !== sub))
      if (sub !== undefined) return { ...one, [sub]: value }
      return op === 'replace' ? (value as Json) : { ...one, ...(value as Json) }
    })
    .filter((one) => !isEmpty(one))
  // The same value is not there twice (RFC 7643, section 2.4).
  return after.filter((one, index) => after.findIndex((other) => same(one, other)) === index)
}
