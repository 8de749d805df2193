import { sql } from '@plinth/core'
import { RULE_TYPES } from '@plinth/core/rules'
import { columns } from '@plinth/core/data'
import { z } from 'zod'
import { RuleExecution } from './entities.ts'
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

/** Executions split into their logs, each joined with its rule if that still exists. */
export const logRows = sql`rule_executions e
  cross join lateral jsonb_array_elements(e.outcomes) with ordinality as o (value, n)
  left join business_rules r on r.tenant_id = e.tenant_id and r.id = (o.value ->> 'rule')::uuid`

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

export const toLog = <T extends LogRow>({ result, output, error, ms, ...row }: T) => ({
  ...row,
  executionResult: result,
  outputContext: output,
  errorMessage: error,
  executionTimeMs: ms,
})

/** Matches the log with this id, found among the executions with ids shortly before it. */
export const isLog = (id: string) => sql`e.id <= ${id}::bigint and e.id > ${id}::bigint - ${sql.lit(ID_STRIDE * 10_001)}
  and e.id + (o.n - 1) * ${sql.lit(ID_STRIDE)} = ${id}::bigint`
