import { type Context, get, paged, sql } from '@plinth/core'
import { limits } from '@plinth/core/data'
import { LocalMoment, momentIn } from '@plinth/core/http'
import { z } from 'zod'
import { features } from '../contract.ts'
import { BusinessRule } from '../entities.ts'
import { readsRules } from '../field-rights.ts'
import { isAboutVisible } from '../hidden-rows.ts'
import { RowId } from '../fields.ts'
import { blankAsMissing, invalidQuery, listOf, Paging, TextFilter } from '../list-query.ts'
import { isLog, LogItem, logColumns, logRows, UNKNOWN, type LogRow, toLog } from '../log-views.ts'
import { MAX_LOG_ID } from '../log-ids.ts'
import { namesOf } from '../rule-points.ts'
import { isShown } from '../working-organization.ts'

/** A 64-bit id. */
const LogId = z
  .string()
  .regex(/^\d{1,19}$/)
  .refine((text) => !/^\d{1,19}$/.test(text) || BigInt(text) <= MAX_LOG_ID)

const orders = {
  id: sql`e.id`,
  ruleId: sql`r.rule_id`,
  entityType: sql`e.entity_type`,
  executionResult: sql`o.value ->> 'result'`,
  executionTimeMs: sql`(o.value ->> 'ms')::int`,
  executedAt: sql`e.executed_at`,
}
const sortFields = Object.keys(orders) as (keyof typeof orders)[]

const ExecutionLogQuery = Paging.extend({
  id: blankAsMissing(LogId.optional()),
  /** The database id. */
  ruleId: blankAsMissing(RowId.optional()),
  entityId: blankAsMissing(z.string().max(255).optional()),
  entityType: TextFilter,
  executedBy: TextFilter,
  executionResult: blankAsMissing(z.enum(['SUCCESS', 'FAILURE', 'ERROR']).optional()),
  executedAtFrom: blankAsMissing(LocalMoment.optional()),
  executedAtTo: blankAsMissing(LocalMoment.optional()),
  sortField: z.enum(sortFields).catch('executedAt').default('executedAt'),
  sortDir: blankAsMissing(z.enum(['asc', 'desc']).default('desc')),
})

export const listLogs = get(
  '/business_rules/logs',
  {
    access: features.view_logs,
    summary: 'List rule executions with their results and the reasons for them.',
    query: ExecutionLogQuery,
    response: listOf(LogItem),
    errors: [400],
    onInvalid: invalidQuery,
  },
  async (ctx) => {
    const { query, db } = ctx
    const { limit, offset } = limits(query)
    const direction = query.sortDir === 'desc' ? sql`desc` : sql`asc`
    const { timeZone } = await ctx.locale()
    const runs = sql.join(runConditions(ctx, query, timeZone), sql` and `)
    const logs = logConditions(query)
    const where = sql.join([runs, ...logs], sql` and `)
    const sortField = query.sortField === 'ruleId' && !readsRules(ctx) ? 'executedAt' : query.sortField
    const order = sql`${orders[sortField]} ${direction}, e.id ${direction}, o.n ${direction}`
    const total =
      logs.length === 0 && !ctx.from.isRestricted(BusinessRule)
        ? sql<{ total: number }>`select coalesce(sum(log_count), 0) as total from rule_executions e where ${runs}`
        : sql<{ total: number }>`select count(*) as total from ${logRows(ctx.from)} where ${where}`
    const [{ rows }, counted] = await Promise.all([
      sql<ExecutionLogRow>`with page as materialized (
          select ${logColumns}, o.value ->> 'rule' as rule, coalesce(r.rule_name, ${UNKNOWN}) as name,
            r.rule_type as type from ${logRows(ctx.from)} where ${where} order by ${order} limit ${limit} offset ${offset})
        select ${listed} from (select *, sum(length("inputContext"::text) + coalesce(length(explanation::text), 0))
          over (rows unbounded preceding) > ${MAX_PAGE} as long from page) page`.execute(db),
      total.execute(db),
    ])
    return paged([rows.map((row) => toLogItem(ctx, row)), Number(counted.rows[0]?.total ?? 0)], query, 1)
  },
)

/** Maximum characters of input and explanations per page; longer ones are available from the individual log. */
const MAX_PAGE = 1_000_000

const listed = sql`id, "entityId", "entityType", result, output, error, ms, "executedAt", "tenantId", "organizationId",
  "executedBy", rule, name, type,
  case when long then jsonb_set("inputContext", '{data}', '"[Too large]"') else "inputContext" end as input,
  case when not long then explanation end as explanation`

interface ExecutionLogRow extends Omit<LogRow, 'inputContext'> {
  readonly rule: string
  readonly name: string
  readonly type: z.input<typeof LogItem>['ruleType']
  readonly input: unknown
}

const toLogItem = (ctx: Context, { rule, name, type, input, ...row }: ExecutionLogRow) => ({
  ...toLog(ctx, { ...row, inputContext: input }),
  ruleId: rule,
  ruleName: readsRules(ctx) ? name : UNKNOWN,
  ruleType: readsRules(ctx) ? type : null,
})

type ExecutionLogQuery = z.output<typeof ExecutionLogQuery>

/** Conditions on whole executions. */
function runConditions(
  ctx: Context,
  { entityId, entityType, executedBy, ...query }: ExecutionLogQuery,
  timeZone: string,
) {
  const { executedAtFrom, executedAtTo } = query
  return [
    isShown(ctx, 'e'),
    ...isAboutVisible(ctx),
    ...(entityId === undefined ? [] : [sql`e.entity_id = ${entityId}`]),
    ...(entityType === undefined ? [] : [sql`e.entity_type = any (${namesOf(ctx, entityType)}::text[])`]),
    ...(executedBy === undefined ? [] : [sql`e.executed_by = ${executedBy}`]),
    ...(executedAtFrom === undefined ? [] : [sql`e.executed_at >= ${momentIn(executedAtFrom, timeZone)}`]),
    ...(executedAtTo === undefined ? [] : [sql`e.executed_at <= ${momentIn(executedAtTo, timeZone)}`]),
  ]
}

/** Conditions on single logs. */
function logConditions({ id, ruleId, executionResult }: ExecutionLogQuery) {
  return [
    ...(id === undefined ? [] : [isLog(id)]),
    ...(ruleId === undefined ? [] : [sql`o.value ->> 'rule' = ${ruleId}`]),
    ...(executionResult === undefined ? [] : [sql`o.value ->> 'result' = ${executionResult}`]),
  ]
}
