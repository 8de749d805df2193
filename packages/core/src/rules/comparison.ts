import { badInput } from '../errors.ts'
import { currencyFault } from './amounts.ts'
import { type Fact, fieldFact, type RuleRun, tokenFact } from './facts.ts'
import { isOperatorName, type Operator, OPERATORS, type OperatorName } from './operators.ts'
import { toPattern } from './regex-cache.ts'
import { type DecidedComparison, faultOf, mayBeDate } from './deciding-comparison.ts'
import { isNullish, toInstant } from './values.ts'

/** The parts of a comparison. `valueField` is either absent or not empty. */
export interface ComparisonParts {
  readonly field: string
  readonly operator: string
  readonly value: unknown
  readonly valueField?: string | undefined
}

/**
 * Compiles a comparison to a closure, or to its verdict if that does not depend on the data. Returns `undefined` for an unknown
 * operator.
 */
export function compileComparison(parts: ComparisonParts): ((run: RuleRun) => boolean) | boolean | undefined {
  const { field, operator, value, valueField } = parts
  if (!isOperatorName(operator)) return undefined
  const left = fieldFact(field)
  const decide: Operator = OPERATORS[operator]
  const right = valueField === undefined ? tokenFact(value) : fieldFact(valueField)
  if (right) {
    return (run) => {
      if (valueField !== undefined && run.amounts) assertComparable(run, field, valueField)
      const [actual, expected] = [left.read(run), right.read(run)]
      if (run.isDeciding) note(run, { operator, left: actual, right: expected, isConstant: false })
      return decide(actual, expected, run.meter)
    }
  }
  const verdict = verdictWithout(operator, value)
  if (verdict !== undefined) return verdict
  const decideOn = againstConstant(operator, value)
  return specialized({ left, operator, value, decideOn }) ?? ((run) => decideOn(left.read(run), run))
}

/** The comparison with a constant, for values that the faster closures do not expect. */
function againstConstant(operator: OperatorName, value: unknown) {
  const decide: Operator = OPERATORS[operator]
  return (actual: unknown, run: RuleRun): boolean => {
    if (run.isDeciding) note(run, { operator, left: actual, right: value, isConstant: true })
    return decide(actual, value, run.meter)
  }
}

/** Throws for amounts in two currencies, of which neither is more: the rule then fails, whatever it is for. */
function assertComparable(run: RuleRun, field: string, other: string): void {
  const fault = currencyFault(run, field, other)
  if (fault !== undefined) throw badInput(fault)
}

/** Notes that a verdict may be none, so that the condition is decided again in three values. */
function note(run: RuleRun, compared: DecidedComparison): void {
  if (faultOf(compared, run.meter)) run.isDoubtful = true
}

/** The verdict if the constant on the right side alone decides it. */
function verdictWithout(operator: OperatorName, value: unknown): boolean | undefined {
  if (operator === 'IN' && !(Array.isArray(value) && value.length > 0)) return false
  if (operator === 'NOT_IN' && !(Array.isArray(value) && value.length > 0)) return true
  if ((operator === 'STARTS_WITH' || operator === 'ENDS_WITH' || operator === 'MATCHES') && isNullish(value))
    return false
  if (operator === 'MATCHES' && typeof value === 'string' && toPattern(value).kind === 'never') return false
  return undefined
}

interface ConstantComparison {
  readonly left: Fact
  readonly operator: OperatorName
  readonly value: unknown
  /** Decides on a value of any other type. */
  readonly decideOn: (actual: unknown, run: RuleRun) => boolean
}

/** Faster closures for common comparisons: they check the types and fall back to the operator. */
function specialized(compared: ConstantComparison): ((run: RuleRun) => boolean) | undefined {
  const { operator, value } = compared
  if (typeof value === 'number') return againstNumber({ ...compared, value })
  if (typeof value === 'string') return againstText({ ...compared, value })
  if (typeof value === 'boolean') return againstBoolean({ ...compared, value })
  if (operator === 'IN' || operator === 'NOT_IN') return againstList(compared)
  return undefined
}

function againstNumber({ left, operator, value, decideOn }: ConstantComparison & { readonly value: number }) {
  const sign = SIGNS[operator]
  const equality = operator === '=' || operator === '=='
  if (!sign && !equality && operator !== '!=') return undefined
  const fast = sign ?? (equality ? (difference: number) => difference === 0 : (difference: number) => difference !== 0)
  return (run: RuleRun) => {
    const actual = left.read(run)
    return typeof actual === 'number' ? fast(actual - value) : decideOn(actual, run)
  }
}

function againstText({ left, operator, value, decideOn }: ConstantComparison & { readonly value: string }) {
  if (value.length > MAX_FAST_TEXT) return undefined
  const instant = toInstant(value)
  const text = (fast: (actual: string) => boolean) => (run: RuleRun) => {
    const actual = left.read(run)
    return typeof actual === 'string' ? fast(actual) : decideOn(actual, run)
  }
  if ((operator === '=' || operator === '==' || operator === '!=') && mayBeDate(value)) return undefined
  if (operator === '=' || operator === '==') return text((actual) => actual === value)
  if (operator === '!=') return text((actual) => actual !== value)
  const sign = SIGNS[operator]
  if (!sign || Number.isNaN(instant)) return undefined
  return (run: RuleRun) => {
    const actual = left.read(run)
    const difference = toInstant(actual) - instant
    return Number.isNaN(difference) ? decideOn(actual, run) : sign(difference)
  }
}

function againstBoolean({ left, operator, value, decideOn }: ConstantComparison & { readonly value: boolean }) {
  if (operator !== '=' && operator !== '==' && operator !== '!=') return undefined
  const negated = operator === '!='
  return (run: RuleRun) => {
    const actual = left.read(run)
    return typeof actual === 'boolean' ? (actual === value) !== negated : decideOn(actual, run)
  }
}

function againstList({ left, operator, value, decideOn }: ConstantComparison) {
  const type = listType(value)
  if (!type || (value as readonly unknown[]).some(mayBeDate)) return undefined
  const members = new Set(value as readonly unknown[])
  const isListed = operator === 'IN'
  return (run: RuleRun) => {
    const actual = left.read(run)
    return typeof actual === type ? members.has(actual) === isListed : decideOn(actual, run)
  }
}

/** The type shared by all elements. Lists of mixed types are compared element by element. */
function listType(value: unknown): 'string' | 'number' | undefined {
  if (!Array.isArray(value)) return undefined
  if (value.every((item) => typeof item === 'string')) return 'string'
  return value.every((item) => typeof item === 'number') ? 'number' : undefined
}

const MAX_FAST_TEXT = 1000
const SIGNS: Readonly<Partial<Record<OperatorName, (difference: number) => boolean>>> = {
  '>': (difference) => difference > 0,
  '>=': (difference) => difference >= 0,
  '<': (difference) => difference < 0,
  '<=': (difference) => difference <= 0,
}
