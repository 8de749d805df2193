import { sql } from 'kysely'
import type { Sql } from '../data/query/sql.ts'
import type { ComparedApart } from './columns-compared-apart.ts'
import type { Conflict } from './conflict.ts'
import { revertedRows } from './reverted-rows.ts'

/**
 * Takes out of a plan what has changed since: fields of rows that the entry has changed, and whole rows that it has created or
 * deleted, or that are gone. A new row that stays keeps the new rows that refer to it; they are returned.
 */
export async function keepRows(
  db: Sql,
  conflicts: readonly Conflict[],
  { bookkeeping, merged }: ComparedApart,
): Promise<readonly Conflict[]> {
  const kept: Conflict[] = []
  for (const table of new Set(conflicts.map((conflict) => conflict.table))) {
    const own = JSON.stringify(conflicts.filter((conflict) => conflict.table === table))
    const changed = sql`jsonb_to_recordset(${own}::jsonb) k (id uuid, fields text[])`
    const isOwn = sql`r."table" = ${table} and r.id = k.id`
    const isPartly = sql`r.kind = 'update' and not 'id' = any (k.fields)`
    const members = (merged.get(table) ?? []).map((column) => keptMembers(column))
    await sql`update ${revertedRows} r set "to" = r."to" || (
        select coalesce(jsonb_object_agg(field, r."from" -> field), '{}') from unnest(k.fields) field where r."from" ? field
      ) ${sql.join(members, sql``)} from ${changed} where ${isOwn} and ${isPartly}`.execute(db)
    await sql`delete from ${revertedRows} r using ${changed} where ${isOwn} and ${isPartly}
      and r."from" - ${bookkeeping.get(table) ?? []}::text[] = r."to" - ${bookkeeping.get(table) ?? []}::text[]`.execute(
      db,
    )
    const { rows } = await sql<Pick<Conflict, 'table' | 'id'>>`
      with recursive named as materialized (
        select r.id, v.value from ${revertedRows} r, jsonb_each_text(r."from") v
        where r.kind = 'delete' and v.key <> 'id' and length(v.value) = 36
      ), kept (id) as (
        select k.id from ${changed} join ${revertedRows} r on ${isOwn} and not (${isPartly})
        union
        select n.id from kept join named n on n.value = kept.id::text
      )
      delete from ${revertedRows} r using kept
      where r.id = kept.id and (r.kind = 'delete' or r."table" = ${table}) returning r."table", r.id`.execute(db)
    const known = new Set(conflicts.map(({ id }) => id))
    kept.push(...rows.filter(({ id }) => !known.has(id)).map((row) => ({ ...row, fields: [] })))
  }
  return kept
}

/** The properties of a merged column that are kept have the value that the entry has left. */
const keptMembers = (column: string) => sql` || (
  select case when jsonb_typeof(r."to" -> ${column}) = 'object' and count(*) > 0 then jsonb_build_object(${column}::text,
    ((r."to" -> ${column}) - array_agg(key)) || coalesce(jsonb_object_agg(key, r."from" -> ${column} -> key)
      filter (where r."from" -> ${column} ? key), '{}')) else '{}' end
  from (select substr(field, 4) as key from unnest(k.fields) field where field like 'cf\\_%') members)`
