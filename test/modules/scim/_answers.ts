import { applied, matches, Refused } from './_judge.ts'
import type { Chosen, MemberChange, Sample } from './_samples.ts'
import type { Outcome } from './_scimmy.ts'
import { contentOf, ENTERPRISE, type Json, resourcesOf, USER } from './_walk.ts'

export interface World {
  readonly people: { readonly ours: string; readonly theirs: string; state: Json }[]
  readonly groups: { readonly ours: string; readonly theirs: string; state: Json }[]
}

/** Without what is empty, which is the same as not there (RFC 7643, section 2.5), and without `primary: false`. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy).filter((one) => !isNothing(one))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([name, one]) => [name, tidy(one)] as const)
    .filter(([name, one]) => !isNothing(one) && !(name === 'primary' && one === false))
  return Object.fromEntries(entries)
}

const isNothing = (value: unknown) =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)

export const normal = (resource: Json): Json => tidy(contentOf(resource)) as Json

/** What is compared: the resource of a success, nothing of an error but its status. */
export interface Answered {
  readonly status: number
  readonly content?: unknown
}

export function judged(sample: Sample, world: World): Answered {
  const person = world.people[sample.at]
  const before = person?.state ?? {}
  try {
    if (sample.kind === 'create') return { status: 201, content: normal({ active: true, ...sample.body }) }
    if (sample.kind === 'put') return { status: 200, content: normal({ active: before['active'], ...sample.body }) }
    if (sample.kind === 'patch') return { status: 200, content: normal(applied(before, sample.operations)) }
    if (sample.kind === 'read') return { status: 200, content: projected(before, sample) }
    if (sample.kind === 'remove') return { status: 204 }
  } catch (error) {
    if (error instanceof Refused) return { status: 400 }
    throw error
  }
  if (sample.kind === 'members') return { status: 204, content: membersAfter(sample.changes, world, sample.at) }
  return { status: 200, content: listed(sample, world) }
}

function projected(state: Json, { only, except }: Extract<Sample, { kind: 'read' }>): Json {
  const part = (resource: Record<string, unknown>, { attribute, sub }: Chosen, cut: (one: Json) => unknown) => {
    const holder = (attribute.extension ? resource[ENTERPRISE] : resource) as Record<string, unknown> | undefined
    const value = holder?.[attribute.name]
    if (holder === undefined || value === undefined) return
    if (sub === undefined) delete holder[attribute.name]
    else holder[attribute.name] = Array.isArray(value) ? value.map(cut) : cut(value as Json)
  }
  if (except) {
    const result = structuredClone(state) as Record<string, unknown>
    for (const one of except)
      part(result, one, (value) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== one.sub)))
    return normal(result)
  }
  const result: Record<string, unknown> = {}
  const wholly = new Set(only!.filter(({ sub }) => sub === undefined).map(({ attribute }) => attribute.name))
  for (const { attribute, sub } of only!) {
    const source = (attribute.extension ? (state[ENTERPRISE] ?? {}) : state) as Json
    const value = source[attribute.name]
    if (value === undefined || (sub !== undefined && wholly.has(attribute.name))) continue
    const target = attribute.extension ? ((result[ENTERPRISE] ??= {}) as Record<string, unknown>) : result
    if (sub === undefined) target[attribute.name] = value
    else if (Array.isArray(value)) {
      const known = (target[attribute.name] ?? value.map(() => ({}))) as Json[]
      target[attribute.name] = value.map((one: Json, index) => ({
        ...known[index],
        ...(sub in one && { [sub]: one[sub] }),
      }))
    } else target[attribute.name] = { ...(target[attribute.name] as Json), [sub]: (value as Json)[sub] }
  }
  return normal(result)
}

function membersAfter(changes: readonly MemberChange[], world: World, at: number): string[] {
  const members = new Set((world.groups[at % world.groups.length]!.state['members'] as string[] | undefined) ?? [])
  for (const { op, people } of changes) {
    if (op === 'replace' || people === undefined) members.clear()
    for (const index of people ?? [])
      if (op === 'remove') members.delete(world.people[index]!.ours)
      else members.add(world.people[index]!.ours)
  }
  return [...members].toSorted()
}

const keyOf = (state: Json, { attribute }: Chosen) => {
  const holder = (attribute.extension ? state[ENTERPRISE] : state) as Json | undefined
  const value = holder?.[attribute.name]
  return value === undefined ? null : String(value).toLowerCase()
}

function listed(sample: Extract<Sample, { kind: 'list' }>, { people }: World): unknown {
  const { filter, sortBy, page, query } = sample
  const found = people.filter(({ state }) => !filter || matches(state, filter))
  if (!sortBy) return { total: found.length, people: found.map(({ state }) => state['userName']).toSorted() }
  const keys = found.map(({ state }) => keyOf(state, sortBy))
  // No value: last if ascending, first if descending (RFC 7644, section 3.4.2.3).
  const ordered = keys.toSorted((a, b) =>
    a === null ? (b === null ? 0 : 1) : b === null ? -1 : a < b ? -1 : a > b ? 1 : 0,
  )
  if (query['sortOrder'] === 'descending') ordered.reverse()
  const from = page ? page.startIndex - 1 : 0
  return { total: keys.length, keys: page ? ordered.slice(from, from + page.count) : ordered }
}

/** What an implementation answered, in the same form. */
export function readAnswer(sample: Sample, { status, body }: Outcome): Answered {
  if (status >= 400 || sample.kind === 'remove') return { status }
  if (sample.kind !== 'list') return { status, content: normal(body) }
  const found = resourcesOf(body)
  const total = body['totalResults']
  const { sortBy } = sample
  return {
    status,
    content: sortBy
      ? { total, keys: found.map((one) => keyOf(one, sortBy)) }
      : { total, people: found.map((one) => one['userName']).toSorted() },
  }
}

/** With keys in one order, so that texts can be compared. */
export function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, one]) => [name, ordered(one)]),
  )
}

export const membersOf = (group: Json): string[] =>
  ((group['members'] ?? []) as (Json | string)[])
    .map((one) => (typeof one === 'string' ? one : String(one['value'])))
    .toSorted()

export const withSchemas = (state: Json): Json => ({
  ...state,
  schemas: ENTERPRISE in state ? [USER, ENTERPRISE] : [USER],
})

export function withMembers(state: Json, { people }: World): Json {
  const members = (state['members'] as string[])
    .map((id) => people.find(({ ours }) => ours === id))
    .flatMap((one) => (one ? [{ value: one.theirs, type: 'User' }] : []))
  return { displayName: state['displayName'], members }
}
