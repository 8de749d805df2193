import { badInput, type Scope, sql } from '@plinth/core'
import { inScope, inTenant, type RawBuilder, type SqlBool } from '@plinth/core/data'
import type { AnalyticsEntity } from '@plinth/points'
import { toFormula } from './aggregates.ts'
import { localDate, type Period, periodOf, previousPeriod, yearBefore } from './calendar.ts'
import { type LocaleSettings, startOfDay } from '@plinth/core/http'
import { findOperand, metricOperand, type Operand, type QueriedEntity } from './fields.ts'
import { filterCondition } from './filters.ts'
import { groupsOf, seriesOf } from './groups.ts'
import type { DataRequest } from './request.ts'
import { splitBy, unsplit } from './split.ts'

type Key = string | number | boolean | null

/** The values of a group by the place of their series, from 1. */
type Cells = Readonly<Record<string, number | null>>

/** The result of a request's statement: one row. */
export interface DataSums {
  readonly value: number | null
  readonly previous: number | null
  /** Keys and values of the listed groups, in order. */
  readonly groups: readonly (readonly [key: Key, value: number | null, cells: Cells | null])[]
  /** Keys and values of the series that groups are split into, the largest first. */
  readonly series: readonly (readonly [key: Key, value: number | null, isOther: boolean])[] | null
  /** The first and the last currency of the amounts, if their field names one. */
  readonly currencies: readonly [string, string] | null
}

/** A compiled request. */
export interface DataStatement {
  readonly sql: RawBuilder<DataSums>
  /** If the groups are a time series, the time zone of the days that are their keys. */
  readonly seriesIn: string | null
  /** The field to group by, if any. */
  readonly group: Operand | null
  /** The field to split groups by, if any. */
  readonly split: Operand | null
  /** The days of the rows, if the request names a range. */
  readonly period: Period | null
  /** The value of no rows. */
  readonly empty: 0 | null
  /** Whether each group, or each series, is of one currency, so that only sums over several of them are none. */
  readonly currencyBy: 'group' | 'series' | null
}

interface StatementContext {
  readonly scope: Scope
  readonly now: Date
  readonly locale: LocaleSettings
  /** What the caller may see of the table `t`, apart from tenant and organizations. */
  readonly permitted: readonly RawBuilder<SqlBool>[]
}

/**
 * Compiles a request to one statement. All identifiers come from the declaration, all values are passed as parameters, and the
 * caller's tenant and organizations are restricted explicitly in addition to row-level security. Throws 400 for anything the
 * declaration does not offer.
 */
