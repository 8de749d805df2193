import { sql } from '@plinth/core'
import { inLanguage, type RawBuilder } from '@plinth/core/data'
import type { Locale, Weekday } from '@plinth/core/http'
import type { toFormula } from './aggregates.ts'
import { type CalendarUnit, type Period, startOfUnit, weekShift } from './calendar.ts'
import type { Operand } from './fields.ts'

interface GroupSpec {
  readonly formula: ReturnType<typeof toFormula>
  readonly limit: number
  readonly language: Locale
  readonly timeZone: string
  readonly today: string
  readonly weekStart: Weekday
  /** The range of days of the grouping field, if the request restricts it. */
  readonly within: Period | null
}

/** The key of a group, and the groups as a JSON list, over rows of `grouped`: key, value and, if they are split, `cells`. */
interface GroupList {
  readonly key: RawBuilder<unknown>
  readonly list: RawBuilder<unknown>
}

/** Groups by value, largest first. Moments are in chronological order, and if there are too many, the last ones are kept. */
export function groupsOf({ sql: column, type }: Operand, { limit, language }: GroupSpec): GroupList {
  const isTime = type === 'time'
  const named = type === 'text' ? inLanguage('key', language) : sql`key`
  const chosen = isTime ? sql`key desc nulls last` : sql`value desc nulls last, ${named}`
  const listed = isTime ? sql`key` : chosen
  return {
    key: column,
    list: sql`(select json_agg(json_build_array(key, value, cells) order by ${listed})
      from (select key, value, cells from grouped order by ${chosen} limit ${limit}) listed)`,
  }
}

const STEPS: Readonly<Record<CalendarUnit, string>> = {
  day: '1 day',
  week: '1 week',
  month: '1 month',
  quarter: '3 months',
  year: '1 year',
}

/**
 * A time series without gaps, in chronological order. It begins with the range or the first row, and ends with the last row or,
 * within a range, with today if that is later. Keys are local days. If it is too long, the part that ends today is kept, or with
 * the last row before today: a single row in the far future does not replace it by a series of nothing. Rows without a time are
 * left out.
 */
export function seriesOf(
  { sql: column }: Operand,
  {
    formula,
    limit,
    timeZone,
    today,
    weekStart,
    within,
    granularity,
  }: GroupSpec & { readonly granularity: CalendarUnit },
): GroupList {
  const step = sql`${STEPS[granularity]}::interval`
  const first = within && startOfUnit(within.from, granularity, weekStart)
  const moved = sql`${granularity === 'week' ? weekShift(weekStart) : 0} * interval '1 day'`
  const toUnit = (local: RawBuilder<unknown>) => sql`date_trunc(${granularity}, ${local} + ${moved}) - ${moved}`
  const last = toUnit(sql`${within?.to ?? null}::timestamp - interval '1 day'`)
  const current = sql`${startOfUnit(today, granularity, weekStart)}::timestamp`
  const latest = within ? sql`least(${last}, greatest(${current}, max(key)))` : sql`max(key)`
  const latestPast = within ? sql`least(${last}, ${current})` : sql`max(key) filter (where key <= ${current})`
  const steps = sql`${limit - 1} * ${step}`
  return {
    // Days and longer units are the same for both hours that clocks show twice.
    key: toUnit(sql`${column} at time zone ${timeZone}`),
    list: sql`(select json_agg(json_build_array(to_char(s.key, 'YYYY-MM-DD'), coalesce(g.value, ${formula.empty}::float8), g.cells)
        order by s.key)
      from (select coalesce(${first}::timestamp, min(key)) as begins, ${latest} as latest, ${latestPast} as past
        from grouped where isfinite(key)) b
      cross join lateral (
        select case when latest <= begins + ${steps} then latest else coalesce(past, begins + ${steps}) end as ends) e
      cross join lateral generate_series(greatest(begins, ends - ${steps}), ends, ${step}) s(key)
      left join grouped g on g.key = s.key)`,
  }
}
