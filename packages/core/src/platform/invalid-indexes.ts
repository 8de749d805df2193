import type { Queryable } from '../data/connection/pool.ts'
import type { Migration } from '../data/schema/migration.ts'
import { cutStatements, type NewIndex, toIndex } from '../data/schema/sql-text.ts'

/** Invalid indexes created by these migrations: queries do not use them, and they enforce no uniqueness. */
export function findInvalidIndexes(db: Queryable, migrations: readonly Migration[]): Promise<readonly string[]> {
  const online = migrations.filter(({ transaction }) => transaction === false)
  return findInvalid(
    db,
    online.flatMap(({ sql }) => cutStatements(sql).flatMap((statement) => toIndex(statement.sql) ?? [])),
  )
}

export async function findInvalid(db: Queryable, indexes: readonly NewIndex[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from unnest($1::text[], $2::text[]) made (on_table, name)
      join pg_index i on i.indrelid = to_regclass(made.on_table) and not i.indisvalid
      join pg_class c on c.oid = i.indexrelid and c.relname = (parse_ident(made.name))[1]`,
    [indexes.map(({ table }) => table), indexes.map(({ name }) => name)],
  )
  return rows.map(({ name }) => name)
}
