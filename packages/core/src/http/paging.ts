import { z } from 'zod'

/** Page and page size of a list. Values outside the range are clamped, as existing clients rely on (decision: Malformed input). */
export const PageQuery = z.object({
  page: z.coerce
    .number()
    .catch(1)
    .transform((page) => Math.min(Math.max(1, Math.trunc(page) || 1), 1_000_000))
    .default(1),
  pageSize: z.coerce
    .number()
    .catch(50)
    .transform((size) => Math.min(Math.max(1, Math.trunc(size) || 50), 100))
    .default(50),
})

export type PageQuery = z.output<typeof PageQuery>

/** Where a query holds the total of its list if that is known, so that the rows are not counted again. */
export const KNOWN_TOTAL = Symbol('known total')

/** Where the query of an export holds the id of the row before the page, from which a list without `after` can go on. */
export const PREVIOUS_ROW = Symbol('previous row')

/** The code of the error of a page whose rows have too many lines, so that a smaller page may be read. */
export const TOO_MANY_LINES = 'too_many_lines'

/** A page whose total may be known. */
export type AskedPage = PageQuery & { readonly [KNOWN_TOTAL]?: number | undefined }

/** The schema of one page of `item`. */
export function page<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.number().int(),
    page: z.number().int(),
    pageSize: z.number().int(),
    totalPages: z.number().int(),
  })
}

/** `limit` and `offset` of a page. */
export const limits = ({ page, pageSize }: PageQuery) => ({ limit: pageSize, offset: (page - 1) * pageSize })

/** A page as sent in the response. `totalPages` is 0 for an empty list unless `atLeast` is set. */
export function paged<T>([items, total]: readonly [T[], number], { page, pageSize }: PageQuery, atLeast = 0) {
  return { items, total, page, pageSize, totalPages: Math.max(atLeast, Math.ceil(total / pageSize)) }
}
