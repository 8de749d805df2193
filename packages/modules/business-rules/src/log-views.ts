import { type Context, sql } from '@plinth/core'
import type { FieldRights } from '@plinth/core/acl'
import { RULE_TYPES } from '@plinth/core/rules'
import { columns, type From } from '@plinth/core/data'
import { z } from 'zod'
import { BusinessRule, RuleExecution } from './entities.ts'
import { rightsOf } from './field-rights.ts'
import { ID_STRIDE } from './log-ids.ts'

const Log = z.object({
  id: z.string(),
  entityId: z.string(),
  entityType: z.string(),
  executionResult: z.enum(['SUCCESS', 'FAILURE', 'ERROR']),
  inputContext: z.unknown(),
  outputContext: z.unknown(),
  errorMessage: z.string().nullable(),
  executionTimeMs: z.number().int(),
  executedAt: z.string(),
  tenantId: z.uuid(),
  organizationId: z.uuid(),
  executedBy: z.string().nullable(),
  /** The verdict and the values read, per condition; null if no explanation was requested. */
  explanation: z.unknown(),
})

/** Shown in a log for a rule whose creation has been undone since; its type is null. */
export const UNKNOWN = 'Unknown'

/** A log in a list, with the current name and type of the rule. */
export const LogItem = Log.extend({
  ruleId: z.uuid(),
  ruleName: z.string(),
  ruleType: z.enum(RULE_TYPES).nullable(),
})

/** A single log. */
export const LogDetail = Log.extend({
  rule: z.object({
    id: z.uuid(),
    ruleId: z.string().nullable(),
    ruleName: z.string(),
    ruleType: z.enum(RULE_TYPES).nullable(),
    entityType: z.string(),
  }),
})

/**
 * Executions split into their logs, each joined with its rule if that still exists. Who may not see all rules sees the logs of those
 * that they see.
 */
export const logRows = (from: From) => sql`rule_executions e
  cross join lateral jsonb_array_elements(e.outcomes) with ordinality as o (value, n)
  ${sql.raw(from.isRestricted(BusinessRule) ? '' : 'left')} join business_rules r
    on r.tenant_id = e.tenant_id and r.id = (o.value ->> 'rule')::uuid and ${from.isVisible(BusinessRule, 'r')}`

export const logColumns = sql`(e.id + (o.n - 1) * ${sql.lit(ID_STRIDE)})::text as id, ${columns(RuleExecution, 'e', [
  'entityId',
  'entityType',
  'inputContext',
  'executedAt',
  'tenantId',
  'organizationId',
  'executedBy',
])}, o.value ->> 'result' as result, o.value -> 'output' as output, o.value ->> 'error' as error,
  (o.value ->> 'ms')::int as ms, o.value -> 'explanation' as explanation`

/** A row as selected by `logColumns`. */
export interface LogRow extends Omit<
  z.input<typeof Log>,
  'executionResult' | 'outputContext' | 'errorMessage' | 'executionTimeMs'
> {
  readonly result: z.input<typeof Log>['executionResult']
  readonly output: unknown
  readonly error: string | null
  readonly ms: number
}

/**
 * A log as the caller may see it. If some fields of its entity are hidden from the caller, so are their values in what the rules read,
 * and everything that they made of them.
 */
export function toLog<T extends LogRow>(ctx: Pick<Context, 'inject' | 'actor'>, row: T) {
  const { result, output, error, ms, ...shown } = row
  const rights = rightsOf(ctx, row.entityType)
  const log = {
    ...shown,
    executionResult: result,
    outputContext: output,
    errorMessage: error,
    executionTimeMs: ms,
  }
  if (!rights) return log
  return {
    ...log,
    inputContext: readableInput(rights, row.inputContext),
    outputContext: null,
    errorMessage: null,
    explanation: readableExplanation(rights, row.explanation),
  }
}

type Values = Readonly<Record<string, unknown>>

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The data of a run, and of the row before it. */
function readableInput(rights: FieldRights, input: unknown): unknown {
  if (!isValues(input) || !isValues(input['data'])) return input
  const pick = (values: Values) => Object.entries(values).filter(([name]) => rights.may('read', name))
  const { before, ...data } = input['data']
  return {
    ...input,
    data: { ...Object.fromEntries(pick(data)), ...(isValues(before) && { before: Object.fromEntries(pick(before)) }) },
  }
}

/** Without what comparisons of hidden fields read, and without expected values, which tokens may have taken from them. */
function readableExplanation(rights: FieldRights, explanation: unknown): unknown {
  if (!isValues(explanation)) return explanation
  const { rules, field, valueField, actual, operator, verdict } = explanation
  if (Array.isArray(rules)) return { ...explanation, rules: rules.map((one) => readableExplanation(rights, one)) }
  const isHidden = [field, valueField].some((name) => typeof name === 'string' && !mayReadPath(rights, name))
  return isHidden ? { operator, field: '[HIDDEN]' } : { operator, verdict, field, actual }
}

/** Whether the field that a path begins with may be read: `before.cost`, `supplier.name`. */
function mayReadPath(rights: FieldRights, path: string): boolean {
  const [name = ''] = path.replace(/^before\./, '').split(/[.[]/)
  return rights.may('read', name)
}

/** Matches the log with this id, found among the executions with ids shortly before it. */
export const isLog = (id: string) => sql`e.id <= ${id}::bigint and e.id > ${id}::bigint - ${sql.lit(ID_STRIDE * 10_001)}
  and e.id + (o.n - 1) * ${sql.lit(ID_STRIDE)} = ${id}::bigint`
