import type { SelectQueryBuilder } from 'kysely'
import { limits, type PageQuery } from '../http/page.ts'

interface PageOptions {
  /** Tells how many there are where that is known otherwise. Default: counted. */
  readonly total?: (count: () => Promise<number>) => Promise<number>
}

/**
 * One page of an ordered query, and how many rows it has on all pages, also past the last one. The count travels with
 * the page unless `total` makes it.
 *
 * @example
 * const query = from(Ticket, 't').select(['t.id', 't.title']).orderBy('t.title').orderBy('t.id')
 * return paged(await readPage(query, asked), asked)
 */
export async function readPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  asked: PageQuery,
  { total }: PageOptions = {},
): Promise<[O[], number]> {
  const { limit, offset } = limits(asked)
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<number>().as('total'))
  const count = async () => {
    const [counting] = (await counted.execute()) as unknown as { readonly total: number }[]
    return counting?.total ?? 0
  }
  const page = query.limit(limit).offset(offset)
  if (total) {
    const rows = await page.execute()
    const isEnd = rows.length < limit && (rows.length > 0 || offset === 0)
    return [rows as O[], isEnd ? offset + rows.length : await total(count)]
  }
  const rows = (await page.select(counted.as('total')).execute()) as (O & { readonly total: number })[]
  const [first] = rows
  return [rows, first?.total ?? (offset === 0 ? 0 : await count())]
}
