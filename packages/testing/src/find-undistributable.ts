import type { AdminSql } from './test-platform.ts'

/** What a cluster that is distributed by tenant needs to know about a table. */
export interface DistributedTable {
  readonly name: string
  /**
   * `tenant`: rows are stored with their tenant. `everywhere`: a look-up table replicated to all nodes. `platform`: a table of
   * the platform itself, on one node.
   */
  readonly distribution: 'tenant' | 'everywhere' | 'platform'
}

const TABLES = `
  select c.oid, n.nspname || '.' || c.relname as name, a.attnum as tenant, a.attnotnull as "isFilled",
    case when obj_description(c.oid, 'pg_class') like 'look-up: %' then 'everywhere'
      when a.attnum is not null then 'tenant' else 'platform' end as distribution
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'plinth')`

/** All tables of the platform and its modules, sorted by name. */
export const readDistribution = (sql: AdminSql): Promise<readonly DistributedTable[]> =>
  sql<DistributedTable>(`select name, distribution from (${TABLES}) t order by name`)

/**
 * Finds what prevents tables from being distributed by `tenant_id`, one line each: a primary key, unique constraint or foreign
 * key without it, and foreign key actions that would change it.
 */
export async function findUndistributable(sql: AdminSql): Promise<readonly string[]> {
  const rows = await sql<{ problem: string }>(`
    with tables as (${TABLES}), placed as (select * from tables where distribution = 'tenant'), found as (
    select name || ': tenant_id may be null' as problem from placed where not "isFilled"
    union all
    select name || ': no value of a row is unique' from placed t
      where not exists (select from pg_index i where i.indrelid = t.oid and i.indisunique and i.indpred is null)
    union all
    select format('%s: the unique index %s is without tenant_id', t.name, i.indexrelid::regclass)
      from placed t join pg_index i on i.indrelid = t.oid and i.indisunique
      where not t.tenant = any (i.indkey::int2[])
    union all
    select format('%s: the constraint %s is without tenant_id', t.name, c.conname)
      from placed t join pg_constraint c on c.conrelid = t.oid and c.contype = 'x' where not t.tenant = any (c.conkey)
    union all
    select format('%s: the foreign key %s to %s is without tenant_id', t.name, c.conname, o.name)
      from tables t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and c.conparentid = 0
      join placed o on o.oid = c.confrelid
      where array_position(c.conkey, t.tenant) is null
        or array_position(c.conkey, t.tenant) is distinct from array_position(c.confkey, o.tenant)
    union all
    select format('%s: the foreign key %s changes tenant_id', t.name, c.conname)
      from placed t join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and t.tenant = any (c.conkey)
      where c.confupdtype in ('c', 'n', 'd')
        or c.confdeltype in ('n', 'd') and t.tenant = any (coalesce(c.confdelsetcols, c.conkey))
    ) select problem from found order by problem collate "C"`)
  return rows.map(({ problem }) => problem)
}
