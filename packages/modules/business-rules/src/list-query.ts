import { badInput } from '@plinth/core'
import { z } from 'zod'

/** An optional query parameter; a blank value counts as absent. */
export function blankAsMissing<T extends z.ZodType>(member: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), member)
}

/** A text filter. */
export const TextFilter = blankAsMissing(z.string().max(200).optional())

/** A boolean that is parsed by its meaning, so that `false` is false (decision: Malformed input). */
export const OptionalFlag = blankAsMissing(
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
)

/** Paging parameters of this module's lists; fractions are truncated. */
export const Paging = z.object({
  page: blankAsMissing(z.coerce.number().min(1).max(1_000_000).transform(Math.trunc).prefault(1)),
  pageSize: blankAsMissing(z.coerce.number().min(1).max(100).transform(Math.trunc).prefault(50)),
})

/** The response schema of one page. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), totalPages: z.number().int() })
}

/** 400 for an invalid query. */
export const invalidQuery = () => badInput('Invalid query parameters')
