import type { AdminSql } from './test-platform.ts'

/** What has to be known about a column to generate a value for it. */
export interface TableColumn {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** The most characters that it takes; null if there is no limit. */
  readonly length: number | null
  /** The only values that it takes, by an enum type or a check; null for others. */
  readonly labels: readonly string[] | null
}

/** A table as it is read, with the expressions of the checks that are about one column. */
interface ReadTable extends TenantTable {
  readonly columns: readonly (TableColumn & { readonly checks: readonly string[] | null })[]
}

/** A foreign key, or a column whose comment says what it refers to: `columns[i]` refers to `targets[i]` of `table`. */
export interface Reference {
  readonly columns: readonly string[]
  readonly table: string
  readonly targets: readonly string[]
}

/** A table whose rows belong to tenants. */
export interface TenantTable {
  readonly name: string
  /** All columns except generated ones. */
  readonly columns: readonly TableColumn[]
  readonly primaryKey: readonly string[]
  readonly references: readonly Reference[]
  /** Columns that recording stores separately as secrets. */
  readonly secrets: readonly string[]
}

/** The modules' tables with a `tenant_id`; referenced tables come first. */
export async function readTenantTables(sql: AdminSql): Promise<TenantTable[]> {
  const tables = await sql<ReadTable>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
          'isRequired', a.attnotnull and not a.atthasdef and a.attidentity = '',
          'length', case when a.atttypid in ('varchar'::regtype, 'bpchar'::regtype) and a.atttypmod > 4 then a.atttypmod - 4 end,
          'checks', (select json_agg(pg_get_expr(k.conbin, k.conrelid)) from pg_constraint k
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]),
          'labels', (select json_agg(enumlabel order by enumsortorder) from pg_enum where enumtypid = a.atttypid)
        ) order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      ) as columns,
      (select json_agg(a.attname) from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indrelid = c.oid and i.indisprimary) as "primaryKey",
      (select coalesce(json_agg(r."column"), '[]') from (
        select json_build_object('table', substring(d.description from 11), 'columns', json_build_array(a.attname),
          'targets', json_build_array('id')) as "column"
        from pg_description d join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid
        where d.classoid = 'pg_class'::regclass and d.objoid = c.oid and d.description ~ '^refers to \\w+$'
        union all
        select json_build_object('table', f.confrelid::regclass::text,
          'columns', (select json_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality k(num, n)
            join pg_attribute a on a.attrelid = f.conrelid and a.attnum = k.num),
          'targets', (select json_agg(a.attname order by k.n) from unnest(f.confkey) with ordinality k(num, n)
            join pg_attribute a on a.attrelid = f.confrelid and a.attnum = k.num))
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') r) as references,
      coalesce((select rtrim(encode(t.tgargs, 'escape'), '\\000')::text[] from pg_trigger t
        where t.tgrelid = c.oid and t.tgname = 'plinth_record_insert'), '{}') as secrets
    from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
    order by c.relname`)
  const toColumn = ({ checks, ...column }: ReadTable['columns'][number]): TableColumn => ({
    ...column,
    labels: column.labels ?? checks?.map(listedIn).find((labels) => labels !== null) ?? null,
  })
  return inOrder(tables.map((table) => ({ ...table, columns: table.columns.map(toColumn) })))
}

/** The values in `status in ('open', 'closed')` or `tags <@ array['a', 'b']`, as PostgreSQL spells them; otherwise null. */
function listedIn(check: string): readonly string[] | null {
  const [, list] = /(?:= ANY|<@) \(*ARRAY\[(.*)\]/s.exec(check) ?? /^\([^'<>!]+ = ('.*)\)$/s.exec(check) ?? []
  if (list === undefined || check.includes('NOT (')) return null
  const values = [...list.matchAll(/'((?:[^']|'')*)'|(-?\d[\d.]*)/g)]
  return values.map(([, text, number]) => text?.replaceAll("''", "'") ?? number!)
}

function inOrder(tables: readonly TenantTable[]): TenantTable[] {
  const sorted = new Set<TenantTable>()
  const visit = (table: TenantTable, trail: readonly TenantTable[]): void => {
    if (sorted.has(table) || trail.includes(table)) return
    for (const { table: name } of table.references) {
      const referred = tables.find((other) => other.name === name)
      if (referred) visit(referred, [...trail, table])
    }
    sorted.add(table)
  }
  for (const table of tables) visit(table, [])
  return [...sorted]
}
