import { sql } from 'kysely'
import type { Sql } from '../data/query/sql.ts'
import type { ComparedApart } from './columns-compared-apart.ts'
import type { Conflict } from './conflict.ts'
import { keepRows } from './keep-rows.ts'
import { revertedRows } from './reverted-rows.ts'

/** Entries of a tenant that have undone parts of the entry being reverted. */
interface EarlierUndo {
  readonly tenantId: string
  readonly entries: readonly string[]
}

/**
 * Takes out of a plan what has been undone before: rows that were deleted or restored then, and fields that got their former values.
 * What was subtracted from a counter then is not subtracted again.
 */
export async function leaveUndone(db: Sql, undone: EarlierUndo, apart: ComparedApart): Promise<void> {
  const { rows: tables } = await sql<{ table: string }>`select distinct "table" from ${revertedRows}`.execute(db)
  for (const { table } of tables) {
    const bookkeeping = apart.bookkeeping.get(table) ?? []
    await leaveCounters(db, undone, { table, bookkeeping })
    await keepRows(
      db,
      await fieldsUndone(db, undone, { table, bookkeeping, merged: apart.merged.get(table) ?? [] }),
      apart,
    )
  }
}

/** What the entries have done to rows of the plan: their images before and after each entry. */
const changesOf = ({ tenantId, entries }: EarlierUndo, table: string) => sql`(
  select c.entry_id, c.row_id as id, (array_agg(c.before order by c.seq))[1] as before, (array_agg(c.after order by c.seq desc))[1] as after
  from plinth.changes c
  where c.tenant_id = ${tenantId} and c.entry_id = any (${entries}::uuid[]) and c.table_name = ${table}
    and c.row_id in (select r.id from ${revertedRows} r where r."table" = ${table})
  group by 1, 2)`

interface TableColumns {
  readonly table: string
  readonly bookkeeping: readonly string[]
  readonly merged?: readonly string[]
}

async function fieldsUndone(
  db: Sql,
  undone: EarlierUndo,
  { table, bookkeeping, merged = [] }: TableColumns,
): Promise<readonly Conflict[]> {
  const { rows } = await sql<{ id: string; fields: readonly string[] }>`
    select u.id, array_agg(distinct f.field) as fields
    from ${changesOf(undone, table)} u cross join lateral (
      select 'id' as field where u.before is null or u.after is null
      union all
      select key from jsonb_each(u.before) b (key, value) where u.after is not null
        and key <> all (${[...bookkeeping, ...merged]}::text[]) and u.after -> key is distinct from value
      union all
      select 'cf_' || k from unnest(${merged}::text[]) name,
        jsonb_object_keys(coalesce(u.before -> name, '{}') || coalesce(u.after -> name, '{}')) k
      where u.before is not null and u.after is not null and u.before -> name -> k is distinct from u.after -> name -> k
    ) f group by u.id`.execute(db)
  return rows.map((row) => ({ table, ...row }))
}

async function leaveCounters(db: Sql, undone: EarlierUndo, { table, bookkeeping }: TableColumns): Promise<void> {
  await sql`
    update ${revertedRows} r set "to" = r."to" || u.counters from (
      select id, jsonb_object_agg(key, rest) as counters from (
        select p.id, k.key, (p."to" ->> k.key)::numeric + sum((u.before ->> k.key)::numeric - (u.after ->> k.key)::numeric) as rest
        from ${changesOf(undone, table)} u
        join ${revertedRows} p on p."table" = ${table} and p.id = u.id and p.kind = 'update'
        cross join unnest(${bookkeeping}::text[]) k (key)
        where jsonb_typeof(u.before -> k.key) = 'number' and jsonb_typeof(u.after -> k.key) = 'number'
          and jsonb_typeof(p."to" -> k.key) = 'number'
        group by p.id, k.key, p."to"
      ) each_counter group by id
    ) u where r."table" = ${table} and r.id = u.id and r.kind = 'update'`.execute(db)
}
