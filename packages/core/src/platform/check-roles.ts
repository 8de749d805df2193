import type pg from 'pg'
import { brokenSetup } from '../errors.ts'

/** Refuses roles under which row level security would not hold, and a login that cannot switch to them. */
export async function checkRoles(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ problem: string }>(`
    with privilege as (
      select case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end as name
    )
    select format('%I may not become %I: grant it', session_user, rolname) as problem from pg_roles, privilege
      where rolname in ('plinth_app', 'plinth_system') and not pg_has_role(session_user, oid, privilege.name)
    union all
    select 'plinth_app is a superuser or bypasses row level security' from pg_roles
      where rolname = 'plinth_app' and (rolsuper or rolbypassrls)
    union all
    select format('plinth_app is a member of %I, whose rows it would see', rolname) from pg_roles
      where rolname <> 'plinth_app' and pg_has_role('plinth_app', oid, 'member') and not exists (
        select from pg_roles app where app.rolname = 'plinth_app' and app.rolsuper)`)
  if (rows.length > 0) throw brokenSetup(`Unsafe database roles: ${rows.map(({ problem }) => problem).join('; ')}`)
}
