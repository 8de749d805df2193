import { z } from 'zod'

/** A time of a day without an offset, which JavaScript would take for one of the host's time zone. */
const LOCAL = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/**
 * A moment that a query names, in any form of ISO 8601 that dates are written in: a year, a month, a day, a time with or
 * without seconds and offset. Without an offset it is UTC, wherever the host is. Gives it as every answer spells times.
 */
export const Moment = z
  .string()
  .max(64)
  .regex(/^\d{4}/, 'Invalid date')
  .transform((text, { addIssue }) => {
    const date = new Date(LOCAL.test(text) ? `${text.replace(' ', 'T')}Z` : text)
    const year = date.getUTCFullYear()
    // The database spells no other years.
    if (year >= 1 && year <= 9999) return date.toISOString()
    addIssue({ code: 'custom', message: 'Invalid date' })
    return z.NEVER
  })