export function toStatement(
  entity: QueriedEntity,
  request: DataRequest,
  { scope, now, locale, permitted }: StatementContext,
): DataStatement {
  const { metric, groupBy, dateRange, comparison } = request
  const { timeZone } = entity
  const { language, weekStart } = locale
  const today = localDate(now, timeZone)
  const operand = metricOperand(entity, metric.field, metric.aggregate)
  const formula = toFormula(metric.aggregate, operand, metric.field === 'id')
  const range = dateRange && timeOperand(entity, dateRange.field)
  const period = dateRange && periodOf(dateRange.preset, today, weekStart)
  const before = dateRange && comparison && (comparison.type === 'previous_year' ? yearBefore : previousPeriod)
  const conditions = [
    ...scopeOf(entity, scope),
    ...permitted,
    ...request.filters.map((filter) => filterCondition(entity, filter)),
  ]
  const rows = (days?: Period) => {
    const all = days && range ? [...conditions, during(range, days, timeZone)] : conditions
    return sql`${sql.table(entity.table)} as t where ${sql.join(all, sql` and `)}`
  }
  const previous =
    before && dateRange
      ? sql`(select ${formula.value} from ${rows(before(dateRange.preset, today, weekStart))})`
      : sql`null`
  const { currency } = metric.aggregate === 'count' ? {} : operand.field
  const isBy = (by: { readonly field: string } | undefined) => currency !== undefined && by?.field === currency
  const currencyBy = isBy(groupBy) ? 'group' : isBy(request.splitBy) ? 'series' : null
  const currencies =
    currency === undefined
      ? sql`null`
      : currenciesIn(
          [rows(period), ...(before && dateRange ? [rows(before(dateRange.preset, today, weekStart))] : [])],
          operand,
          findOperand(entity, currency)!,
        )
  if (!groupBy) {
    if (request.splitBy) throw badInput('splitBy needs groupBy')
    return {
      group: null,
      split: null,
      empty: formula.empty,
      period: period ?? null,
      seriesIn: null,
      currencyBy,
      sql: sql`select (select ${formula.value} from ${rows(period)}) as value, ${previous}::float8 as previous,
        '[]'::json as groups, null::json as series, ${currencies}::json as currencies`,
    }
  }
  const group = groupOperand(entity, groupBy)
  const isSameField = dateRange?.field === groupBy.field
  const grouping = {
    formula,
    language,
    limit: groupBy.limit,
    timeZone,
    today,
    weekStart,
    within: isSameField ? (period ?? null) : null,
  }
  const { granularity } = groupBy
  const { key, list } = granularity ? seriesOf(group, { ...grouping, granularity }) : groupsOf(group, grouping)
  const split = request.splitBy ? splitOperand(entity, request.splitBy) : null
  const spec = { formula, language, key, rows: rows(period) }
  const { tables, series } = split ? splitBy(split, spec) : unsplit(spec)
  return {
    group,
    split,
    empty: formula.empty,
    period: period ?? null,
    currencyBy,
    seriesIn: granularity ? timeZone : null,
    sql: sql`with ${tables}
      select (select ${formula.total} from grouped) as value, ${previous}::float8 as previous,
        coalesce(${list}, '[]'::json) as groups, ${series} as series, ${currencies}::json as currencies`,
  }
}

/** The first and the last currency of the rows with an amount; null without any. */
function currenciesIn(spans: readonly RawBuilder<unknown>[], amount: Operand, { sql: currency }: Operand) {
  const each = spans.map(
    (rows) => sql`select coalesce(${currency}, '') as currency from ${rows} and ${amount.sql} is not null`,
  )
  return sql`(select case when count(*) > 0 then json_build_array(min(currency), max(currency)) end
    from (${sql.join(each, sql` union all `)}) amounts)`
}

function scopeOf({ hasOrganizations = true, only = {} }: AnalyticsEntity, scope: Scope): RawBuilder<SqlBool>[] {
  const fixed = Object.entries(only).map(([column, value]) =>
    value === null
      ? sql<SqlBool>`${sql.ref(`t.${column}`)} is null`
      : sql<SqlBool>`${sql.ref(`t.${column}`)} = ${value}`,
  )
  return [hasOrganizations ? inScope(scope, 't') : inTenant(scope, 't'), ...fixed]
}

function during({ sql: column }: Operand, { from, to }: Period, timeZone: string): RawBuilder<SqlBool> {
  const [first, end] = [from, to].map((day) => startOfDay(day, timeZone).toISOString())
  return sql`${column} >= ${first}::timestamptz and ${column} < ${end}::timestamptz`
}

function timeOperand(entity: QueriedEntity, name: string): Operand {
  const operand = findOperand(entity, name)
  if (operand?.type !== 'time') throw badInput(`Invalid dateRange field: ${name} for entity type: ${entity.id}`)
  return operand
}

function groupOperand(entity: QueriedEntity, { field, granularity }: NonNullable<DataRequest['groupBy']>): Operand {
  const operand = findOperand(entity, field)
  if (!operand || operand.type === 'json' || (granularity && operand.type !== 'time'))
    throw badInput(`Invalid groupBy field: ${field}`)
  return operand
}

/** Moments would be as many series as there are rows. */
function splitOperand(entity: QueriedEntity, { field }: NonNullable<DataRequest['splitBy']>): Operand {
  const operand = findOperand(entity, field)
  if (!operand || operand.type === 'json' || operand.type === 'time') throw badInput(`Invalid splitBy field: ${field}`)
  return operand
}
