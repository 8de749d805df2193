import type { RowComparison, RowFieldType, RowTest } from './row-tests.ts'

/** A comparison that suffices for a row to be read, as `plinth.plain_values` evaluates it. */
export interface PlainTest {
  /** The column of the row, with the type that it must have: `uuid owner_id`. */
  readonly column: string
  /** The column of the related row that is compared, if the column refers to one. */
  readonly of?: { readonly table: string; readonly column: string; readonly type: string }
  /** The values as texts, as PostgreSQL writes them. Without them, the ids of the rows that are shared. */
  readonly values?: readonly string[]
}

/** Types whose equal values are equal as texts, and their names in PostgreSQL. */
const TYPES: Readonly<Partial<Record<RowFieldType, string>>> = {
  uuid: 'uuid',
  text: 'text',
  integer: 'int8',
  boolean: 'bool',
}

/** What is looked up instead of reading rows as JSON. */
export interface PlainTests {
  /** Up to two, of which each suffices. Both can be of ids, and only the first one of anything else. */
  readonly plain: readonly PlainTest[]
  /** Whether a row has to satisfy one of them, so that all others are hidden without reading them. */
  readonly isExact: boolean
}

/** The plain comparisons of a condition. Those of related rows come first, which are looked up one by one otherwise. */
export function toPlain(test: RowTest): PlainTests {
  const { tests, isExact } = sufficientFor(test)
  const all = [...tests.values()].toSorted((a, b) => Number(!a.of) - Number(!b.of))
  const [first, ...more] = all
  const second = more.find((one) => isOfId(first!) || isOfId(one))
  const plain = [first, second].filter((one) => one !== undefined)
  return {
    plain: plain.toSorted((a, b) => Number(isOfId(a)) - Number(isOfId(b))),
    isExact: isExact && plain.length === all.length,
  }
}

const isOfId = ({ column }: PlainTest) => column.startsWith('uuid ')

/** Whether every row satisfies a condition. */
export function isAlways(test: RowTest): boolean {
  if ('all' in test) return test.all.every(isAlways)
  return 'any' in test && test.any.some(isAlways)
}

interface Sufficient {
  /** By what they compare. */
  readonly tests: ReadonlyMap<string, PlainTest>
  /** Whether a row that satisfies none of them does not satisfy the condition. */
  readonly isExact: boolean
}

function sufficientFor(test: RowTest): Sufficient {
  if ('any' in test) return test.any.map(sufficientFor).reduce(union, { tests: new Map(), isExact: true })
  if ('all' in test) {
    const [first, ...more] = test.all.filter((one) => !isAlways(one)).map(sufficientFor)
    return more.reduce(intersection, first ?? { tests: new Map(), isExact: false })
  }
  if ('shared' in test) return { tests: new Map([['shared', { column: 'uuid id' }]]), isExact: true }
  const plain = toPlainTest(test)
  if (!plain) return { tests: new Map(), isExact: false }
  return { tests: new Map([[JSON.stringify([plain.column, plain.of]), plain]]), isExact: true }
}

function toPlainTest({ field, operator, value }: RowComparison): PlainTest | undefined {
  const type = TYPES[field.type]
  if (type === undefined || (operator !== '=' && operator !== 'in')) return undefined
  const values = [value].flat().map(String)
  if (!field.of) return { column: `${field.type} ${field.column}`, values }
  return { column: `uuid ${field.of.column}`, of: { table: field.of.table, column: field.column, type }, values }
}

function union(one: Sufficient, other: Sufficient): Sufficient {
  const tests = new Map(one.tests)
  for (const [key, plain] of other.tests) {
    const values = new Set([...(tests.get(key)?.values ?? []), ...(plain.values ?? [])])
    tests.set(key, { ...plain, ...(plain.values && { values: [...values] }) })
  }
  return { tests, isExact: one.isExact && other.isExact }
}

function intersection(one: Sufficient, other: Sufficient): Sufficient {
  const tests = new Map<string, PlainTest>()
  for (const [key, plain] of one.tests) {
    const found = other.tests.get(key)
    if (!found) continue
    const values = plain.values?.filter((value) => found.values?.includes(value))
    if (values?.length !== 0) tests.set(key, { ...plain, ...(values && { values }) })
  }
  // Two comparisons of different columns can both be satisfied.
  const [key] = one.tests.keys()
  const isOfOne = one.tests.size === 1 && other.tests.size === 1 && other.tests.has(key!)
  return { tests, isExact: isOfOne && one.isExact && other.isExact }
}
