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

/** What is looked up, so that only few rows are read as JSON: up to two comparisons. Both can be of ids, and only the first one of anything else. */
export type PlainTests =
  /** Each suffices. `isExact`: rows that satisfy none of them are hidden, so that no row is read. */
  | { readonly plain: readonly PlainTest[]; readonly isExact: boolean }
  /** Rows that satisfy none of them are hidden; others are read. */
  | { readonly needed: readonly PlainTest[] }

/** The plain comparisons of a condition: those that decide it, otherwise those without which no row satisfies it. */
export function toPlain(test: RowTest): PlainTests {
  const { tests, isExact } = sufficientFor(test)
  const sufficient = [...tests.values()]
  const plain = lookedUp(sufficient)
  if (isExact && plain.length === sufficient.length) return { plain, isExact }
  const needed = neededFor(test)
  return needed ? { needed: lookedUp(needed) } : { plain, isExact: false }
}

/** Those that fit. Those of related rows come first, which are looked up one by one otherwise. */
function lookedUp(tests: readonly PlainTest[]): readonly PlainTest[] {
  const [first, ...more] = tests.toSorted((a, b) => Number(!a.of) - Number(!b.of))
  const second = more.find((one) => isOfId(first!) || isOfId(one))
  return [first, second].filter((one) => one !== undefined).toSorted((a, b) => Number(isOfId(a)) - Number(isOfId(b)))
}

/** Comparisons of which every row that satisfies the condition satisfies one; undefined if they are unknown, or too many. */
function neededFor(test: RowTest): readonly PlainTest[] | undefined {
  if ('all' in test) {
    const each = test.all.map(neededFor).filter((tests) => tests !== undefined)
    return each.toSorted((a, b) => a.length - b.length || valuesIn(a) - valuesIn(b))[0]
  }
  if (!('any' in test)) {
    const [plain] = sufficientFor(test).tests.values()
    return plain && [plain]
  }
  const each = test.any.map(neededFor)
  if (each.some((tests) => tests === undefined)) return undefined
  const tests = each.flat().map((plain) => new Map([[keyOf(plain!), plain!]]))
  const all = [...tests.reduce(united, new Map()).values()]
  return lookedUp(all).length === all.length ? all : undefined
}

const valuesIn = (tests: readonly PlainTest[]) => tests.reduce((sum, { values }) => sum + (values?.length ?? 0), 0)

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
  return { tests: new Map([[keyOf(plain), plain]]), isExact: true }
}

/** What a comparison is about. */
const keyOf = ({ column, of, values }: PlainTest) => (values ? JSON.stringify([column, of]) : 'shared')

function toPlainTest({ field, operator, value }: RowComparison): PlainTest | undefined {
  const type = TYPES[field.type]
  if (type === undefined || (operator !== '=' && operator !== 'in')) return undefined
  const values = [value].flat().map(String)
  if (!field.of) return { column: `${field.type} ${field.column}`, values }
  return { column: `uuid ${field.of.column}`, of: { table: field.of.table, column: field.column, type }, values }
}

const union = (one: Sufficient, other: Sufficient): Sufficient => ({
  tests: united(one.tests, other.tests),
  isExact: one.isExact && other.isExact,
})

/** Those of both, with the values of both. */
function united(
  one: ReadonlyMap<string, PlainTest>,
  other: ReadonlyMap<string, PlainTest>,
): ReadonlyMap<string, PlainTest> {
  const tests = new Map(one)
  for (const [key, plain] of other) {
    const values = new Set([...(tests.get(key)?.values ?? []), ...(plain.values ?? [])])
    tests.set(key, { ...plain, ...(plain.values && { values: [...values] }) })
  }
  return tests
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
