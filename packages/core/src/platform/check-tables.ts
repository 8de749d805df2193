import { createOrm } from '../data/orm.ts'
import type { Migration } from '../data/migration.ts'
import type { Queryable } from '../data/pool.ts'
import { cutStatements, type NewIndex, toIndex } from '../data/text.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/**
 * Refuses a database in which a tenant's table is not protected: row level security off or not forced, no policy for
 * the application's role, or an index that does not begin with the tenant and has no comment `all tenants: <why>`.
 * `findCulprits` says which migration is behind a problem, where that can be known.
 */
export async function checkTables(
  db: Queryable,
  findCulprits: () => Promise<ReadonlyMap<string, string>> = async () => new Map(),
): Promise<void> {
  const problems = await findUnprotected(db)
  if (problems.length === 0) return
  const migrations = await findCulprits()
  const lines = problems.map((problem) => {
    const migration = migrations.get(problem)
    return `  ${problem}${migration === undefined ? '' : ` (migration '${migration}')`}`
  })
  throw brokenSetup(`Unprotected tables:\n${lines.join('\n')}`)
}

/** What `checkTables` refuses, a line for each problem. */
export async function findUnprotected(db: Queryable): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string; problem: string }>(`
    with tenant_tables as (
      select c.oid, c.oid::regclass::text as name, c.relrowsecurity, c.relforcerowsecurity, a.attnum
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'plinth')
    ), call as (
      -- As a parsed expression holds it: to write all of them out takes longer than all else. No function, no such call.
      select '%:funcid ' || coalesce(to_regprocedure('plinth.tenant()')::oid, 0) || ' %' as pattern
    ), policies as (
      select p.*, p.polqual::text like call.pattern as sees_tenant, p.polwithcheck::text like call.pattern as writes_tenant
      from pg_policy p, call
    )
    select name, 'row level security is not enabled and forced' as problem from tenant_tables
      where not (relrowsecurity and relforcerowsecurity)
    union all
    select name, 'no policy binds the role plinth_app to the tenant' from tenant_tables t
      where has_table_privilege('plinth_app', t.oid, 'select') and not exists (
        select from policies p where p.polrelid = t.oid and 'plinth_app'::regrole = any (p.polroles) and p.sees_tenant)
    union all
    select name, 'a policy lets the role plinth_app see every row' from tenant_tables t
      where exists (select from policies p where p.polrelid = t.oid and p.polpermissive
        and ('plinth_app'::regrole = any (p.polroles) or 0::oid = any (p.polroles))
        and not (coalesce(p.sees_tenant, true) and coalesce(p.writes_tenant, true)))
    union all
    select name, format('index %s does not begin with tenant_id', i.indexrelid::regclass) from tenant_tables t
      join pg_index i on i.indrelid = t.oid
      where not i.indisprimary and i.indkey[0] <> t.attnum
        and coalesce(obj_description(i.indexrelid), '') not like 'all tenants: %'`)
  return rows.map(({ name, problem }) => `${name}: ${problem}`)
}

/** Refuses a database in which the function that a search asks is missing, or is not confined to what is searched. */
export async function checkSearches(db: Queryable, modules: readonly Module[]): Promise<void> {
  const { rows } = await db.query<{ name: string }>(`select proname as name from pg_proc
    where pronamespace = 'plinth'::regnamespace and prosecdef and proowner = 'plinth_search'::regrole`)
  const known = new Set(rows.map(({ name }) => name))
  for (const search of modules.flatMap(({ searches = [] }) => searches)) {
    const { tableName } = search.entity.meta
    const [finder, word] = 'languages' in search ? ['find', 'full_text'] : ['search', 'searchable']
    if (!known.has(`${finder}_${tableName}`))
      throw brokenSetup(
        `'${tableName}' is searched, and no migration says \`select plinth.${word}('${tableName}', …)\``,
      )
  }
}

/** Indexes that these migrations make and that are there, but that nothing uses and that keep nothing unique. */
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

/** Runs a statement and returns its rows. */
type RunSql = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

interface StoredColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  readonly isFilled: boolean
}

/**
 * What entities and tables say differently about columns: missing ones, ones that an insert would have to fill,
 * nullability, kinds of types. For tests: a migration and its entity are written by hand, side by side.
 */
export async function findEntityDrift(modules: readonly Module[], sql: RunSql): Promise<readonly string[]> {
  const orm = await createOrm(modules.flatMap((module) => module.entities ?? []))
  const columns = await sql<StoredColumn>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as "isNullable",
      a.atthasdef or a.attidentity <> '' or not a.attnotnull as "isFilled"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`)
  const tables = Map.groupBy(columns, ({ table }) => table)
  const drift: string[] = []
  for (const { tableName, abstract, props } of orm.getMetadata().getAll().values()) {
    if (abstract) continue
    const inTable = new Map(tables.get(tableName)?.map((column) => [column.name, column]))
    if (inTable.size === 0) {
      drift.push(`${tableName}: there is no such table`)
      continue
    }
    for (const { fieldNames = [], columnTypes = [], nullable = false, persist } of props) {
      if (persist === false) continue
      fieldNames.forEach((name, index) => {
        const column = inTable.get(name)
        inTable.delete(name)
        const problem = column
          ? compareColumn({ type: columnTypes[index] ?? '', nullable }, column)
          : 'the table has no such column'
        if (problem !== undefined) drift.push(`${tableName}.${name}: ${problem}`)
      })
    }
    for (const { name, isFilled } of inTable.values())
      if (!isFilled) drift.push(`${tableName}.${name}: an insert has to fill it, and the entity does not know it`)
  }
  return drift.sort()
}

function compareColumn(
  declared: { type: string; nullable: boolean },
  { type, isNullable }: StoredColumn,
): string | undefined {
  const [said, is] = [kindOf(declared.type), kindOf(type)]
  if (said !== is) return `the entity says ${said}, the table ${is}`
  if (declared.nullable === isNullable) return undefined
  return declared.nullable
    ? 'the entity may hold null, the table may not'
    : 'the table may hold null, the entity may not'
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/\[\]$/, 'array'],
  [/^(text|varchar|character|char|citext|bpchar)/, 'text'],
  [/^(int8|bigint|bigserial)/, 'bigint'],
  [/^(int|smallint|serial)/, 'integer'],
  [/^(numeric|decimal)/, 'numeric'],
  [/^(real|float|double)/, 'float'],
  [/^bool/, 'boolean'],
  [/^json/, 'json'],
  [/^(timestamptz|timestamp.*with time zone)/, 'instant'],
  [/^timestamp/, 'timestamp'],
]

/** What kind of values a column of this type holds. */
export function kindOf(type: string): string {
  return KINDS.find(([pattern]) => pattern.test(type))?.[1] ?? type.replace(/\(.*/, '')
}
