import { sql } from 'kysely'
import type { Sql } from '../data/query/sql.ts'
import { type Conflict, NAMED } from './conflict.ts'
import type { RevertStep } from './revert-plan.ts'
import { revertedRows } from './reverted-rows.ts'

/** A column of a recorded table whose values are ids of another table's rows. */
interface ReferringColumn {
  readonly table: string
  readonly column: string
  /** The referenced column. */
  readonly target: string
  readonly hasTenants: boolean
  readonly hasOrganizations: boolean
}

/**
 * Finds rows that refer to a row that a step would delete, but are not part of the entry. Others have added them since, so they
 * must not be deleted or lose their reference unnoticed. Rows created by the entry are part of it, and so are rows in which the
 * entry set the reference. A row in which it changed only other columns is not, because its reference was set later.
 */
export async function findAddedRows(db: Sql, { table, kind, isOfTenants }: RevertStep): Promise<readonly Conflict[]> {
  if (kind !== 'delete') return []
  const conflicts: Conflict[] = []
  for (const reference of await findReferences(db, table)) {
    const column = sql.ref(`c.${reference.column}`)
    const ofTenant = isOfTenants && reference.hasTenants ? sql`and c.tenant_id = n.tenant` : sql``
    const organization = reference.hasOrganizations ? sql`c.organization_id` : sql`null`
    const { rows } = await sql<Pick<Conflict, 'id' | 'organizationId'> & { readonly referred: string }>`
      select distinct c.id, ${organization} as "organizationId", n.id as referred from ${revertedRows} n join ${sql.table(reference.table)} c
        on ${column} = (n."from" ->> ${reference.target})::uuid ${ofTenant}
      where n."table" = ${table} and n.kind = 'delete' and not exists (
        select from ${revertedRows} o where o."table" = ${reference.table} and o.id = c.id and (o.kind <> 'update'
          or o."from" ->> ${reference.column} = n."from" ->> ${reference.target}
          or o."from" -> ${reference.column} is distinct from o."to" -> ${reference.column}))
      limit ${NAMED}`.execute(db)
    const ofReference = { table: reference.table, fields: [reference.column] }
    conflicts.push(
      ...rows.map(({ referred, ...row }) => ({ ...row, ...ofReference, refersTo: { table, id: referred } })),
    )
  }
  return conflicts
}

const hasColumn = (name: string) =>
  sql`exists (select from pg_attribute where attrelid = f.oid and attname = ${name} and not attisdropped)`

/**
 * Foreign keys, whatever their delete action, and columns with the comment `refers to <table>`. Only recorded tables count: rows
 * that are not recorded, such as logins, are deleted with the row they refer to.
 */
async function findReferences(db: Sql, table: string): Promise<readonly ReferringColumn[]> {
  const { rows } = await sql<ReferringColumn>`
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
    select r.relname as "table", f."column", f.target, ${hasColumn('tenant_id')} as "hasTenants",
      ${hasColumn('organization_id')} as "hasOrganizations"
    from found f join recorded r using (oid) order by 1, 2`.execute(db)
  return rows
}
