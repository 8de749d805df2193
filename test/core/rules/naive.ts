import { CONTEXT, NOW } from './fixtures.ts'

/** A second reading of the published semantics, word for word and without regard for speed or hostile input. */
export function holds(node: unknown, data: unknown): boolean {
  if (!node) return true
  const { operator, rules } = node as { operator: string; rules?: unknown[] }
  if (Array.isArray(rules)) {
    if (rules.length === 0) return true
    if (operator === 'OR') return rules.some((rule) => holds(rule, data))
    const all = rules.every((rule) => holds(rule, data))
    return operator === 'AND' ? all : !all
  }
  const { field, value, valueField } = node as { field: string; value: unknown; valueField?: string }
  return compare(look(data, field), operator, valueField ? look(data, valueField) : resolved(value))
}

function compare(left: unknown, operator: string, right: unknown): boolean {
  switch (operator) {
    case '=':
    case '==':
      return equal(left, right)
    case '>':
      return ordering(left, right) > 0
    case '>=':
      return ordering(left, right) >= 0
    case '<':
      return ordering(left, right) < 0
    case '<=':
      return ordering(left, right) <= 0
    case 'IN':
      return Array.isArray(right) && right.some((item) => equal(left, item))
    case 'CONTAINS':
      if (Array.isArray(left)) return left.some((item) => equal(item, right))
      return typeof left === 'string' && left.includes(String(right))
    case 'STARTS_WITH':
      return !nullish(left) && !nullish(right) && String(left).startsWith(String(right))
    case 'ENDS_WITH':
      return !nullish(left) && !nullish(right) && String(left).endsWith(String(right))
    case 'MATCHES':
      return !nullish(left) && !nullish(right) && matches(String(left), String(right))
    case 'IS_EMPTY':
      if (nullish(left)) return true
      if (typeof left === 'string') return left.trim() === ''
      return typeof left === 'object' && Object.keys(left).length === 0
    case '!=':
      return !compare(left, '=', right)
    case 'NOT_IN':
      return !compare(left, 'IN', right)
    case 'NOT_CONTAINS':
      return !compare(left, 'CONTAINS', right)
    case 'IS_NOT_EMPTY':
      return !compare(left, 'IS_EMPTY', right)
    default:
      throw new Error(operator)
  }
}

function nullish(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

function equal(left: unknown, right: unknown): boolean {
  if (nullish(left) || nullish(right)) return nullish(left) && nullish(right)
  if (typeof left === 'number' || typeof right === 'number') return Number(left) === Number(right)
  return typeof left === typeof right && typeof left !== 'object' && left === right
}

function ordering(left: unknown, right: unknown): number {
  if (nullish(left)) return nullish(right) ? 0 : -1
  if (nullish(right)) return 1
  const iso = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2})?/
  if (typeof left === 'string' && typeof right === 'string' && iso.test(left) && iso.test(right)) {
    const difference = Date.parse(left) - Date.parse(right)
    if (!Number.isNaN(difference)) return difference
  }
  const difference = Number(left) - Number(right)
  return Number.isNaN(difference) ? String(left).localeCompare(String(right), 'en') : difference
}

function matches(text: string, pattern: string): boolean {
  if (pattern.length > 200 || /\([^)]*[+*]\).*[+*]/s.test(pattern)) return false
  try {
    return new RegExp(pattern).test(text)
  } catch {
    return false
  }
}

function look(data: unknown, path: string): unknown {
  const own = (value: unknown, key: string) =>
    nullish(value) || !Object.hasOwn(value, key) ? undefined : (value as Record<string, unknown>)[key]
  return path.replaceAll('[', '.').replaceAll(']', '').split('.').reduce(own, data)
}

function resolved(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{{') || !value.endsWith('}}')) return value
  const now = NOW.toISOString()
  return look({ ...CONTEXT, now, today: now.slice(0, 10) }, value.slice(2, -2).trim())
}
