import type { Context } from './context.ts'
import { localDay } from './time-zones.ts'

/** The present day in the caller's time zone: `2026-03-29`. */
export const today = async ({ now, locale }: Pick<Context, 'now' | 'locale'>): Promise<string> =>
  localDay(now().getTime(), (await locale()).timeZone)

/** The day that is a number of days after another one, or before it if the number is negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)

/** How many days the second day is after the first; negative if it is before it. */
export const daysBetween = (first: string, second: string): number => (Date.parse(second) - Date.parse(first)) / DAY

const DAY = 86_400_000
