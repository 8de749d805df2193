import { type Literal, waysTo, waysToBoth } from './literals.ts'
import { Meter } from './meter.ts'
import { OPERATORS } from './operators.ts'
import { type FieldType, samplesFor } from './samples.ts'

/** Whether something can happen: `yes` if an example was found, `no` if it was proven impossible, otherwise `unknown`. */
export type Possibility = 'yes' | 'no' | 'unknown'

/** A condition and the outcome that it should have. */
export interface Constraint {
  readonly condition: unknown
  readonly holds: boolean
}

/** The field types of an entity type, by path. */
export type FieldTypes = Readonly<Record<string, FieldType>>

/** Maximum steps of one question, and of all questions about a list of rules: a few milliseconds, and a second. */
const QUESTION = 50_000
const ALL_QUESTIONS = 10_000_000

/** Answers whether constraints are satisfiable, within a budget. Questions that exceed it are answered with `unknown`. */
export class Questions {
  /** Set when the budget is spent: every further answer is `unknown`. */
  isSpent = false
  readonly #meter = new Meter(QUESTION, ALL_QUESTIONS)

  /** Whether any data satisfies all constraints at once. */
  canHold(constraints: readonly Constraint[], fields: FieldTypes = {}): Possibility {
    this.isSpent ||= !this.#meter.next()
    return this.isSpent ? 'unknown' : canHold(constraints, { fields, meter: this.#meter })
  }
}

interface Knowledge {
  readonly fields: FieldTypes
  readonly meter: Meter
}

function canHold(constraints: readonly Constraint[], known: Knowledge): Possibility {
  const { meter } = known
  try {
    return decide(constraints, known)
  } catch (error) {
    if (meter.left < 0) return 'unknown'
    throw error
  }
}

function decide(constraints: readonly Constraint[], known: Knowledge): Possibility {
  const { meter } = known
  let ways: readonly (readonly Literal[])[] | undefined = [[]]
  for (const { condition, holds } of constraints) ways = waysToBoth(ways, waysTo(condition, holds, meter), meter)
  if (!ways) return 'unknown'
  let answer: Possibility = 'no'
  for (const way of ways) {
    const here = canHoldTogether(way, known)
    if (here === 'yes') return 'yes'
    if (here === 'unknown') answer = 'unknown'
  }
  return answer
}

function canHoldTogether(literals: readonly Literal[], { fields, meter }: Knowledge): Possibility {
  const groups = Map.groupBy(literals, ({ field, other }) => (other === undefined ? field : pairOf(field, other)))
  let answer: Possibility = overlaps(literals, meter) ? 'unknown' : 'yes'
  for (const group of groups.values()) {
    const { field, other } = group[0]!
    const here = other === undefined ? canFieldHold(group, meter, fields[field]) : canRelationHold(group, meter)
    if (here === 'no') return 'no'
    if (here === 'unknown') answer = 'unknown'
  }
  return answer
}

function canFieldHold(literals: readonly Literal[], meter: Meter, type?: FieldType): Possibility {
  for (const { value } of literals) meter.charge(SAMPLE * sizeOf(value))
  const { values, complete } = samplesFor(literals, type)
  if (values.some((value) => literals.every((literal) => holdsFor(literal, value, meter)))) return 'yes'
  if (complete) return 'no'
  return hasContradiction(literals, meter) ? 'no' : 'unknown'
}

/** The approximate number of constants in a comparison; long texts count as several. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / 50
  return Array.isArray(value) ? value.reduce<number>((sum, member) => sum + sizeOf(member), 1) : 1
}

function holdsFor({ operator, value, holds }: Literal, actual: unknown, meter: Meter): boolean {
  try {
    meter.charge(1)
    return OPERATORS[operator](actual, value, meter) === holds
  } catch (error) {
    if (meter.left < 0) throw error
    return false
  }
}

/** Comparisons of the same two operands: each allows some of the possible signs of their order. */
function canRelationHold(literals: readonly Literal[], meter: Meter): Possibility {
  let signs = '-0+'
  for (const { field, operator, other, holds } of literals) {
    const allowed = SIGNS[operator]
    if (!allowed) continue
    const oriented = field < other! ? allowed : MIRRORED[allowed]!
    signs = [...signs].filter((sign) => oriented.includes(sign) === holds).join('')
  }
  return signs === '' || hasContradiction(literals, meter) ? 'no' : 'unknown'
}

function hasContradiction(literals: readonly Literal[], meter: Meter): boolean {
  for (const { value } of literals) meter.charge(literals.length * sizeOf(value))
  return literals.some((one, index) =>
    literals.slice(index + 1).some((two) => contradict(one, two) || contradict(two, one)),
  )
}

function contradict(one: Literal, two: Literal): boolean {
  const sameSides = one.field === two.field && one.other === two.other
  if (sameSides && one.operator === two.operator && JSON.stringify(one.value) === JSON.stringify(two.value))
    return one.holds !== two.holds
  if (!one.holds || typeof one.value !== 'string') return false
  const starts = one.operator === 'STARTS_WITH'
  if (!starts && one.operator !== 'ENDS_WITH') return false
  if (two.operator === 'IS_EMPTY') return two.holds && one.value.trim() !== '' && !/[[\]]/.test(one.value)
  if (two.operator !== one.operator || typeof two.value !== 'string') return false
  const covers = (text: string, part: string) => (starts ? text.startsWith(part) : text.endsWith(part))
  return two.holds ? !covers(one.value, two.value) && !covers(two.value, one.value) : covers(one.value, two.value)
}

/** True if fields contain one another or are compared with one another, so that their values cannot be chosen independently. */
function overlaps(literals: readonly Literal[], meter: Meter): boolean {
  const fields = [...new Set(literals.map(({ field }) => field))].sort()
  meter.charge(literals.length + fields.length ** 2)
  return (
    literals.some(({ other }) => other !== undefined) ||
    fields.some((field) => fields.some((deeper) => deeper.startsWith(`${field}.`)))
  )
}

function pairOf(field: string, other: string): string {
  return JSON.stringify([field, other].sort())
}

/** The cost of creating the sample values around a constant, in steps. */
const SAMPLE = 10
const SIGNS: Readonly<Partial<Record<Literal['operator'], string>>> = { '>': '+', '>=': '0+', '<': '-', '<=': '-0' }
const MIRRORED: Readonly<Record<string, string>> = { '+': '-', '0+': '-0', '-': '+', '-0': '0+' }
