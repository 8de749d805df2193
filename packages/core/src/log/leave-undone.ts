import { sql } from 'kysely'
import type { Sql } from '../data/query/sql.ts'
import type { ComparedApart } from './columns-compared-apart.ts'
import { revertedRows } from './reverted-rows.ts'
import { BY_NAME } from './times-and-authors.ts'

/** Entries of a tenant that have undone parts of the entry being reverted. */
interface EarlierUndo {
  readonly tenantId: string
  readonly entries: readonly string[]
}

/**
 * Takes out of a plan what has been undone before. Rows that were deleted or restored then are left out. The others are expected to be as
 * they were left then, so that only the rest of a change is reverted: nothing of a field that got its former value.
 */
export async function leaveUndone(db: Sql, undone: EarlierUndo, apart: ComparedApart): Promise<void> {
  const { rows: tables } = await sql<{ table: string }>`select distinct "table" from ${revertedRows}`.execute(db)
  for (const { table } of tables) {
    const merged = apart.merged.get(table) ?? []
    const changes = changesOf(undone, table)
    await sql`delete from ${revertedRows} r using ${changes} u
      where r."table" = ${table} and r.id = u.id and (u.before is null or u.after is null)`.execute(db)
    await sql`
      update ${revertedRows} r set "from" = r."from" || left_as.fields from (
        select id, jsonb_object_agg(key, value) as fields from (
          select u.id, key, case when is_count
            then to_jsonb((p."from" ->> key)::numeric + sum(case when is_count then (u.after ->> key)::numeric - (u.before ->> key)::numeric end))
            else (array_agg(u.after -> key order by u.seq desc))[1] end as value
          from ${changes} u join ${revertedRows} p on p."table" = ${table} and p.id = u.id and p."from" is not null,
            jsonb_object_keys(u.before) key, lateral (select key = any (${apart.bookkeeping.get(table) ?? []}::text[])
              and jsonb_typeof(u.before -> key) = 'number' and jsonb_typeof(u.after -> key) = 'number'
              and jsonb_typeof(p."from" -> key) = 'number' as is_count) c
          where u.after -> key is distinct from u.before -> key and key <> all (${merged}::text[])
          group by u.id, key, is_count, p."from"
        ) field where value is not null group by id
      ) left_as where r."table" = ${table} and r.id = left_as.id`.execute(db)
    for (const column of merged)
      await sql`
        update ${revertedRows} r set "from" = r."from" || jsonb_build_object(${column}::text,
          ((r."from" -> ${column}) - left_as.changed) || left_as.members) from (
          select id, array_agg(key) as changed, coalesce(jsonb_object_agg(key, value) filter (where value is not null), '{}') as members
          from (
            select u.id, key, (array_agg(u.after -> ${column} -> key order by u.seq desc))[1] as value
            from ${changes} u, jsonb_object_keys((u.before -> ${column}) || (u.after -> ${column})) key
            where u.after -> ${column} -> key is distinct from u.before -> ${column} -> key
            group by u.id, key
          ) member group by id
        ) left_as where r."table" = ${table} and r.id = left_as.id and jsonb_typeof(r."from" -> ${column}) = 'object'`.execute(
        db,
      )
  }
  await sql`delete from ${revertedRows} where kind = 'update' and "from" - ${BY_NAME}::text[] = "to" - ${BY_NAME}::text[]`.execute(
    db,
  )
}

/** What the entries have done to rows of the plan: their images before and after each entry. */
const changesOf = ({ tenantId, entries }: EarlierUndo, table: string) => sql`(
  select c.row_id as id, max(c.seq) as seq, (array_agg(c.before order by c.seq))[1] as before,
    (array_agg(c.after order by c.seq desc))[1] as after
  from plinth.changes c
  where c.tenant_id = ${tenantId} and c.entry_id = any (${entries}::uuid[]) and c.table_name = ${table}
    and c.row_id in (select r.id from ${revertedRows} r where r."table" = ${table})
  group by c.entry_id, c.row_id)`
