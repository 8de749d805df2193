import { type Attribute, ATTRIBUTES, type Comparison, type Filter, type Operation, type ValueFilter } from './_judge.ts'
import { ENTERPRISE, GROUP, type Json, PATCH, USER } from './_walk.ts'

/** A request to both implementations, taken apart and written down. */
export type Sample = {
  /** Index of the resource among those that exist. */
  readonly at: number
  readonly query: Readonly<Record<string, string>>
} & (
  | { readonly kind: 'create'; readonly body: Json }
  | { readonly kind: 'put'; readonly body: Json }
  | { readonly kind: 'patch'; readonly operations: readonly Operation[]; readonly body: Json }
  | { readonly kind: 'members'; readonly body: Json; readonly changes: readonly MemberChange[] }
  | { readonly kind: 'read'; readonly only?: readonly Chosen[]; readonly except?: readonly Chosen[] }
  | { readonly kind: 'list'; readonly filter?: Filter; readonly sortBy?: Chosen; readonly page?: Page }
  | { readonly kind: 'remove' }
)

export interface Chosen {
  readonly attribute: Attribute
  readonly sub?: string
}

export interface Page {
  readonly startIndex: number
  readonly count: number
}

export interface MemberChange {
  readonly op: 'add' | 'replace' | 'remove'
  /** Indexes of people; none for all. */
  readonly people?: readonly number[]
}

/** Random numbers that a seed repeats (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const WORDS = ['anchor', 'Buoy', 'crane', 'Dock', 'eddy', 'Ferry', 'gale', 'Harbour', 'island', 'Jetty']
const TYPES = ['work', 'home', 'other']
const COMPARISONS: readonly Comparison[] = ['eq', 'eq', 'eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le']

/** Writes an attribute's name as it stands in paths. */
const pathOf = ({ attribute, sub }: { attribute: Attribute; sub?: string | undefined }) =>
  `${attribute.extension ? `${ENTERPRISE}:` : ''}${attribute.name}${sub === undefined ? '' : `.${sub}`}`

