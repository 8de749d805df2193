import { sql } from 'kysely'
import { MERGED_COMMENT } from '../define/extensible.ts'
import type { Sql } from '../data/query/sql.ts'
import type { Tables } from '../data/query/tables.ts'
import type { RevertStep } from './revert-plan.ts'
import { BY_NAME } from './times-and-authors.ts'

/** Columns by table. */
type ColumnsByTable = ReadonlyMap<string, readonly string[]>

/** The columns that an undo does not compare as a whole. */
export interface ComparedApart {
  /**
   * Who changed a row last and when, counters and sums, and what is derived from other columns on every change. Editing any
   * other field changes them too, so they never block an undo (decision: Bookkeeping columns).
   */
  readonly bookkeeping: ColumnsByTable
  /** Values of custom fields, whose properties are compared and restored one by one, like columns. */
  readonly merged: ColumnsByTable
}

/** How a migration marks a counter or a sum: `comment on column posts.likes is 'bookkeeping'`. */
const COMMENT = 'bookkeeping'

/** Finds these columns in the tables of a plan. */
export async function findComparedApart(
  { db, tables: entityTables }: { readonly db: Sql; readonly tables: Tables },
  steps: readonly RevertStep[],
): Promise<ComparedApart> {
  const tables = [...new Set(steps.map(({ table }) => table))]
  const { rows } = await sql<{ table: string; column: string; comment: string }>`
    select c.relname as "table", a.attname as "column", d.description as comment from pg_description d
    join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid join pg_class c on c.oid = d.objoid
    where d.classoid = 'pg_class'::regclass and d.description = any (${[COMMENT, MERGED_COMMENT]})
      and d.objoid = any (select to_regclass(quote_ident(name)) from unnest(${tables}::text[]) name)`.execute(db)
  const commented = (table: string, comment: string) =>
    rows.filter((row) => row.table === table && row.comment === comment).map(({ column }) => column)
  const derived = (table: string) =>
    entityTables
      .storedIn(table)
      .flatMap((entity) => entityTables.computed(entity))
      .map(({ column }) => column)
  return {
    bookkeeping: new Map(tables.map((table) => [table, [...BY_NAME, ...commented(table, COMMENT), ...derived(table)]])),
    merged: new Map(tables.map((table) => [table, commented(table, MERGED_COMMENT)])),
  }
}
