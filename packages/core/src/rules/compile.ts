import { LRUCache } from 'lru-cache'
import { badInput } from '../errors.ts'
import { isGroup, valueFieldOf } from './conditions.ts'
import { compileComparison } from './comparison.ts'
import type { Run } from './facts.ts'

/** Decides a condition; throws `refused` when the budget is spent and `bad_input` when the condition is not one. */
export type Test = (run: Run) => boolean

/** A condition as closures. `size` is the number of its comparisons, `constant` its verdict where data cannot change it. */
export interface CompiledCondition {
  readonly test: Test
  readonly size: number
  readonly constant?: boolean | undefined
}

/**
 * Turns a stored condition (JSON) into closures; without one the verdict is true. The result is cached by content, the
 * 20,000 used last. An expression that is not a condition compiles and fails when it is tested.
 */
export function compileCondition(expression: unknown): CompiledCondition {
  if (!expression) return ALWAYS
  const key = JSON.stringify(expression)
  let compiled = CACHE.get(key)
  if (!compiled) CACHE.set(key, (compiled = compileNode(expression, 0)))
  return compiled
}

function compileNode(node: unknown, depth: number): CompiledCondition {
  if (depth > MAX_DEPTH) return failing('Condition is nested too deeply')
  if (!isGroup(node)) return compileLeaf(node)
  // Stored legacy data can hold empty groups, which the contract takes as true whatever the operator (spec 4.3).
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
  return typeof comparison === 'boolean' ? constant(comparison) : { test: comparison, size: 1 }
}

function conjunction(children: readonly CompiledCondition[]): CompiledCondition {
  const stop = children.findIndex((child) => child.constant === false)
  const reachable = stop < 0 ? children : children.slice(0, stop + 1)
  const needed = reachable.filter((child) => child.constant !== true)
  const [first, second, third, fourth] = needed.map((child) => child.test)
  if (!first) return ALWAYS
  if (!second) return needed[0]!
  const size = sizeOf(needed)
  if (!third) return { size, test: (run) => first(run) && second(run) }
  if (!fourth) return { size, test: (run) => first(run) && second(run) && third(run) }
  if (needed.length === 4) return { size, test: (run) => first(run) && second(run) && third(run) && fourth(run) }
  const tests = needed.map((child) => child.test)
  return {
    size,
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
  const size = sizeOf(needed)
  if (needed.length === 2) return { size, test: (run) => first(run) || second(run) }
  const tests = needed.map((child) => child.test)
  return {
    size,
    test: (run) => {
      for (let index = 0; index < tests.length; index++) if (tests[index]!(run)) return true
      return false
    },
  }
}

function negation({ test, size, constant: verdict }: CompiledCondition): CompiledCondition {
  return verdict === undefined ? { test: (run) => !test(run), size } : constant(!verdict)
}

function constant(verdict: boolean): CompiledCondition {
  return { test: () => verdict, size: 0, constant: verdict }
}

function failing(message: string): CompiledCondition {
  return {
    size: 0,
    test: () => {
      throw badInput(message)
    },
  }
}

function sizeOf(conditions: readonly CompiledCondition[]): number {
  return conditions.reduce((sum, { size }) => sum + size, 0)
}

const MAX_DEPTH = 50
const ALWAYS = constant(true)
const CACHE = new LRUCache<string, CompiledCondition>({ max: 20_000 })
