import { type Fact, fieldFact, type RuleRun, tokenFact } from './facts.ts'
import { isOperatorName, type Operator, OPERATORS, type OperatorName } from './operators.ts'
import { toPattern } from './regex-cache.ts'
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
  if (right) return (run) => decide(left.read(run), right.read(run), run.meter)
  const verdict = verdictWithout(operator, value)
  if (verdict !== undefined) return verdict
  return specialized({ left, operator, value }) ?? ((run) => decide(left.read(run), value, run.meter))
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
}

/** Faster closures for common comparisons: they check the types and fall back to the operator. */
function specialized({ left, operator, value }: ConstantComparison): ((run: RuleRun) => boolean) | undefined {
  if (typeof value === 'number') return againstNumber({ left, operator, value })
  if (typeof value === 'string') return againstText({ left, operator, value })
  if (typeof value === 'boolean') return againstBoolean({ left, operator, value })
  if (operator === 'IN' || operator === 'NOT_IN') return againstList({ left, operator, value })
  return undefined
}

function againstNumber({ left, operator, value }: ConstantComparison & { readonly value: number }) {
  const decide: Operator = OPERATORS[operator]
  const sign = SIGNS[operator]
  const equality = operator === '=' || operator === '=='
  if (!sign && !equality && operator !== '!=') return undefined
  const fast = sign ?? (equality ? (difference: number) => difference === 0 : (difference: number) => difference !== 0)
  return (run: RuleRun) => {
    const actual = left.read(run)
    return typeof actual === 'number' ? fast(actual - value) : decide(actual, value, run.meter)
  }
}

function againstText({ left, operator, value }: ConstantComparison & { readonly value: string }) {
  const decide: Operator = OPERATORS[operator]
  if (value.length > MAX_FAST_TEXT) return undefined
  const instant = toInstant(value)
  const text = (fast: (actual: string) => boolean) => (run: RuleRun) => {
    const actual = left.read(run)
    return typeof actual === 'string' ? fast(actual) : decide(actual, value, run.meter)
  }
  if (operator === '=' || operator === '==') return text((actual) => actual === value)
  if (operator === '!=') return text((actual) => actual !== value)
  const sign = SIGNS[operator]
  if (!sign || Number.isNaN(instant)) return undefined
  return (run: RuleRun) => {
    const actual = left.read(run)
    const difference = toInstant(actual) - instant
    return Number.isNaN(difference) ? decide(actual, value, run.meter) : sign(difference)
  }
}

function againstBoolean({ left, operator, value }: ConstantComparison & { readonly value: boolean }) {
  if (operator !== '=' && operator !== '==' && operator !== '!=') return undefined
  const decide: Operator = OPERATORS[operator]
  const negated = operator === '!='
  return (run: RuleRun) => {
    const actual = left.read(run)
    return typeof actual === 'boolean' ? (actual === value) !== negated : decide(actual, value, run.meter)
  }
}

function againstList({ left, operator, value }: ConstantComparison) {
  const type = listType(value)
  if (!type) return undefined
  const decide: Operator = OPERATORS[operator]
  const members = new Set(value as readonly unknown[])
  const isListed = operator === 'IN'
  return (run: RuleRun) => {
    const actual = left.read(run)
    return typeof actual === type ? members.has(actual) === isListed : decide(actual, value, run.meter)
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
