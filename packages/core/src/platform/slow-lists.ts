import type { Queryable } from '../data/connection/pool.ts'
import { nameOf } from '../data/query/row-types.ts'
import type { Tables } from '../data/query/tables.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'

interface TableIndexes {
  readonly name: string
  /** The second column of each index that starts with the tenant, and the key columns. */
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
       select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey[0:1])
       where i.indrelid = c.oid) as columns
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and c.reltuples > $2`,
    [lists.map(({ entity }) => tables.tableOf(entity)), LARGE],
  )
  const large = new Map(rows.map(({ name, columns }) => [name, columns]))
  for (const { path, entity, sorts } of lists) {
    const indexed = large.get(tables.tableOf(entity))
    const slow = indexed ? sorts.filter((sort) => !indexed.includes(tables.columnOf(entity, sort))) : []
    if (slow.length > 0)
      log.warn(
        { list: path, entity: nameOf(entity), properties: slow },
        'a list sorts a large table by properties that no index holds; add indexes that begin with tenant_id and the column',
      )
  }
}
