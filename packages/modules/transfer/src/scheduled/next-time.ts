import { localDay, startOfDay, toTime } from '@plinth/core/http'

/** When an export runs. */
export interface Schedule {
  readonly frequency: 'daily' | 'weekly' | 'monthly'
  /** From Monday, which is 1. */
  readonly weekday: number | null
  /** Of the month; in a shorter one, its last day. */
  readonly day: number | null
  /** `07:30` */
  readonly time: string
  readonly timeZone: string
}

/** Days after which one of every month has come, in which a day may be missing from the calendar. */
const MOST_DAYS = 63

/**
 * The first time of a schedule after a moment. A time that clocks show twice counts once, and one that they skip is when they change.
 */
export function nextTime(schedule: Schedule, after: Date): Date {
  const { time, timeZone } = schedule
  const first = Date.parse(`${localDay(after.getTime(), timeZone)}T00:00:00Z`)
  for (let days = 0; days <= MOST_DAYS; days++) {
    const midnight = new Date(first + days * DAY)
    const date = midnight.toISOString().slice(0, 10)
    if (!isOn(schedule, midnight) || !isInCalendar(date, timeZone)) continue
    const found = toTime(Date.parse(`${date}T${time}:00Z`), timeZone)
    if (found > after.getTime()) return new Date(found)
  }
  throw new Error('A schedule has no time')
}

function isOn({ frequency, weekday, day }: Schedule, midnight: Date): boolean {
  if (frequency === 'weekly') return (midnight.getUTCDay() || 7) === weekday
  if (frequency === 'monthly') {
    const last = new Date(Date.UTC(midnight.getUTCFullYear(), midnight.getUTCMonth() + 1, 0)).getUTCDate()
    return midnight.getUTCDate() === Math.min(day ?? 1, last)
  }
  return true
}

/** A place that crosses the date line skips a day. */
const isInCalendar = (date: string, timeZone: string) =>
  localDay(startOfDay(date, timeZone).getTime(), timeZone) === date

const DAY = 86_400_000
