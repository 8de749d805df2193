import { z } from 'zod'

const LATEST = Date.parse('9999-12-31T23:59:59Z')

/** When a key ends: whatever a date parser takes; null, nothing or an empty text for never. */
export const ExpiryDate = z
  .string()
  .trim()
  .max(64)
  .nullish()
  .transform((text, { addIssue }) => {
    if (!text) return null
    const date = new Date(text)
    if (date.getTime() <= LATEST) return date
    addIssue({ code: 'custom', message: 'Invalid date' })
    return z.NEVER
  })
