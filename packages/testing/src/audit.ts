import type { AdminSql } from './test-platform.ts'

/**
 * Audits how the tables are protected in the database itself: row-level security, policies, privileges and recording. Returns the
 * problems. `unrecorded` names tables that are intentionally not recorded.
 */
export async function auditDatabase(sql: AdminSql, unrecorded: readonly string[]): Promise<string[]> {
  const found = await sql<{ problem: string }>(
    `with tenant_tables as (
      select c.oid, c.oid::regclass::text as name, c.relrowsecurity, c.relforcerowsecurity, c.relowner,
        c.relnamespace = 'public'::regnamespace as is_modules
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition
        and c.relnamespace in ('public'::regnamespace, 'plinth'::regnamespace)
    ), policies as (
      select p.*, t.name, pg_get_expr(p.polqual, p.polrelid) as visible, pg_get_expr(p.polwithcheck, p.polrelid) as writable,
        p.polqual::text like call.pattern as sees_tenant, p.polwithcheck::text like call.pattern as writes_tenant
      from pg_policy p join tenant_tables t on t.oid = p.polrelid,
        (select '%:funcid ' || 'plinth.tenant()'::regprocedure::oid || ' %' as pattern) call
      where p.polroles && array['plinth_app', 'plinth_restricted', '-']::regrole[]::oid[]
    )
    select format('row level security of %s is not enabled', name) as problem from tenant_tables where not relrowsecurity
    union all select format('row level security of %s is not forced', name) from tenant_tables
      where not relforcerowsecurity
    union all select format('policy %s of %s is for everybody', polname, name) from policies where 0::oid = any (polroles)
    union all select format('policy %s of %s does not ask for the tenant: %s', polname, name, visible) from policies
      where polpermissive and not sees_tenant
    union all select format('policy %s of %s lets rows be written into any tenant: %s', polname, name, writable)
      from policies where not writes_tenant
    union all select format('%s has no policy for plinth_app', name) from tenant_tables t
      where is_modules and not exists (select from policies p where p.polrelid = t.oid and polpermissive)
    union all select format('everybody has privileges on %s', name) from tenant_tables t, pg_class c
      where c.oid = t.oid and exists (select from aclexplode(c.relacl) where grantee = 0)
    union all select format('plinth_app may %s %s', lower(privilege), name) from tenant_tables,
      unnest(array['TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN']) privilege
      where has_table_privilege('plinth_app', oid, privilege)
    union all select format('plinth_app may %s %s', lower(privilege), name) from tenant_tables,
      unnest(array['UPDATE', 'DELETE', 'TRUNCATE']) privilege
      where not is_modules and has_table_privilege('plinth_app', oid, privilege)
        -- A command keeps its answer under the idempotency key that it took.
        and not (name = 'plinth.answers' and privilege = 'UPDATE')
        -- They are derived from the rows of modules, which a tenant may change as well.
        and not (name in ('plinth.custom_indexes', 'plinth.custom_values') and privilege <> 'TRUNCATE')
    union all select 'plinth_app may read plinth.kept_secrets'
      where has_table_privilege('plinth_app', 'plinth.kept_secrets', 'SELECT')
    union all select format('plinth_app owns %s', name) from tenant_tables where relowner = 'plinth_app'::regrole
    union all select format('role %s is not confined', rolname) from pg_roles
      where rolname in ('plinth_app', 'plinth_restricted', 'plinth_system', 'plinth_search')
        and (rolsuper or rolbypassrls or rolcreaterole or rolcanlogin)
    union all select format('plinth_app can switch to %s', rolname) from pg_roles
      where rolname <> 'plinth_app' and not rolsuper and pg_has_role('plinth_app', oid, 'member')
    union all select format('function %s runs as %s with the search_path of its caller', oid::regprocedure, proowner::regrole)
      from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'plinth'::regnamespace)
        and not exists (select from unnest(proconfig) setting where setting like 'search_path=%')
    union all select format('%s of %s is not recorded', operation, name) from tenant_tables t,
      unnest(array['insert', 'update', 'delete']) operation
      where is_modules and not name = any ($1) and not exists (
        select from pg_trigger g where g.tgrelid = t.oid and g.tgname = 'plinth_record_' || operation
          and g.tgenabled = 'O' and g.tgfoid = to_regproc('plinth.record_' || operation))`,
    [unrecorded],
  )
  return found.map(({ problem }) => problem)
}
