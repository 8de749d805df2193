import { PROTOTYPE_MEMBERS } from '../../../packages/testing/src/prototypes.ts'
import type { WireRequest } from '../../../packages/testing/src/route-request.ts'

/** Names that every object answers to, and paths that lead to what it inherits. */
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__proto__.plinthPolluted',
  'constructor.prototype.plinthPolluted',
  '__proto__[plinthPolluted]',
  '{{__proto__.plinthPolluted}}',
  '{{data.constructor.prototype}}',
  'cf___proto__',
  'cf_constructor',
  '-__proto__',
]

/** A request like the given one that has such names in one more way each: as members, or in the place of one text. */
export function withPrototypeNames(wire: WireRequest): (() => WireRequest)[] {
  return [...inBody(wire), ...inQuery(wire), ...inPath(wire)]
}

/** A member of a JSON value that is replaced. */
type Replace = (name: string) => unknown

function inBody(wire: WireRequest): (() => WireRequest)[] {
  const { body } = wire
  if (typeof body !== 'string') return []
  const send = (changed: unknown) => ({ ...wire, body: JSON.stringify(changed) })
  const value = fromJson(body)
  if (value === undefined) {
    const fields = [...new URLSearchParams(body)]
    const spell = (pairs: string[][]) => ({ ...wire, body: new URLSearchParams(pairs).toString() })
    return [
      () => spell([...fields, ...FLAT]),
      ...fields.flatMap(([field = ''], index) => NAMES.map((name) => () => spell(fields.with(index, [field, name])))),
    ]
  }
  return [
    () => send(withMembers(value)),
    ...replacements(value).flatMap((replace) => NAMES.map((name) => () => send(replace(name)))),
  ]
}

function inQuery(wire: WireRequest): (() => WireRequest)[] {
  const [path = '', search = ''] = wire.path.split('?')
  const pairs = [...new URLSearchParams(search)]
  const spell = (changed: string[][]) => ({ ...wire, path: `${path}?${new URLSearchParams(changed)}` })
  const also = ['sortField', 'sort', 'filter', 'fields', 'expand', 'groupBy', 'attributes'].flatMap((field) =>
    NAMES.slice(0, 3).map((name) => () => spell([...pairs, [field, name]])),
  )
  return [
    () => spell([...pairs, ...FLAT]),
    ...pairs.flatMap(([field], index) => NAMES.map((name) => () => spell(pairs.with(index, [field, name])))),
    ...(wire.method === 'GET' ? also : []),
  ]
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

function inPath(wire: WireRequest): (() => WireRequest)[] {
  const ids = wire.path.split('?')[0]!.match(ID) ?? []
  return ids.flatMap((id) =>
    NAMES.map((name) => () => ({ ...wire, path: wire.path.replace(id, encodeURIComponent(name)) })),
  )
}

const FLAT = Object.keys(PROTOTYPE_MEMBERS).map((name) => [name, 'x'])

/** The value with such members in every object. Those that the object has already stay. */
function withMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withMembers)
  const members = Object.entries(value).map(([name, member]) => [name, withMembers(member)] as const)
  return { ...PROTOTYPE_MEMBERS, ...Object.fromEntries(members) }
}

/** For each text in a value, and each name of a member: the value with something else in its place. */
function replacements(value: unknown): Replace[] {
  if (typeof value === 'string') return [(name) => name]
  if (Array.isArray(value))
    return value.flatMap((one, index) =>
      replacements(one).map(
        (replace): Replace =>
          (name) =>
            value.with(index, replace(name)),
      ),
    )
  if (typeof value !== 'object' || value === null) return []
  const members = Object.entries(value) as [string, unknown][]
  return members.flatMap(([key, one], index) => [
    ...replacements(one).map(
      (replace): Replace =>
        (name) =>
          Object.fromEntries(members.with(index, [key, replace(name)])),
    ),
    (name) => Object.fromEntries(members.with(index, [name, one])),
  ])
}

/** The value of a JSON text; undefined for other texts, and for what is nested too deeply to be taken apart. */
function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    JSON.stringify(value)
    return value
  } catch {
    return undefined
  }
}
