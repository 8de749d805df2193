import { limits, paged, type Sql, sql } from '@plinth/core'

type Fragment = ReturnType<typeof sql>

/** What a list selects, of which table, and in which order. */
export interface Listing {
  readonly columns: Fragment
  /** With its alias: `catalog_products p`. */
  readonly from: Fragment
  readonly where: readonly Fragment[]
  readonly order: Fragment
}

/** One page of a list, and how many there are. */
export async function readPage<T>(
  db: Sql,
  { columns, from, where, order }: Listing,
  query: { page: number; pageSize: number },
) {
  const { limit, offset } = limits(query)
  const condition = sql.join(where, sql` and `)
  const { rows } = await sql<T & { total: number }>`select ${columns}, count(*) over ()::integer as total from ${from}
    where ${condition} order by ${order} limit ${limit} offset ${offset}`.execute(db)
  if (rows.length > 0 || offset === 0) return paged([rows as T[], rows[0]?.total ?? 0], query)
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from ${from} where ${condition}`.execute(db)
  return paged([[] as T[], counted.rows[0]?.total ?? 0], query)
}
