import { z } from 'zod'
import { parseIsoDate } from '../rules/dates.ts'

/** Whether clients, JavaScript and the database write the year the same way. False for an invalid date. */
export const hasPlainYear = (date: Date): boolean => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999

/**
 * A point in time in a query, in any ISO 8601 format for dates: a year, a month, a day, or a time with optional seconds and
 * offset. Without an offset it is UTC, regardless of the host's time zone. Returns it in the format that responses use.
 */
export const Moment = z
  .string()
  .max(64)
  .regex(/^\d{4}/, 'Invalid date')
  .transform((text, { addIssue }) => {
    const date = new Date(parseIsoDate(text))
    if (hasPlainYear(date)) return date.toISOString()
    addIssue({ code: 'custom', message: 'Invalid date' })
    return z.NEVER
  })
