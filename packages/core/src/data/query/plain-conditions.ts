import { inBoth, type NumberRange, rangesOf } from './ranges.ts'
import type { RowComparison, RowField, RowFieldType, RowTest } from './row-tests.ts'

/** A comparison with values, as `plinth.plain_values` evaluates it. */
export interface PlainTest {
  /** The column of the row, with the type that it must have: `uuid owner_id`. */
  readonly column: string
  /** The key of a custom field, whose values are in JSON. */
  readonly key?: string
  /** The column of the related row that is compared, if the column refers to one. */
  readonly of?: { readonly table: string; readonly column: string; readonly type: string }
  /** The values as texts, as PostgreSQL writes them. Without them, the ids of the rows that are shared. */
  readonly values?: readonly string[]
}

/** A comparison with ranges of numbers, dates or times. */
interface RangeTest extends Pick<PlainTest, 'column' | 'key'> {
  readonly ranges: readonly NumberRange[]
}

/** The same as `plinth.range_values` reads it: a multirange of numbers. */
interface StoredRange extends Pick<PlainTest, 'column' | 'key'> {
  readonly values: string
}

type LookedUp = PlainTest | RangeTest

/** Types whose equal values are equal as texts, and their names in PostgreSQL. */
const TYPES: Readonly<Partial<Record<RowFieldType, string>>> = {
  uuid: 'uuid',
  text: 'text',
  integer: 'int8',
  boolean: 'bool',
}

/** Types that are compared as numbers, and the numbers that values of them are: of dates and times, milliseconds since 1970. */
const NUMBERS: Readonly<Partial<Record<RowFieldType, (value: unknown) => number>>> = {
  integer: Number,
  decimal: Number,
  float: Number,
  custom: Number,
  instant: (value) => Date.parse(String(value)),
  date: (value) => Date.parse(String(value)),
}

/**
 * What is looked up, so that only few rows are read as JSON: up to two comparisons with values, and one with ranges. Both can be of
 * ids, and only the first one of anything else.
 */
export type PlainTests = (SufficientTests | NeededTests) & { readonly range?: StoredRange }

/** Each suffices. `isExact`: rows that satisfy none of them are hidden, so that no row is read. */
interface SufficientTests {
  readonly plain: readonly PlainTest[]
  readonly isExact: boolean
}

/** Rows that satisfy none of them are hidden; others are read. */
interface NeededTests {
  readonly needed: readonly PlainTest[]
}

/** The plain comparisons of a condition: those that decide it, otherwise those without which no row satisfies it. */
export function toPlain(test: RowTest): PlainTests {
  const { tests, isExact } = sufficientFor(test)
  const sufficient = [...tests.values()]
  const { values: plain, ...range } = lookedUp(sufficient)
  if (isExact && fits(sufficient)) return { plain, ...range, isExact }
  const needed = neededFor(test)
  if (!needed) return { plain, ...range, isExact: false }
  const { values, ...ofNeeded } = lookedUp(needed)
  return { needed: values, ...ofNeeded }
}

const isRange = (test: LookedUp): test is RangeTest => 'ranges' in test

/** Those that fit. Those of related rows come first, which are looked up one by one otherwise. */
function lookedUp(tests: readonly LookedUp[]): { readonly values: readonly PlainTest[]; readonly range?: StoredRange } {
  const [first, ...more] = tests
    .filter((one): one is PlainTest => !isRange(one))
    .toSorted((a, b) => Number(!a.of) - Number(!b.of))
  const second = more.find((one) => isOfId(first!) || isOfId(one))
  const values = [first, second].filter((one) => one !== undefined)
  const range = tests.find(isRange)
  return {
    values: values.toSorted((a, b) => Number(isOfId(a)) - Number(isOfId(b))),
    ...(range && { range: toStored(range) }),
  }
}

function fits(tests: readonly LookedUp[]): boolean {
  const { values, range } = lookedUp(tests)
  return values.length + (range ? 1 : 0) === tests.length
}

/** Comparisons of which every row that satisfies the condition satisfies one; undefined if they are unknown, or too many. */
function neededFor(test: RowTest): readonly LookedUp[] | undefined {
  if ('all' in test) {
    const each = test.all.map(neededFor).filter((tests) => tests !== undefined)
    return together(each).toSorted((a, b) => a.length - b.length || sizeOf(a) - sizeOf(b))[0]
  }
  if (!('any' in test)) {
    const [plain] = sufficientFor(test).tests.values()
    return plain && [plain]
  }
  const each = test.any.map(neededFor)
  if (each.some((tests) => tests === undefined)) return undefined
  const tests = each.flat().map((plain) => new Map([[keyOf(plain!), plain!]]))
  const all = [...tests.reduce(united, new Map()).values()]
  return fits(all) ? all : undefined
}

/** Single comparisons of one column as one: what is between two bounds. */
function together(each: readonly (readonly LookedUp[])[]): readonly (readonly LookedUp[])[] {
  const single = new Map<string, LookedUp>()
  for (const [one] of each.filter(({ length }) => length === 1)) {
    const key = keyOf(one!)
    const former = single.get(key)
    single.set(key, former ? inCommon(former, one!) : one!)
  }
  return [...each.filter(({ length }) => length !== 1), ...[...single.values()].map((one) => [one])]
}

