import type { ConditionExplanation } from '@plinth/core/rules'

/** Keys that contain one of these words are redacted in logs. */
const SECRET =
  /password|passwd|pwd|secret|token|api[_-]?key|auth|credit[_-]?card|card[_-]?number|cvv|ssn|social[_-]?security|tax[_-]?id|driver[_-]?license|passport/i

const MAX_DEPTH = 5
const MAX_TEXT = 500

/** A copy for the log, without secrets (by key) and without anything nested deeper than 5 levels. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toJSON()
  if (depth > MAX_DEPTH) return '[Max depth exceeded]'
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1))
  const copy: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value))
    if (key !== '__proto__') copy[key] = isSecretName(key) ? '[REDACTED]' : redact(member, depth + 1)
  return copy
}

/** An explanation for the log: secrets that it read are removed, long values are truncated. */
export function redactExplanation(explanation: ConditionExplanation): unknown {
  if ('rules' in explanation) return { ...explanation, rules: explanation.rules.map(redactExplanation) }
  const { field, valueField = '', actual, expected } = explanation
  const isHidden = isSecretName(field) || isSecretName(valueField)
  return {
    ...explanation,
    actual: isHidden ? '[REDACTED]' : cut(redact(actual)),
    expected: isHidden ? '[REDACTED]' : cut(redact(expected)),
  }
}

const isSecretName = (key: string) => SECRET.test(key)

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value
  if (typeof value !== 'object' || value === null) return value
  return JSON.stringify(value).length > MAX_TEXT ? '[Too large]' : value
}
