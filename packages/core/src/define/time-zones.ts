/**
 * The form of names that mean the same to `Intl` and to PostgreSQL: `UTC` and the names of places. PostgreSQL reads `CET`, `MET`,
 * `EET` and `WET` as fixed offsets, and `+03:00` as west of Greenwich.
 */
const PLACE = /^(?:UTC|[A-Z][A-Za-z_-]*(?:\/[A-Za-z0-9_+-]+){1,2})$/

/** Whether `Intl` knows the time zone, and its name cannot mean anything else to the database. */
export function isTimeZone(name: string): boolean {
  if (!PLACE.test(name) || name.length > 60) return false
  try {
    return Boolean(formatIn(name))
  } catch {
    return false
  }
}

/** What a clock in a time zone differs from UTC at a time, in milliseconds. */
export function offsetAt(time: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0
  const parts: Record<string, number> = {}
  for (const { type, value } of formatIn(timeZone).formatToParts(time)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return new Date(0).setUTCFullYear(year, month - 1, day) + (hour * 3600 + minute * 60 + second) * 1000 - floor(time)
}

/** The calendar day at a time in a time zone: `2026-03-29`. */
export const localDay = (time: number, timeZone: string): string =>
  new Date(time + offsetAt(time, timeZone)).toISOString().slice(0, 10)

/**
 * A time as a clock in a time zone shows it, with its offset: `2026-03-29T12:00:00.000+02:00`; with `Z` in UTC, and where a year may not
 * have four digits. Offsets have whole minutes, also of times before there were time zones.
 */
export function toLocalIso(time: number, timeZone: string): string {
  if (timeZone === 'UTC' || isAtEnd(time)) return new Date(time).toISOString()
  const offset = Math.round(offsetAt(time, timeZone) / 60_000)
  const minutes = Math.abs(offset)
  const two = (count: number) => String(count).padStart(2, '0')
  const shown = new Date(time + offset * 60_000).toISOString().slice(0, -1)
  return `${shown}${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * A time as a clock in a time zone shows it: `2026-03-29T12:00:00.000`; undefined if `toTime` would take that for another time, because a
 * clock shows it twice, and where a year may not have four digits.
 */
export function toLocalClock(time: number, timeZone: string): string | undefined {
  if (timeZone !== 'UTC' && isAtEnd(time)) return undefined
  const offset = offsetAt(time, timeZone)
  // Most times need not be looked up again.
  const isSecond = offsetAt(time - DAY, timeZone) > offset && toTime(time + offset, timeZone) !== time
  return isSecond ? undefined : new Date(time + offset).toISOString().slice(0, -1)
}

/** Whether the year may be another one in some time zone, without four digits. */
const isAtEnd = (time: number): boolean => time < FIRST || time >= LAST

const [FIRST, LAST] = [Date.parse('0001-01-02T00:00:00Z'), Date.parse('9999-12-31T00:00:00Z')]

/**
 * When a clock in a time zone shows a local time, given as if it were UTC. A time that is shown twice is the first of both. A time
 * that is skipped is when the clock changes: a day that has no midnight begins after it.
 */
export function toTime(local: number, timeZone: string): number {
  const offsets = [offsetAt(local - DAY, timeZone), offsetAt(local + DAY, timeZone)]
  const shown = offsets.map((offset) => local - offset).filter((time) => time + offsetAt(time, timeZone) === local)
  if (shown.length > 0) return Math.min(...shown)
  let [before, after] = [local - Math.max(...offsets), local - Math.min(...offsets)]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (middle + offsetAt(middle, timeZone) < local) before = middle
    else after = middle
  }
  return after
}

/** When a calendar day begins in a time zone. A day that the calendar skips begins with the next one. */
export const startOfDay = (day: string, timeZone: string): Date =>
  new Date(toTime(Date.parse(`${day}T00:00:00Z`), timeZone))

const DAY = 86_400_000

const floor = (time: number) => Math.floor(time / 1000) * 1000

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are expensive to create. There are about 600 names. */
function formatIn(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const two = '2-digit'
    const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
    format = new Intl.DateTimeFormat('en', { timeZone, calendar: 'iso8601', hourCycle: 'h23', ...fields })
    formats.set(timeZone, format)
  }
  return format
}
