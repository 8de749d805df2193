import type { Queryable } from '../data/connection/pool.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'

/**
 * Throws if the table of a tenant is not protected: row-level security is disabled or not forced, the application's role has no
 * policy, or an index neither starts with the tenant nor has a comment `all tenants: <why>`. `findCulprits` returns the migration
 * responsible for a problem, if known.
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

/** The problems for which `checkTables` throws, one line each. */
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
    ), policies as materialized (
      select polrelid,
        bool_or('plinth_app'::regrole = any (polroles) and polqual::text like pattern) as binds,
        bool_or(polpermissive and polroles && array['plinth_app', 'plinth_restricted', '-']::regrole[]::oid[]
          and not (coalesce(polqual::text like pattern, true) and coalesce(polwithcheck::text like pattern, true))) as opens
      from pg_policy, call group by polrelid
    ), protected as materialized (
      select t.oid, t.name, coalesce(p.binds, false) as binds, coalesce(p.opens, false) as opens
      from tenant_tables t left join policies p on p.polrelid = t.oid
    )
    select name, 'row level security is not enabled and forced' as problem from tenant_tables
      where not (relrowsecurity and relforcerowsecurity)
    union all
    select name, 'no policy binds the role plinth_app to the tenant' from protected
      where has_table_privilege('plinth_app', oid, 'select') and not binds
    union all
    select name, 'a policy lets the role plinth_app see every row' from protected where opens
    union all
    select name, format('index %s does not begin with tenant_id', i.indexrelid::regclass) from tenant_tables t
      join pg_index i on i.indrelid = t.oid
      -- One that is being built is not used, and gets its comment afterwards.
      where not i.indisprimary and i.indisvalid and i.indkey[0] <> t.attnum
        and coalesce(obj_description(i.indexrelid), '') not like 'all tenants: %'
        -- A table with one row per tenant is read across tenants or by its key.
        and not exists (select from pg_index one where one.indrelid = t.oid and one.indisunique and one.indnkeyatts = 1
          and one.indkey[0] = t.attnum and one.indpred is null)`)
  return rows.map(({ name, problem }) => `${name}: ${problem}`)
}

/** Throws if the function of a search is missing, or has access to more than the search needs. */
export async function checkSearches(db: Queryable, modules: readonly Module[]): Promise<void> {
  const { rows } = await db.query<{ name: string }>(`select proname as name from pg_proc
    where pronamespace = 'plinth'::regnamespace and prosecdef and proowner = 'plinth_search'::regrole`)
  const known = new Set(rows.map(({ name }) => name))
  for (const search of modules.flatMap(({ searches = [] }) => searches)) {
    const { tableName } = search.entity.meta
    const [finder, word] = 'languages' in search ? ['find', 'full_text'] : ['search', 'searchable']
    if (!known.has(`${finder}_${tableName}`))
      throw brokenSetup(
        `'${tableName}' is searched, but no migration runs \`select plinth.${word}('${tableName}', …)\``,
      )
  }
}

/** Runs a statement and returns its rows. */
export type RunSql = <Row extends object>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>
