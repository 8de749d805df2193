import { z } from 'zod'
import { toTime } from '../define/time-zones.ts'
import { parseIsoDate } from '../parse-date.ts'

/** Whether clients, JavaScript and the database write the year the same way. False for an invalid date. */
export const hasPlainYear = (date: Date): boolean => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999

const momentSchema = (write: (date: Date, text: string) => string) =>
  z
    .string()
    .max(64)
    .regex(/^\d{4}/, 'Invalid date')
    .transform((text, { addIssue }) => {
      const date = new Date(parseIsoDate(text))
      if (hasPlainYear(date)) return write(date, text)
      addIssue({ code: 'custom', message: 'Invalid date' })
      return z.NEVER
    })

/**
 * A point in time in a query, in any ISO 8601 format for dates: a year, a month, a day, or a time with optional seconds and
 * offset. Without an offset it is UTC, regardless of the host's time zone. Returns it in the format that responses use.
 */
export const Moment = momentSchema((date) => date.toISOString())

/**
 * Like `Moment`, but without an offset it is a time in the caller's time zone, which `momentIn` converts. Until then, it has no `Z`.
 */
export const LocalMoment = momentSchema((date, text) => {
  const moment = date.toISOString()
  return OFFSET.test(text) ? moment : moment.slice(0, -1)
})

const OFFSET = /(?:Z|:\d\d(?:\.\d+)?[+-]\d\d:?\d\d)$/i

/** A `LocalMoment` as a point in time, in the format that responses use. */
export const momentIn = (moment: string, timeZone: string): string =>
  moment.endsWith('Z') ? moment : new Date(toTime(Date.parse(`${moment}Z`), timeZone)).toISOString()
