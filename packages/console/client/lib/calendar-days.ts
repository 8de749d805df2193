// Days as the API writes them, 2026-03-29, which are the same in all time zones.

const DAY = 86_400_000

/** The days from one to another. */
export function daysBetween(first: string, last: string): readonly string[] {
  const [from, to] = [Date.parse(first), Date.parse(last)]
  return Array.from({ length: Math.max(0, Math.round((to - from) / DAY) + 1) }, (_, index) =>
    new Date(from + index * DAY).toISOString().slice(0, 10),
  )
}

/** A day before or after another. */
export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10)

/** The month so many months after another: `2026-02`. */
export function monthAfter(month: string, count: number): string {
  const [year, index] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, index - 1 + count, 1)).toISOString().slice(0, 7)
}

/** The first days of the weeks that a month has days in. Weeks begin with a weekday from 1, Monday, to 7. */
export function gridOf(month: string, firstWeekday: number): readonly string[] {
  const first = `${month}-01`
  const weekday = new Date(first).getUTCDay() || 7
  const weeks: string[] = []
  for (
    let day = addDays(first, -((weekday - firstWeekday + 7) % 7));
    day < `${monthAfter(month, 1)}-01`;
    day = addDays(day, 7)
  )
    weeks.push(day)
  return weeks
}
