import { fieldsRead, fieldsUsed } from './branches.ts'
import { findConditionFault, isGroup } from './conditions.ts'
import type { Finding, FindingCode } from './findings.ts'
import { toPattern } from './regex-cache.ts'
import { parsePath } from './paths.ts'
import type { Rule } from './rule.ts'
import type { FieldTypes, Questions } from './satisfiability.ts'

/** Finds the faults of a single rule, step by step. Without `fields`, no field is reported as unknown. */
export function* analyzeRule(rule: Rule, questions: Questions, fields?: FieldTypes): Generator<void, Finding[]> {
  const { conditionExpression: condition, ruleId } = rule
  const finding = (code: FindingCode, message: string, path?: string): Finding =>
    path === undefined ? { code, rules: [ruleId], message } : { code, rules: [ruleId], path, message }
  const fault = findConditionFault(condition)
  if (fault) return [finding('invalid-condition', fault)]
  const findings: Finding[] = []
  if (rule.effectiveFrom && rule.effectiveTo && rule.effectiveFrom > rule.effectiveTo)
    findings.push(finding('never-effective', 'Its effective period ends before it begins'))
  if (condition && questions.canHold([{ condition, holds: false }], fields) === 'no')
    findings.push(finding('always-true', 'Its condition holds whatever the data'))
  for (const { path, node } of yield* deadParts(condition, '', { questions, fields })) {
    if (path === '') findings.push(finding('never-true', 'Its condition cannot hold'))
    else
      findings.push(finding('contradiction', isGroup(node) ? 'Its parts exclude each other' : 'It cannot hold', path))
  }
  yield
  for (const { path, reason } of yield* badPatterns(condition, ''))
    findings.push(finding('bad-pattern', `The pattern never matches: ${reason}`, path))
  if (fields) {
    const used = [...fieldsRead(condition), ...fieldsUsed(rule.successActions), ...fieldsUsed(rule.failureActions)]
    for (const field of new Set(used))
      if (!isKnown(field, fields)) findings.push(finding('unknown-field', `The entity has no field ${field}`))
  }
  return findings
}

interface AnalysisContext {
  readonly questions: Questions
  readonly fields: FieldTypes | undefined
}

interface ConditionPart {
  readonly path: string
  readonly node: unknown
}

/** The outermost parts of a condition that can never be true. */
function* deadParts(node: unknown, path: string, asking: AnalysisContext): Generator<void, ConditionPart[]> {
  const { questions, fields } = asking
  if (!node || questions.isSpent) return []
  yield
  if (questions.canHold([{ condition: node, holds: true }], fields) === 'no') return [{ path, node }]
  const parts: ConditionPart[] = []
  if (isGroup(node))
    for (const [index, rule] of node.rules.entries()) parts.push(...(yield* deadParts(rule, step(path, index), asking)))
  return parts
}

function* badPatterns(node: unknown, path: string): Generator<void, { path: string; reason: string }[]> {
  if (isGroup(node)) {
    const bad: { path: string; reason: string }[] = []
    for (const [index, rule] of node.rules.entries()) bad.push(...(yield* badPatterns(rule, step(path, index))))
    return bad
  }
  yield
  const { operator, value } = (node ?? {}) as { readonly operator?: unknown; readonly value?: unknown }
  if (operator !== 'MATCHES' || typeof value !== 'string' || value.startsWith('{{')) return []
  const pattern = toPattern(value)
  return pattern.kind === 'regex' ? [] : [{ path, reason: pattern.reason }]
}

/** True if the field is declared, is nested below a field of any shape, or is the length of a list or text. */
function isKnown(field: string, fields: FieldTypes): boolean {
  const keys = parsePath(field)
  for (let length = keys.length; length > 0; length--) {
    const prefix = keys.slice(0, length).join('.')
    const type = Object.hasOwn(fields, prefix) ? fields[prefix] : undefined
    if (type === undefined) continue
    if (length === keys.length || type === 'object' || type === 'array' || type === 'any') return true
    return type === 'text' && length === keys.length - 1 && keys.at(-1) === 'length'
  }
  return Object.keys(fields).some((known) => known.startsWith(`${field}.`))
}

function step(path: string, index: number): string {
  return path === '' ? `rules[${index}]` : `${path}.rules[${index}]`
}
