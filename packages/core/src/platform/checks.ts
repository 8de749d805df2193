import type pg from 'pg'
import type { Module } from '../define/module.ts'
import type { Route } from '../define/route.ts'
import { brokenSetup } from '../errors.ts'

/** Refuses what is wrong with the declarations themselves, before anything is opened. */
export function checkDeclarations(modules: readonly Module[]): void {
  const routes = modules.flatMap((module) => module.routes ?? [])
  assertUnique(
    'command',
    modules.flatMap((module) => module.commands ?? []).map(({ id }) => id),
  )
  assertUnique(
    'job',
    modules.flatMap((module) => [...(module.jobs ?? []).map(({ id }) => id), ...durableIds(module)]),
  )
  assertUnique(
    'event',
    modules.flatMap((module) => Object.values(module.events ?? {})).map(({ id }) => id),
  )
  assertUnique(
    'cache',
    modules.flatMap((module) => module.caches ?? []).map(({ id }) => id),
  )
  assertUnique(
    'feature',
    modules.flatMap((module) => Object.values(module.features ?? {})).map(({ id }) => id),
  )
  assertUnique(
    'route',
    routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`),
  )
  for (const route of routes) checkRoute(route)
  for (const module of modules) checkPrefixes(module)
}

const durableIds = (module: Module) =>
  (module.subscribers ?? []).flatMap(({ durable }) => (durable === undefined ? [] : [durable]))

function assertUnique(what: string, ids: readonly string[]): void {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) throw brokenSetup(`Two ${what}s have the id '${id}'`)
    seen.add(id)
  }
}

function checkRoute({ method, path, spec }: Route): void {
  const name = `${method} ${path}`
  if (spec.access === undefined)
    throw brokenSetup(`Route ${name} does not say who may enter; a public one says \`access: open\``)
  if (Array.isArray(spec.access) && spec.access.length === 0)
    throw brokenSetup(`Route ${name} asks for an empty list of features`)
  if (!path.startsWith('/') || path.startsWith('/api/'))
    throw brokenSetup(`Route ${name} must begin with '/' and leave '/api' out`)
}

/** An id says which module it belongs to, so that a reader of a log or an ACL can find its home. */
function checkPrefixes({ id, features, commands, events }: Module): void {
  const ids = [...Object.values(features ?? {}), ...(commands ?? []), ...Object.values(events ?? {})]
  for (const owned of ids) {
    const isOwn = owned.id.startsWith(`${id}.`) || (id === 'dashboards' && owned.id.startsWith('analytics.'))
    if (!isOwn) throw brokenSetup(`'${owned.id}' is declared by module '${id}', so it must begin with '${id}.'`)
  }
}

/**
 * Refuses a database in which a tenant's table is not protected: row level security off or not forced, no policy for
 * the application's role, or an index that does not begin with the tenant and has no comment `all tenants: <why>`.
 */
export async function checkTables(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; problem: string }>(`
    with tenant_tables as (
      select c.oid, c.oid::regclass::text as name, c.relrowsecurity, c.relforcerowsecurity, a.attnum
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'plinth')
    )
    select name, 'row level security is not enabled and forced' as problem from tenant_tables
      where not (relrowsecurity and relforcerowsecurity)
    union all
    select name, 'no policy binds the role plinth_app to the tenant' from tenant_tables t
      where has_table_privilege('plinth_app', t.oid, 'select') and not exists (
        select from pg_policy p where p.polrelid = t.oid
          and 'plinth_app'::regrole = any (p.polroles)
          and pg_get_expr(p.polqual, p.polrelid) like '%plinth.tenant()%')
    union all
    select name, 'a policy lets the role plinth_app see every row' from tenant_tables t
      where exists (select from pg_policy p where p.polrelid = t.oid and p.polpermissive
        and ('plinth_app'::regrole = any (p.polroles) or 0::oid = any (p.polroles))
        and pg_get_expr(p.polqual, p.polrelid) not like '%plinth.tenant()%')
    union all
    select name, format('index %s does not begin with tenant_id', i.indexrelid::regclass) from tenant_tables t
      join pg_index i on i.indrelid = t.oid
      where not i.indisprimary and i.indkey[0] <> t.attnum
        and coalesce(obj_description(i.indexrelid), '') not like 'all tenants: %'`)
  if (rows.length > 0) {
    throw brokenSetup(`Unprotected tables:\n${rows.map(({ name, problem }) => `  ${name}: ${problem}`).join('\n')}`)
  }
}
