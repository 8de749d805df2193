import type { Queryable } from '../data/connection/pool.ts'
import { nameOf } from '../data/query/row-types.ts'
import type { Tables } from '../data/query/tables.ts'
import { collations } from '../define/collations.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'

interface TableIndexes {
  readonly name: string
  /** The first two columns of each index, with the collation if it is not that of the column. */
  readonly columns: string[]
}

/** The number of rows from which sorting without an index is noticeable. */
const LARGE = 10_000

/** Warns about lists that sort a large table by a column without an index. */
export async function warnOfSlowLists(
  db: Queryable,
  { modules, tables, log }: { modules: readonly Module[]; tables: Tables; log: Logger },
): Promise<void> {
  const lists = modules
    .flatMap(({ routes = [] }) => routes)
    .flatMap(({ path, lists }) => (lists ? [{ path, ...lists }] : []))
  if (lists.length === 0) return
  const { rows } = await db.query<TableIndexes>(
    `select c.relname as name, array(
       select concat_ws(' ', a.attname, case when o.oid <> a.attcollation then o.collname end)
       from pg_index i cross join unnest(i.indkey::int2[], i.indcollation::oid[]) with ordinality k (num, collation_id, n)
       join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num left join pg_collation o on o.oid = k.collation_id
       where i.indrelid = c.oid and k.n <= 2) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and c.reltuples > $2`,
    [lists.map(({ entity }) => tables.tableOf(entity)), LARGE],
  )
  const large = new Map(rows.map(({ name, columns }) => [name, columns]))
  for (const { path, entity, sorts, texts } of lists) {
    const indexed = large.get(tables.tableOf(entity))
    const wanted = (sort: string) =>
      texts.includes(sort) ? `${tables.columnOf(entity, sort)} ${collations[0]}` : tables.columnOf(entity, sort)
    const slow = indexed ? sorts.filter((sort) => !indexed.includes(wanted(sort))) : []
    if (slow.length > 0)
      log.warn(
        { list: path, entity: nameOf(entity), properties: slow },
        `a list sorts a large table by properties that no index holds; add indexes that begin with tenant_id and the column, texts with collate "${collations[0]}"`,
      )
  }
}
