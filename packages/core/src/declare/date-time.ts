import { z } from 'zod'

/** RFC 3339 allows `t` and `z` in lower case, too. */
const FORMAT = { offset: true, pattern: new RegExp(z.regexes.datetime({ offset: true }).source, 'i') }

/**
 * A point in time with an offset, as RFC 3339 writes it: `2026-01-31T12:00:00Z`. It comes out in upper case.
 *
 * @example
 * input: z.object({ dueAt: dateTime() })
 */
export const dateTime = () => z.iso.datetime(FORMAT).toUpperCase()
