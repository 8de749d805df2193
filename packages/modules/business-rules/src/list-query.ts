import { badInput } from '@plinth/core'
import { z } from 'zod'

/** A member of a query; given without a value it counts as absent. */
export function blankAsMissing<T extends z.ZodType>(member: T) {
  return z.preprocess((value) => (value === '' ? undefined : value), member)
}

/** Text that is looked for. */
export const TextFilter = blankAsMissing(z.string().max(200).optional())

/** A boolean that means what it says (decision 5). */
export const OptionalFlag = blankAsMissing(
  z
    .enum(['true', 'false'])
    .transform((text) => text === 'true')
    .optional(),
)

/** The paging of this module's lists; a fraction of a page is none. */
export const Paging = z.object({
  page: blankAsMissing(z.coerce.number().min(1).max(1_000_000).transform(Math.trunc).prefault(1)),
  pageSize: blankAsMissing(z.coerce.number().min(1).max(100).transform(Math.trunc).prefault(50)),
})

/** One page as it is answered. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), total: z.number().int(), totalPages: z.number().int() })
}

/** 400 for a query that makes no sense. */
export const invalidQuery = () => badInput('Invalid query parameters')