export function createSamples(random: () => number) {
  const whole = (below: number) => Math.floor(random() * below)
  const pick = <T>(list: readonly T[]): T => list[whole(list.length)]!
  const maybe = (chance: number) => random() < chance
  const some = <T>(list: readonly T[], most: number) => list.filter(() => maybe(most / list.length)).slice(0, most)
  const word = () => pick(WORDS)
  let count = 0
  const address = () => `u${String(count++).padStart(5, '0')}@corp.example`
  const cased = (text: string) => (maybe(0.1) ? (maybe(0.5) ? text.toUpperCase() : text.toLowerCase()) : text)

  const valuesOf: Readonly<Record<string, () => Json>> = {
    emails: () => ({ value: address(), type: pick(TYPES) }),
    phoneNumbers: () => ({ value: `555-01${whole(90) + 10}`, type: pick(TYPES) }),
    addresses: () => ({ locality: word(), country: pick(['EX', 'XX']), type: pick(TYPES) }),
  }

  function valueOf({ name, kind, subs }: Attribute): unknown {
    if (name === 'userName') return address()
    if (kind === 'boolean') return maybe(0.5)
    if (kind === 'complex')
      return Object.fromEntries([pick(subs!), ...some(subs!, 2)].map((sub) => [sub, `${word()} ${whole(9)}`]))
    if (kind !== 'list') return maybe(0.8) ? word() : `${word()} ${word()}`
    // The types of one list differ, and at most one value is primary.
    const values = TYPES.filter(() => maybe(0.5)).map((type) => ({ ...valuesOf[name]!(), type }))
    const list: Json[] = values.length === 0 ? [valuesOf[name]!()] : values
    return name === 'emails' && maybe(0.7) ? [{ ...list[0], primary: true }, ...list.slice(1)] : list
  }

  const OPTIONAL = ATTRIBUTES.filter(({ name }) => !['userName', 'active'].includes(name))

  function resource(): Json {
    const body: Record<string, unknown> = { schemas: [USER], userName: address() }
    if (maybe(0.9)) body['active'] = maybe(0.8)
    const extension: Record<string, unknown> = {}
    for (const attribute of OPTIONAL)
      if (maybe(0.5)) (attribute.extension ? extension : body)[attribute.name] = valueOf(attribute)
    if (Object.keys(extension).length > 0) Object.assign(body, { schemas: [USER, ENTERPRISE], [ENTERPRISE]: extension })
    return body
  }

  const where = (attribute: Attribute, isCased = true): ValueFilter => {
    const byType = { sub: 'type', by: 'eq' as const, to: isCased ? cased(pick(TYPES)) : pick(TYPES) }
    if (maybe(0.8)) return [byType]
    const other = attribute.name === 'addresses' ? 'country' : 'value'
    return [byType, { sub: other, by: 'co', to: other === 'country' ? 'x' : pick(['5', 'corp']) }]
  }

  const whereText = (filter: ValueFilter) =>
    `[${filter.map(({ sub, by, to }) => `${cased(sub)} ${cased(by)} ${JSON.stringify(to)}`).join(' and ')}]`

  function operation(): readonly [Operation, Json] {
    const op = pick(['add', 'replace', 'replace', 'remove'] as const)
    if (op !== 'remove' && maybe(0.25)) {
      const chosen = [pick(ATTRIBUTES), ...some(ATTRIBUTES, 3)]
      const value: Record<string, unknown> = {}
      const extension: Record<string, unknown> = {}
      for (const attribute of chosen) (attribute.extension ? extension : value)[attribute.name] = valueOf(attribute)
      if (Object.keys(extension).length > 0) value[ENTERPRISE] = extension
      return [
        { op, value },
        { op: cased(op), value },
      ]
    }
    const attribute = pick(op === 'remove' ? ATTRIBUTES.filter(({ name }) => name !== 'active') : ATTRIBUTES)
    const { kind, name, subs } = attribute
    const base = { op, attribute }
    const written = (more: object, path: string) => ({ op: cased(op), path, ...more })
    if (kind === 'complex' && maybe(0.7)) {
      const sub = pick(subs!)
      const value = op === 'remove' ? {} : { value: `${word()} ${whole(9)}` }
      return [{ ...base, sub, ...value }, written(value, cased(pathOf({ attribute, sub })))]
    }
    if (kind === 'list' && maybe(0.6)) {
      // What does not exist is made with this type, which must be one that is known.
      const filter = where(attribute, op === 'remove')
      const path = `${cased(name)}${whereText(filter)}`
      // A primary value that is replaced as a whole is left to what the RFC says of primary values elsewhere.
      const hasSub = maybe(0.5) || name === 'emails'
      if (!hasSub) {
        const value = op === 'remove' ? {} : { value: { ...valuesOf[name]!(), type: filter[0]!.to } }
        return [{ ...base, where: filter, ...value }, written(value, path)]
      }
      const sub = name === 'addresses' ? pick(['locality', 'country']) : 'value'
      if (op === 'remove' && name === 'emails') return [{ ...base, where: filter }, written({}, path)]
      const value = op === 'remove' ? {} : { value: name === 'addresses' ? word() : valuesOf[name]!()['value'] }
      return [{ ...base, where: filter, sub, ...value }, written(value, `${path}.${cased(sub)}`)]
    }
    const value = op === 'remove' ? {} : { value: valueOf(attribute) }
    return [
      { ...base, ...value },
      written(value, attribute.extension ? pathOf({ attribute }) : cased(pathOf({ attribute }))),
    ]
  }

  function condition(depth: number): Filter {
    if (depth > 0 && maybe(0.55)) {
      const is = pick(['and', 'or', 'not'] as const)
      if (is === 'not') return { is, of: condition(depth - 1) }
      return { is, of: [condition(depth - 1), condition(depth - 1)] }
    }
    const attribute = pick(ATTRIBUTES)
    const { kind, subs } = attribute
    if (kind === 'list' && maybe(0.4)) return { is: 'values', attribute, where: where(attribute) }
    const sub = subs && (kind === 'complex' || maybe(0.6)) ? pick(subs) : kind === 'list' ? undefined : undefined
    const named = { attribute, ...(sub !== undefined && { sub }) }
    if (attribute.name === 'addresses' && sub === undefined) return { is: 'present', attribute, sub: 'locality' }
    if (maybe(0.2)) return { is: 'present', ...named }
    if (kind === 'boolean') return { is: 'compare', ...named, by: pick(['eq', 'ne'] as const), to: maybe(0.5) }
    const by = pick(kind === 'list' ? COMPARISONS.filter((one) => one !== 'ne') : COMPARISONS)
    const isType = sub === 'type'
    const full = isType
      ? pick(TYPES)
      : kind === 'list' && sub !== 'locality'
        ? pick(['u0001', '555-0112', 'corp', 'EX'])
        : word()
    const to = by === 'co' || by === 'sw' ? full.slice(0, 3) : by === 'ew' ? full.slice(-3) : full
    return { is: 'compare', ...named, by, to: cased(to) }
  }

  /** Writes a filter. */
  function text(filter: Filter): string {
    if (filter.is === 'not') return `${cased('not')} (${text(filter.of)})`
    if (filter.is === 'and')
      return filter.of.map((one) => (one.is === 'or' ? `(${text(one)})` : text(one))).join(` ${cased('and')} `)
    if (filter.is === 'or') return filter.of.map(text).join(` ${cased('or')} `)
    const path = filter.attribute.extension ? pathOf(filter) : cased(pathOf(filter))
    if (filter.is === 'values') return `${cased(filter.attribute.name)}${whereText(filter.where)}`
    if (filter.is === 'present') return `${path} ${cased('pr')}`
    return `${path} ${cased(filter.by)} ${JSON.stringify(filter.to)}`
  }

  const chosen = (): Chosen => {
    const attribute = pick(ATTRIBUTES)
    return attribute.subs && maybe(0.5) ? { attribute, sub: pick(attribute.subs) } : { attribute }
  }
  const names = (list: readonly Chosen[]) => list.map(pathOf).join(',')

  /** The next request, over this many people. */
  return function next(people: number): Sample {
    const at = whole(people)
    const dice = random()
    if (dice < 0.06) return { kind: 'create', at, query: {}, body: resource() }
    if (dice < 0.08 && people > 20) return { kind: 'remove', at, query: {} }
    if (dice < 0.18) return { kind: 'put', at, query: {}, body: resource() }
    if (dice < 0.55) {
      const pairs = Array.from({ length: 1 + whole(3) }, operation)
      return {
        kind: 'patch',
        at,
        query: {},
        operations: pairs.map(([one]) => one),
        body: { schemas: [PATCH], Operations: pairs.map(([, one]) => one) },
      }
    }
    if (dice < 0.65) {
      const changes = Array.from({ length: 1 + whole(3) }, (): MemberChange => {
        const op = pick(['add', 'add', 'replace', 'remove', 'remove'] as const)
        if (op === 'remove' && maybe(0.1)) return { op }
        return {
          op,
          people: [...new Set(Array.from({ length: op === 'remove' ? 1 : 1 + whole(4) }, () => whole(people)))],
        }
      })
      return { kind: 'members', at, query: {}, changes, body: { schemas: [GROUP] } }
    }
    if (dice < 0.75) {
      const first = chosen()
      const others = maybe(0.5) ? [chosen()].filter((one) => one.attribute !== first.attribute) : []
      const list = [first, ...others]
      return maybe(0.5)
        ? { kind: 'read', at, only: list, query: { attributes: names(list) } }
        : { kind: 'read', at, except: list, query: { excludedAttributes: names(list) } }
    }
    if (dice < 0.93) {
      const filter = condition(2)
      return { kind: 'list', at, filter, query: { filter: text(filter), count: '200' } }
    }
    const sortBy = maybe(0.5)
      ? { attribute: ATTRIBUTES[0]! }
      : { attribute: pick(ATTRIBUTES.filter(({ kind }) => kind === 'text')) }
    const page =
      sortBy.attribute.name === 'userName' ? { startIndex: 1 + whole(people), count: 1 + whole(10) } : undefined
    return {
      kind: 'list',
      at,
      sortBy,
      ...(page && { page }),
      query: {
        sortBy: pathOf(sortBy),
        ...(maybe(0.5) && { sortOrder: pick(['ascending', 'descending']) }),
        ...(page ? { startIndex: String(page.startIndex), count: String(page.count) } : { count: '200' }),
      },
    }
  }
}
