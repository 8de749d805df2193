import { sql } from 'kysely'
import type { Sql } from '../data/sql.ts'
import type { Conflict } from './restore.ts'
import type { Step } from './restore-plan.ts'
import { revertedRows } from './upgrade-rows.ts'

/** A column of a recorded table whose values are ids of another table's rows. */
interface Reference {
  readonly table: string
  readonly column: string
  /** The column that it refers to. */
  readonly target: string
  readonly hasTenants: boolean
}

/** Rows that a refusal names of one column. */
const NAMED = 20

/**
 * Rows that refer to those which a step would delete, and that the entry knows nothing of: others added them since, and
 * they must not go along, or lose their reference, without a word. Rows that the same revert deletes are its own.
 */
export async function findAddedRows(db: Sql, { table, kind, isOfTenants }: Step): Promise<readonly Conflict[]> {
  if (kind !== 'delete') return []
  const conflicts: Conflict[] = []
  for (const reference of await findReferences(db, table)) {
    const column = sql.ref(`c.${reference.column}`)
    const ofTenant = isOfTenants && reference.hasTenants ? sql`and c.tenant_id = n.tenant` : sql``
    const { rows } = await sql<{ id: string }>`
      select distinct c.id from ${revertedRows} n join ${sql.table(reference.table)} c
        on ${column} = (n."from" ->> ${reference.target})::uuid ${ofTenant}
      where n."table" = ${table} and n.kind = 'delete' and not exists (
        select from ${revertedRows} o where o."table" = ${reference.table} and o.id = c.id)
      limit ${NAMED}`.execute(db)
    conflicts.push(...rows.map(({ id }) => ({ table: reference.table, id, fields: [reference.column] })))
  }
  return conflicts
}

/**
 * Foreign keys, whatever they do when the row goes, and columns whose comment says `refers to <table>`. Only recorded
 * tables count: what is not recorded, like a login, is nobody's action and goes with its row.
 */
async function findReferences(db: Sql, table: string): Promise<readonly Reference[]> {
  const { rows } = await sql<Reference>`
    with recorded as (
      select c.oid, c.relname from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'plinth_record_insert'
    ), found as (
      select r.oid, a.attname as "column", f.attname as target
      from recorded r join pg_constraint c on c.conrelid = r.oid and c.contype = 'f'
      cross join unnest(c.conkey, c.confkey) k(own, other)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own
      join pg_attribute f on f.attrelid = c.confrelid and f.attnum = k.other
      where c.confrelid = to_regclass(${table}) and f.atttypid = 'uuid'::regtype and f.attname <> 'tenant_id'
      union
      select r.oid, a.attname, 'id' from recorded r join pg_attribute a on a.attrelid = r.oid
      join pg_description d on d.classoid = 'pg_class'::regclass and d.objoid = r.oid and d.objsubid = a.attnum
      where a.atttypid = 'uuid'::regtype and d.description = ${`refers to ${table}`}
    )
    select r.relname as "table", f."column", f.target, exists (select from pg_attribute
      where attrelid = f.oid and attname = 'tenant_id' and not attisdropped) as "hasTenants"
    from found f join recorded r using (oid) order by 1, 2`.execute(db)
  return rows
}
