import { CronExpressionParser } from 'cron-parser'
import type { Job } from '../define/job.ts'
import { localDay, offsetAt, startOfDay, toTime } from '../define/time-zones.ts'

/**
 * When a scheduled job is due for the first time after a moment. `cron-parser` only computes local times: with a time zone, it runs
 * jobs twice when clocks go back or not at all when they go forward, and finds no time where they change by half an hour.
 */
export function nextRun({ schedule, timeZone = 'UTC' }: Pick<Job, 'schedule' | 'timeZone'>, after: Date): Date {
  const from = after.getTime()
  const startIn = (local: number) =>
    CronExpressionParser.parse(schedule!, { currentDate: new Date(local), tz: 'UTC', strict: false })
  const offset = offsetAt(from, timeZone)
  const times = startIn(from + offset)
  if (!isEveryHour(schedule!)) {
    // A time that is shown twice counts once, and one that is skipped is when the clock changes.
    for (;;) {
      const local = times.next().getTime()
      const time = toTime(local, timeZone)
      if (time > from && isThere(local, timeZone)) return new Date(time)
    }
  }
  const time = times.next().getTime() - offset
  const changed = findChange(from, time, timeZone)
  if (changed === undefined) return new Date(time)
  const later = offsetAt(changed, timeZone)
  return new Date(
    startIn(changed + later - 1)
      .next()
      .getTime() - later,
  )
}

/** Whether the queue knows by itself when a job is due. */
export const isInUtc = ({ timeZone = 'UTC' }: Pick<Job, 'timeZone'>): boolean => timeZone === 'UTC'

/** Whether the day of a local time is in the calendar: a place that crosses the date line skips one. */
function isThere(local: number, timeZone: string): boolean {
  const day = new Date(local).toISOString().slice(0, 10)
  return localDay(startOfDay(day, timeZone).getTime(), timeZone) === day
}

/** Whether a job runs at intervals, and not at certain times of the day: it runs in both hours that clocks show twice. */
function isEveryHour(schedule: string): boolean {
  const fields = schedule.trim().split(/\s+/)
  return fields.length === 1 ? /^@(hourly|minutely|secondly)$/.test(schedule.trim()) : fields.at(-4)!.includes('*')
}

/** When clocks change between two moments, less than a day apart; undefined if they do not. */
function findChange(from: number, to: number, timeZone: string): number | undefined {
  const offset = offsetAt(from, timeZone)
  if (offsetAt(to, timeZone) === offset) return undefined
  let [before, after] = [from, to]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if (offsetAt(middle, timeZone) === offset) before = middle
    else after = middle
  }
  return after
}