/** Values are expected to leave fewer rows than a range. */
const RANGE_SIZE = 1_000

const sizeOf = (tests: readonly LookedUp[]) =>
  tests.reduce((sum, test) => sum + (isRange(test) ? RANGE_SIZE : (test.values?.length ?? 0)), 0)

const isOfId = ({ column }: PlainTest) => column.startsWith('uuid ')

/** Whether every row satisfies a condition. */
export function isAlways(test: RowTest): boolean {
  if ('all' in test) return test.all.every(isAlways)
  return 'any' in test && test.any.some(isAlways)
}

interface Sufficient {
  /** By what they compare. */
  readonly tests: ReadonlyMap<string, LookedUp>
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
  const plain = toPlainTest(test) ?? toRangeTest(test)
  if (!plain) return { tests: new Map(), isExact: false }
  return { tests: new Map([[keyOf(plain), plain]]), isExact: true }
}

/** What a comparison is about. */
function keyOf(test: LookedUp): string {
  if (isRange(test)) return JSON.stringify(['range', test.column, test.key])
  return test.values ? JSON.stringify([test.column, test.key, test.of]) : 'shared'
}

function toPlainTest({ field, operator, value }: RowComparison): PlainTest | undefined {
  if (operator !== '=' && operator !== 'in') return undefined
  if (field.type === 'custom' && !field.of) {
    const values = [value].flat()
    if (values.some((one) => typeof one === 'number')) return undefined
    return { ...namesOf(field), values: values.map((one) => JSON.stringify(one)) }
  }
  const type = TYPES[field.type]
  if (type === undefined) return undefined
  const values = [value].flat().map(String)
  if (!field.of) return { ...namesOf(field), values }
  return { column: `uuid ${field.of.column}`, of: { table: field.of.table, column: field.column, type }, values }
}

function toRangeTest({ field, operator, value }: RowComparison): RangeTest | undefined {
  const toNumber = field.of ? undefined : NUMBERS[field.type]
  const values = [value].flat()
  if (!toNumber || (field.type === 'custom' && values.some((one) => typeof one !== 'number'))) return undefined
  const ranges = rangesOf(operator, values.map(toNumber))
  return ranges && { ...namesOf(field), ranges }
}

const namesOf = ({ type, column, key }: RowField) => ({
  column: `${type} ${column}`,
  ...(key !== undefined && { key }),
})

/** Without a bound, what is not finite is left out of numbers, which are none in JSON, and not of dates and times. */
function toStored({ column, key, ranges }: RangeTest): StoredRange {
  const isTime = /^(?:instant|date) /.test(column)
  const bound = (value: number) => {
    if (Number.isFinite(value)) return isTime ? `${value}e-3` : String(value)
    return isTime ? '' : String(value)
  }
  const values = ranges.map(
    ({ from, to, withFrom, withTo }) => `${withFrom ? '[' : '('}${bound(from)},${bound(to)}${withTo ? ']' : ')'}`,
  )
  return { column, ...(key !== undefined && { key }), values: `{${values.join()}}` }
}

const union = (one: Sufficient, other: Sufficient): Sufficient => ({
  tests: united(one.tests, other.tests),
  isExact: one.isExact && other.isExact,
})

/** Those of both, with the values of both. */
function united(
  one: ReadonlyMap<string, LookedUp>,
  other: ReadonlyMap<string, LookedUp>,
): ReadonlyMap<string, LookedUp> {
  const tests = new Map(one)
  for (const [key, test] of other) {
    const found = tests.get(key)
    tests.set(key, found ? ofBoth(found, test) : test)
  }
  return tests
}

/** Two comparisons of the same as one, of which a row satisfies one. */
function ofBoth(one: LookedUp, other: LookedUp): LookedUp {
  if (isRange(one) && isRange(other)) return { ...one, ranges: [...one.ranges, ...other.ranges] }
  if (isRange(one) || isRange(other) || !one.values || !other.values) return one
  return { ...one, values: [...new Set([...one.values, ...other.values])] }
}

/** Two comparisons of the same as one, of which a row satisfies both. */
function inCommon(one: LookedUp, other: LookedUp): LookedUp {
  if (isRange(one) && isRange(other)) return { ...one, ranges: inBoth(one.ranges, other.ranges) }
  if (isRange(one) || isRange(other) || !one.values || !other.values) return one
  const values = new Set(other.values)
  return { ...one, values: one.values.filter((value) => values.has(value)) }
}

function intersection(one: Sufficient, other: Sufficient): Sufficient {
  const tests = new Map<string, LookedUp>()
  for (const [key, test] of one.tests) {
    const found = other.tests.get(key)
    if (!found) continue
    const common = inCommon(test, found)
    if (!isNothing(common)) tests.set(key, common)
  }
  // Two comparisons of different columns can both be satisfied.
  const [key] = one.tests.keys()
  const isOfOne = one.tests.size === 1 && other.tests.size === 1 && other.tests.has(key!)
  return { tests, isExact: isOfOne && one.isExact && other.isExact }
}

const isNothing = (test: LookedUp) => (isRange(test) ? test.ranges.length === 0 : test.values?.length === 0)
