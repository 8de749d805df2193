import type pg from 'pg'
import { brokenSetup } from '../errors.ts'

/**
 * Refuses a login that could do something by itself (decision 45): what an injected statement falls back to with
 * `reset role`, or becomes with `set role`. The two roles of the platform are no exception: it has to name them.
 */
export async function checkLogin(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ login: string; problem: string }>(`
    with login as (select oid, rolname, rolsuper from pg_roles where rolname = session_user),
    reached as (
      select r.*, case when r.oid = login.oid then '' else format('may become %I, which ', r.rolname) end as way
      from login join pg_roles r on r.oid = login.oid or not login.rolsuper and pg_has_role(login.oid, r.oid, 'member')
    ),
    -- Who owns everything is named for being a superuser alone.
    narrow as (select * from reached where not rolsuper)
    select session_user as login, problem from (
      select way || 'is a superuser' from reached where rolsuper
      union all select way || 'bypasses row level security' from narrow where rolbypassrls
      union all select way || 'may create roles' from narrow where rolcreaterole
      union all select way || 'may replicate the database' from narrow where rolreplication
      union all select format('may become %I', rolname) from narrow where rolname in ('plinth_search', 'plinth_backup',
        'pg_read_all_data', 'pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files',
        'pg_execute_server_program')
      union all select format('inherits %I', r.rolname) from login join pg_roles r
        on r.rolname in ('plinth_app', 'plinth_system') and not login.rolsuper and pg_has_role(login.oid, r.oid, 'usage')
      union all select format('%sowns %s', n.way, pg_describe_object(d.classid, d.objid, d.objsubid))
        from narrow n join pg_shdepend d on d.refclassid = 'pg_authid'::regclass and d.refobjid = n.oid
          and d.deptype = 'o' join pg_database here on here.datname = current_database()
        where d.dbid = here.oid or d.classid = 'pg_database'::regclass and d.objid = here.oid
      union all select format('%smay create objects in the schema %s', n.way, s.nspname) from narrow n, pg_namespace s
        where s.nspname in ('public', 'plinth', 'plinth_jobs') and has_schema_privilege(n.oid, s.oid, 'create')
    ) found (problem) limit 5`)
  if (rows.length === 0) return
  const problems = [...new Set(rows.map(({ login, problem }) => `${login} ${problem}`))].join('; ')
  throw brokenSetup(
    `Privileged database login: ${problems}. Name a login that owns nothing in \`database.url\` and this one in ` +
      '`database.migrationUrl`, or, for development, set `database.privilegedLogin`',
  )
}
