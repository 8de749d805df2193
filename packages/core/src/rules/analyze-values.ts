import { leavesOf, type KnownFields } from './analyze-answers.ts'
import { tokensUsed } from './branches.ts'
import { valueFieldOf } from './conditions.ts'
import type { Finding } from './findings.ts'
import { tokenOf } from './interpolate.ts'
import { parsePath, type Path } from './paths.ts'
import type { Rule } from './rule.ts'

/** The values that a condition compares an enumeration with although it never has them. */
export function findUnknownValues(rule: Rule, { values }: Pick<KnownFields, 'values'>): Finding[] {
  return [...leavesOf(rule.conditionExpression, '')].flatMap(({ node, path }) => {
    const possible = values.get(parsePath(node.field).join('.'))
    if (!possible || valueFieldOf(node) !== undefined || !EQUALITY.has(node.operator)) return []
    return [node.value].flat().flatMap((value): Finding[] => {
      if (value === null || value === undefined || tokenOf(value)) return []
      if (possible.some((one) => String(one) === String(value))) return []
      const message = `${node.field} is never ${textOf(value)}`
      return [{ code: 'unknown-value', rules: [rule.ruleId], ...(path !== '' && { path }), message }]
    })
  })
}

/** The tokens of a rule that never have a value: those of a condition are missing, and those of an action remain as they are. */
export function findUnknownTokens({ ruleId, conditionExpression, successActions, failureActions }: Rule): Finding[] {
  const inCondition = [...leavesOf(conditionExpression, '')].flatMap(({ node, path }): Finding[] => {
    const token = tokenOf(node.value)
    if (!token || valueFieldOf(node) !== undefined || isContext(token)) return []
    const message = `${textOf(node.value)} has no value in a condition`
    return [{ code: 'unknown-token', rules: [ruleId], ...(path !== '' && { path }), message }]
  })
  const used = [...(successActions ?? []), ...(failureActions ?? [])].flatMap(tokensUsed)
  const unknown = new Set(
    used.filter((token) => !isContext(token) && !OF_ACTIONS.has(token[0]!)).map((token) => token.join('.')),
  )
  const inActions = [...unknown].map((token): Finding => {
    const message = `{{${textOf(token)}}} has no value`
    return { code: 'unknown-token', rules: [ruleId], message }
  })
  return [...inCondition, ...inActions]
}

const isContext = (token: Path) => CONTEXT.has(token.join('.'))

const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 100)

const EQUALITY: ReadonlySet<string> = new Set(['=', '==', '!=', 'IN', 'NOT_IN'])
const CONTEXT: ReadonlySet<string> = new Set([
  'today',
  'now',
  'entityType',
  'entityId',
  'eventType',
  'user.id',
  'user.email',
])
const OF_ACTIONS: ReadonlySet<string> = new Set(['data', 'ruleId', 'ruleName'])
