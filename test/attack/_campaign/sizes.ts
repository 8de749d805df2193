import type { WireRequest } from '../../../packages/testing/src/route-request.ts'

/** A request that is larger in one place. */
export interface Enlarged {
  /** What is large: `body.members 10,000`. */
  readonly what: string
  readonly make: () => WireRequest
}

/** A body may have a million bytes. */
const ROOM = 980_000
const COUNTS = [100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 400_000]
const LENGTHS = [255, 500, 1_000, 2_000, 4_000, 10_000, 16_000, 50_000, 100_000, 950_000]
const FILLS = ['a', ' ', 'a ', '(a', '\u00e4']

/**
 * The request with each list as long, each text as long, and each object as large as somewhere between a hundred members and a whole
 * body, so that one of them is right below whatever the limit is.
 */
export function enlarge(wire: WireRequest): Enlarged[] {
  const value = toValue(wire.body)
  const inBody = placesIn(value).flatMap(({ path, at, put }) =>
    sizesOf(at).map(({ size, make }): Enlarged => ({
      what: `${path} ${size}`,
      make: () => ({ ...wire, body: JSON.stringify(put(make())) }),
    })),
  )
  const [path = '', search = ''] = wire.path.split('?')
  const pairs = [...new URLSearchParams(search)]
  const inQuery = pairs.flatMap(([name = ''], index) =>
    [255, 2_000, 8_000].flatMap((length) =>
      [...FILLS, 'a,', '1,', '(', 'a eq "b" or '].map((fill): Enlarged => ({
        what: `?${name} ${length} of ${JSON.stringify(fill)}`,
        make: () => ({
          ...wire,
          path: `${path}?${new URLSearchParams(pairs.with(index, [name, filled(fill, length)]))}`,
        }),
      })),
    ),
  )
  return [...inBody, ...inQuery]
}

/** Bodies of a million bytes that cost most to read, whatever the route expects. */
export function wholeBodies(wire: WireRequest): Enlarged[] {
  const value = toValue(wire.body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const before = JSON.stringify(value).slice(0, -1)
  const joined = before === '{' ? before : `${before},`
  const more: Readonly<Record<string, () => string>> = {
    numbers: () => `"plinthUnknown":[${'0,'.repeat(ROOM / 2 - 100)}0]}`,
    'numbers beside a long one': () => `"plinthUnknown":[12345678901234567,${'0,'.repeat(ROOM / 2 - 100)}0]}`,
    'long numbers': () => `"plinthUnknown":[${'12345678901234567,'.repeat(ROOM / 18 - 10)}0]}`,
    'numbers that are too large': () => `"plinthUnknown":[${'1e999,'.repeat(ROOM / 6 - 20)}0]}`,
    'texts beside a long number': () => `"plinthUnknown":[12345678901234567,${'"",'.repeat(ROOM / 3 - 100)}0]}`,
    objects: () => `"__proto__":1,"plinthUnknown":[${'{},'.repeat(ROOM / 3 - 100)}{}]}`,
    lists: () => `"plinthUnknown":[${'[],'.repeat(ROOM / 3 - 100)}[]]}`,
    members: () => `${numbered(85_000, (index) => `"${index.toString(36)}":0`)},"constructor":0}`,
    'members of one': () => `"plinthUnknown":{${numbered(85_000, (index) => `"k${index.toString(36)}":0`)}}}`,
    'members of five': () =>
      numbered(5, (part) => `"u${part}":{${numbered(9_900, (index) => `"k${index.toString(36)}":0`)}}`) + '}',
    indexes: () => `"plinthUnknown":{${numbered(9_900, (index) => `"${4_294_967_294 - index * 65_537}":0`)}}}`,
    'most members': () => numbered(9_000, (index) => `"${index.toString(36).padEnd(80, 'x')}":0`) + '}',
    'most custom names': () => numbered(9_000, (index) => `"cf_${index.toString(36)}":0`) + '}',
    'custom values': () => `"customFields":{${numbered(85_000, (index) => `"k${index.toString(36)}":0`)}}}`,
    'custom names': () => numbered(70_000, (index) => `"cf_${index.toString(36)}":0`) + '}',
    escapes: () => `"plinthUnknown":"${'\\u0061'.repeat(ROOM / 6 - 100)}"}`,
    depth: () => `"plinthUnknown":[${`${'['.repeat(90)}${']'.repeat(90)},`.repeat(ROOM / 181 - 10)}0]}`,
  }
  return Object.entries(more).map(([what, text]) => ({ what, make: () => ({ ...wire, body: joined + text() }) }))
}

const numbered = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(',')
const filled = (fill: string, length: number) => fill.repeat(Math.ceil(length / fill.length)).slice(0, length)

interface Place {
  readonly path: string
  readonly at: unknown
  /** The whole value with something else in this place. */
  readonly put: (value: unknown) => unknown
}

function placesIn(value: unknown, path = 'body', put: Place['put'] = (changed) => changed): Place[] {
  const own = { path, at: value, put }
  if (typeof value === 'string') return [own]
  if (Array.isArray(value))
    return [
      own,
      ...value.slice(0, 1).flatMap((one) => placesIn(one, `${path}[]`, (changed) => put(value.with(0, changed)))),
    ]
  if (typeof value !== 'object' || value === null) return []
  return [
    own,
    ...Object.entries(value).flatMap(([name, one]) =>
      placesIn(one, `${path}.${name}`, (changed) => put({ ...value, [name]: changed })),
    ),
  ]
}

function sizesOf(at: unknown): { readonly size: string; readonly make: () => unknown }[] {
  if (typeof at === 'string')
    return LENGTHS.flatMap((length, index) =>
      // All of them at the most common limits, and for each length another one.
      (length <= 2_000 ? FILLS : [FILLS[index % FILLS.length]!]).map((fill) => ({
        size: `${length} of ${JSON.stringify(fill)}`,
        make: () => filled(fill, length),
      })),
    )
  if (Array.isArray(at)) {
    const examples = at.length > 0 ? at : ['a']
    const most = Math.floor(ROOM / (JSON.stringify(examples).length / examples.length + 12))
    return COUNTS.filter((count) => count <= most)
      .concat(most)
      .map((count) => ({
        size: `${count} items`,
        make: () => Array.from({ length: count }, (_, index) => numberedCopy(examples[index % examples.length], index)),
      }))
  }
  return COUNTS.slice(0, -1).map((count) => ({
    size: `${count} members`,
    make: () => ({
      ...(at as object),
      ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'a'])),
    }),
  }))
}

/** Another one like it, since lists often lose what occurs twice. */
function numberedCopy(example: unknown, index: number): unknown {
  if (typeof example === 'string')
    return /^[0-9a-f]{8}-/.test(example)
      ? example.slice(0, -8) + index.toString(16).padStart(8, '0')
      : `${example}${index}`
  if (typeof example === 'number') return example + index
  if (Array.isArray(example) || typeof example !== 'object' || example === null) return example
  return Object.fromEntries(
    Object.entries(example).map(([name, value], member) => [name, member === 0 ? numberedCopy(value, index) : value]),
  )
}

/** The body as a value, if it is JSON. */
function toValue(body: WireRequest['body']): unknown {
  if (typeof body !== 'string') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
