import { bytesOf, createByteCache } from '../byte-cache.ts'
import { badInput } from '../errors.ts'
import { isGroup, valueFieldOf } from './conditions.ts'
import { compileComparison } from './comparison.ts'
import type { RuleRun } from './facts.ts'
import { tokenOf } from './interpolate.ts'
import { isOperatorName } from './operators.ts'
import { isFaultyConstant } from './deciding-comparison.ts'

/** Evaluates a condition. Throws `refused` when the budget is spent, and `bad_input` if the expression is not a condition. */
export type Test = (run: RuleRun) => boolean

/**
 * A condition compiled to closures. `size` is the number of comparisons, `bytes` the memory that the closures take, `constant`
 * the verdict if it does not depend on the data.
 */
export interface CompiledCondition {
  readonly test: Test
  readonly size: number
  readonly bytes: number
  readonly constant?: boolean | undefined
  /** Whether it contains a comparison that no data can answer. */
  readonly isFaulty?: boolean
}

/**
 * Compiles a stored condition (JSON) to closures; no condition is always true. Results are cached by content in an LRU cache of
 * 64 MB. An expression that is not a condition compiles, and throws when it is evaluated.
 */
export function compileCondition(expression: unknown): CompiledCondition {
  if (!expression) return ALWAYS
  const key = JSON.stringify(expression)
  let compiled = CACHE.get(key)
  if (!compiled) {
    compiled = { ...compileNode(expression, 0), isFaulty: isFaultyNode(expression, 0) }
    // Closures reference values of the expression, which keeps all of it in memory.
    CACHE.set(key, compiled, { size: bytesOf(key) + bytesOf(expression) + compiled.bytes })
  }
  return compiled
}

function isFaultyNode(node: unknown, depth: number): boolean {
  if (depth > MAX_DEPTH) return false
  if (isGroup(node)) return node.rules.some((rule) => isFaultyNode(rule, depth + 1))
  const { operator, value } = (node ?? {}) as { readonly operator?: unknown; readonly value?: unknown }
  if (!isOperatorName(operator) || valueFieldOf(node as object) !== undefined || tokenOf(value)) return false
  return isFaultyConstant(operator, value)
}

function compileNode(node: unknown, depth: number): CompiledCondition {
  if (depth > MAX_DEPTH) return failing('Condition is nested too deeply')
  if (!isGroup(node)) return compileLeaf(node)
  // Legacy data can contain empty groups, which the contract treats as true for every operator.
  if (node.rules.length === 0) return ALWAYS
  const children = node.rules.map((rule) => compileNode(rule, depth + 1))
  if (node.operator === 'AND') return conjunction(children)
  if (node.operator === 'OR') return disjunction(children)
  if (node.operator === 'NOT') return negation(conjunction(children))
  return failing(`Unknown logical operator: ${String(node.operator)}`)
}

function compileLeaf(node: unknown): CompiledCondition {
  if (typeof node !== 'object' || node === null) return failing('A condition must be a group or a comparison')
  const { field, operator, value } = node as Readonly<Record<string, unknown>>
  const comparison = compileComparison({
    field: String(field),
    operator: String(operator),
    value,
    valueField: valueFieldOf(node),
  })
  if (comparison === undefined) return failing(`Unknown operator: ${String(operator)}`)
  if (typeof comparison === 'boolean') return constant(comparison)
  return { test: comparison, size: 1, bytes: CLOSURE + (isScalarList(value) ? MEMBER * value.length : 0) }
}

/** Up to four tests are unrolled: with loops, a hundred rules of four comparisons are evaluated at 0.73 of the speed. */
function conjunction(children: readonly CompiledCondition[]): CompiledCondition {
  const stop = children.findIndex((child) => child.constant === false)
  const reachable = stop < 0 ? children : children.slice(0, stop + 1)
  const needed = reachable.filter((child) => child.constant !== true)
  const [first, second, third, fourth] = needed.map((child) => child.test)
  if (!first) return ALWAYS
  if (!second) return needed[0]!
  const sizes = sizesOf(needed)
  if (!third) return { ...sizes, test: (run) => first(run) && second(run) }
  if (!fourth) return { ...sizes, test: (run) => first(run) && second(run) && third(run) }
  if (needed.length === 4) return { ...sizes, test: (run) => first(run) && second(run) && third(run) && fourth(run) }
  const tests = needed.map((child) => child.test)
  return {
    ...sizes,
    test: (run) => {
      for (let index = 0; index < tests.length; index++) if (!tests[index]!(run)) return false
      return true
    },
  }
}

function disjunction(children: readonly CompiledCondition[]): CompiledCondition {
  const stop = children.findIndex((child) => child.constant === true)
  const reachable = stop < 0 ? children : children.slice(0, stop + 1)
  const needed = reachable.filter((child) => child.constant !== false)
  const [first, second] = needed.map((child) => child.test)
  if (!first) return constant(false)
  if (!second) return needed[0]!
  const sizes = sizesOf(needed)
  if (needed.length === 2) return { ...sizes, test: (run) => first(run) || second(run) }
  const tests = needed.map((child) => child.test)
  return {
    ...sizes,
    test: (run) => {
      for (let index = 0; index < tests.length; index++) if (tests[index]!(run)) return true
      return false
    },
  }
}

function negation({ test, size, bytes, constant: verdict }: CompiledCondition): CompiledCondition {
  return verdict === undefined ? { test: (run) => !test(run), size, bytes: bytes + CLOSURE } : constant(!verdict)
}

function constant(verdict: boolean): CompiledCondition {
  return { test: () => verdict, size: 0, bytes: CLOSURE, constant: verdict }
}

function failing(message: string): CompiledCondition {
  return {
    size: 0,
    bytes: CLOSURE,
    test: () => {
      throw badInput(message)
    },
  }
}

function sizesOf(conditions: readonly CompiledCondition[]) {
  const sizes = { size: 0, bytes: CLOSURE }
  for (const { size, bytes } of conditions) {
    sizes.size += size
    sizes.bytes += bytes
  }
  return sizes
}

const isScalarList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && typeof value[0] !== 'object'

const MAX_DEPTH = 50
/** Approximate bytes of a closure and the values that it captures. */
const CLOSURE = 300
/** Approximate bytes of a list element in its lookup set. */
const MEMBER = 40
const ALWAYS = constant(true)
const CACHE = createByteCache<CompiledCondition>({ bytes: 64_000_000 })
