import { daysBetween, localDay, type Weekday, weekdays } from '@plinth/core/http'

/** A period in calendar days of a time zone: `from` is the first day, `to` the day after the last. */
export interface Period {
  readonly from: string
  readonly to: string
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

/** Whole calendar units relative to the current one, or a number of days that end today. */
type Span = { readonly unit: CalendarUnit; readonly offset: number } | { readonly days: number }

const SPANS = {
  today: { unit: 'day', offset: 0 },
  yesterday: { unit: 'day', offset: -1 },
  this_week: { unit: 'week', offset: 0 },
  last_week: { unit: 'week', offset: -1 },
  this_month: { unit: 'month', offset: 0 },
  last_month: { unit: 'month', offset: -1 },
  this_quarter: { unit: 'quarter', offset: 0 },
  last_quarter: { unit: 'quarter', offset: -1 },
  this_year: { unit: 'year', offset: 0 },
  last_year: { unit: 'year', offset: -1 },
  last_7_days: { days: 7 },
  last_30_days: { days: 30 },
  last_90_days: { days: 90 },
} as const satisfies Record<string, Span>

export type Preset = keyof typeof SPANS
export const presets = Object.keys(SPANS) as [Preset, ...Preset[]]

/** The days of a preset. Units are complete, even if they have not ended yet. */
export function periodOf(preset: Preset, today: string, weekStart: Weekday = 'monday'): Period {
  const span: Span = SPANS[preset]
  if ('days' in span) return endingOn(today, span.days)
  const from = shift(startOfUnit(today, span.unit, weekStart), span.unit, span.offset)
  return { from, to: shift(from, span.unit, 1) }
}

/** The preceding period: the previous calendar unit, or the same number of days. */
export function previousPeriod(preset: Preset, today: string, weekStart: Weekday = 'monday'): Period {
  const span: Span = SPANS[preset]
  if ('days' in span) return endingOn(shift(today, 'day', -span.days), span.days)
  const { from } = periodOf(preset, today, weekStart)
  return { from: shift(from, span.unit, -1), to: from }
}

/**
 * The same period a year earlier: the same month, quarter or year; otherwise the same number of days, ending on the same date.
 * February 29 becomes February 28.
 */
export function yearBefore(preset: Preset, today: string, weekStart: Weekday = 'monday'): Period {
  const span: Span = SPANS[preset]
  const { from, to } = periodOf(preset, today, weekStart)
  if ('unit' in span && ['month', 'quarter', 'year'].includes(span.unit))
    return { from: shift(from, 'year', -1), to: shift(shift(from, 'year', -1), span.unit, 1) }
  return endingOn(shift(shift(to, 'day', -1), 'year', -1), daysBetween(from, to))
}

/** The last day of a period. */
export const lastDayOf = ({ to }: Period): string => shift(to, 'day', -1)

/** The local date in a time zone at a given moment. */
export const localDate = (at: Date, timeZone: string): string => localDay(at.getTime(), timeZone)

/** The first day of the unit that contains a day. */
export function startOfUnit(day: string, unit: CalendarUnit, weekStart: Weekday): string {
  const date = new Date(toTime(day))
  if (unit === 'week') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + daysBefore(weekStart)) % 7))
  if (unit === 'month' || unit === 'quarter' || unit === 'year') date.setUTCDate(1)
  if (unit === 'quarter') date.setUTCMonth(date.getUTCMonth() - (date.getUTCMonth() % 3))
  if (unit === 'year') date.setUTCMonth(0)
  return toDay(date)
}

/** How many days the weeks of ISO 8601, from Monday, have to be moved back by to begin with this day: 0 to 6. */
export const weekShift = (weekStart: Weekday): number => (7 - weekdays.indexOf(weekStart)) % 7

/** How many days before a Sunday such a week begins. */
const daysBefore = (weekStart: Weekday) => 6 - weekdays.indexOf(weekStart)

const MONTHS = { month: 1, quarter: 3, year: 12 }

function endingOn(last: string, days: number): Period {
  const to = shift(last, 'day', 1)
  return { from: shift(to, 'day', -days), to }
}

function shift(day: string, unit: CalendarUnit, count: number): string {
  const date = new Date(toTime(day))
  if (unit === 'day' || unit === 'week') {
    date.setUTCDate(date.getUTCDate() + count * (unit === 'week' ? 7 : 1))
    return toDay(date)
  }
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count * MONTHS[unit])
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(dayOfMonth, last))
  return toDay(date)
}

const toTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
const toDay = (date: Date) => date.toISOString().slice(0, 10)
