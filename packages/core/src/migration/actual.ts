import type { Queryable } from '../data/pool.ts'

/** A column of the database. */
export interface Column {
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isGenerated: boolean
  readonly default: string | null
}

/** A table of the database. */
export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  /** Key columns, without indexes of expressions. */
  readonly indexes: readonly {
    readonly columns: readonly string[]
    readonly isUnique: boolean
    readonly where: string | null
  }[]
  readonly checks: readonly { readonly name: string; readonly text: string; readonly columns: readonly string[] }[]
  /** Columns that refer to another table. */
  readonly references: readonly { readonly columns: readonly string[]; readonly table: string }[]
  readonly isSearched: boolean
  readonly hasTexts: boolean
}

/** The tables that modules have made, by name. */
export async function readTables(db: Queryable): Promise<ReadonlyMap<string, Table>> {
  const { rows } = await db.query<Table>(`
    select c.relname as name,
      (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'isNullable', not a.attnotnull, 'isGenerated', a.attgenerated <> '', 'default', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum)
        from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
      coalesce((select json_agg(json_build_object('isUnique', i.indisunique, 'where', pg_get_expr(i.indpred, i.indrelid), 'columns',
          (select json_agg(a.attname order by k.n) from unnest(i.indkey::int2[]) with ordinality k (num, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num)))
        from pg_index i where i.indrelid = c.oid and i.indexprs is null), '[]') as indexes,
      coalesce((select json_agg(json_build_object('name', k.conname, 'text', pg_get_constraintdef(k.oid), 'columns',
          (select json_agg(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey))))
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'), '[]') as checks,
      coalesce((select json_agg(json_build_object('table', f.confrelid::regclass::text, 'columns',
          (select json_agg(a.attname order by k.n) from unnest(f.conkey) with ordinality k (num, n)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.num)))
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'), '[]') as references,
      exists (select from pg_proc where proname = 'search_' || c.relname and pronamespace = 'plinth'::regnamespace)
        as "isSearched",
      exists (select from pg_proc where proname = 'find_' || c.relname and pronamespace = 'plinth'::regnamespace)
        as "hasTexts"
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`)
  return new Map(rows.map((table) => [table.name, table]))
}
