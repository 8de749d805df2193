import { PageQuery } from '@plinth/core'
import { limits } from '@plinth/core/data'
import { z } from 'zod'

/** Maximum number of items that a list returns if no page is requested. */
const MAX_UNPAGED = 5_000

/** The published lists have no pages; `page` requests one. */
export const PagedQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).optional(),
  pageSize: PageQuery.shape.pageSize,
  q: z.string().trim().max(200).optional(),
})

/** The additional properties of a response if a page was requested. */
export const pagedMembers = {
  total: z.number().int().optional(),
  page: z.number().int().optional(),
  pageSize: z.number().int().optional(),
  totalPages: z.number().int().optional(),
}

/** A list, with the additional properties if a page was requested. */
export async function toPaged<T>(
  items: T[],
  { page, pageSize }: z.output<typeof PagedQuery>,
  count: () => Promise<number>,
) {
  if (page === undefined) return { items }
  const total = await count()
  return { items, total, page, pageSize, totalPages: Math.ceil(total / pageSize) }
}

/** The rows to read: those of the page, or all. */
export const rangeOf = ({ page, pageSize }: z.output<typeof PagedQuery>) =>
  page === undefined ? { limit: MAX_UNPAGED, offset: 0 } : limits({ page, pageSize })
