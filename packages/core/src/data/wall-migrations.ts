import { defineMigration } from './migration.ts'

/**
 * The login of a host may become both roles, so that an injected statement may say `set role plinth_system` too
 * (decision 45). What it gains is nothing: the system role's policies also want a key, which the platform's own
 * statements set for themselves and clear again, and of which the database keeps a hash that no role may read.
 */
const walls = defineMigration(
  'core.walls',
  `
create table plinth.keys (hash bytea primary key, created_at timestamptz not null default now());

create function plinth.holds_key() returns boolean language sql stable parallel safe security definer
  set search_path = pg_catalog, pg_temp
  as $$ select exists (select from plinth.keys
    where hash = sha256(convert_to(current_setting('plinth.key', true), 'UTF8'))) $$;

-- For functions that work with their owner's rights; the owner itself needs none.
create function plinth.assert_key() returns void language plpgsql as $$
begin
  if current_setting('role') = 'plinth_system' and not plinth.holds_key() then
    raise exception 'this is for the platform alone' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Puts the key before every table that plinth_system may touch; every migration ends with it. Policies of a role hold
-- for those who inherit it too, so that the key must not be a restriction beside the others: it would bind the owner.
create function plinth.wall() returns void language plpgsql as $$
declare
  key constant text := '((select plinth.holds_key()))';
  t record;
begin
  if exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
    where d.datname = current_database() and a.grantee = 0 and a.privilege_type = 'TEMPORARY') then
    execute format('revoke temporary on database %I from public', current_database());
  end if;
  for t in select c.oid::regclass as name, p.polname, p.polqual is not null as reads, p.polwithcheck is not null as writes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_policy p on p.polrelid = c.oid
      and p.polpermissive and 'plinth_system'::regrole = any (p.polroles)
    where n.nspname in ('public', 'plinth', 'plinth_jobs') and c.relkind in ('r', 'p')
      and c.relname <> 'plinth_migrations' and pg_has_role(c.relowner, 'usage')
      and has_table_privilege('plinth_system', c.oid, 'select, insert, update, delete')
      and (p.oid is null or coalesce(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)) = 'true')
  loop
    if t.polname is null then
      execute format('alter table %s enable row level security', t.name);
      execute format('create policy system on %s to plinth_system using %s', t.name, key);
    else
      execute format('alter policy %I on %s', t.polname, t.name) || case when t.reads then ' using ' || key else '' end
        || case when t.writes then ' with check ' || key else '' end;
    end if;
  end loop;
end $$;
revoke execute on function plinth.wall from public;

grant select, insert, update, delete on plinth.rate_limits to plinth_system;
grant select on public.plinth_migrations to public;

create or replace function plinth.forget_secrets(older_than timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
begin
  perform plinth.assert_key();
  update plinth.kept_secrets set before = null, after = null, is_forgotten = true
    where created_at < older_than and not is_forgotten;
  update plinth.entry_effects set sealed = null where created_at < older_than and sealed is not null;
end $$;
`,
)

/**
 * A plan is made by the owner, who alone may make the table that it lies in: who may make temporary tables could leave
 * one with a trigger for the platform to write into.
 */
const ownPlans = defineMigration(
  'core.own_plans',
  `
drop function plinth.plan_turn(uuid, uuid);
alter function plinth.plan_revert(uuid, uuid) rename to make_revert_plan;
revoke execute on function plinth.make_revert_plan from public;
create function plinth.plan_revert(of_tenant uuid, of_entry uuid) returns json language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  plan json;
begin
  perform plinth.assert_key();
  plan := plinth.make_revert_plan(of_tenant, of_entry);
  if not has_table_privilege('plinth_system', 'pg_temp.reverted_rows', 'update') then
    grant select, update, delete on pg_temp.reverted_rows to plinth_system;
  end if;
  return plan;
end $$;
revoke execute on function plinth.plan_revert from public;
grant execute on function plinth.plan_revert to plinth_system;
`,
)

/** What stands between an injected statement and the system role. */
export const wallMigrations = [walls, ownPlans]

/**
 * A backup by a role that bypasses nothing: `plinth_backup` reads every row of every table, where there is such a role.
 * Each migration ends with it, and tables that are made later (partitions) are read by default privileges.
 */
export const backups = defineMigration(
  'core.backups',
  `
create function plinth.admit_backup() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  place record;
  t record;
begin
  if not exists (select from pg_roles where rolname = 'plinth_backup') then return; end if;
  for place in select oid, nspname as name from pg_namespace
    where nspname in ('public', 'plinth', 'plinth_jobs') and has_schema_privilege(oid, 'create')
  loop
    if not has_schema_privilege('plinth_backup', place.oid, 'usage') then
      execute format('grant usage on schema %I to plinth_backup', place.name);
    end if;
    execute format('alter default privileges in schema %I grant select on tables to plinth_backup', place.name);
    execute format('alter default privileges in schema %I grant select on sequences to plinth_backup', place.name);
    for t in select c.oid::regclass as name, c.relkind, c.relrowsecurity and not exists (select from pg_policy p
        where p.polrelid = c.oid and p.polname = 'backup') as is_hidden,
        not has_table_privilege('plinth_backup', c.oid, 'select') as is_closed
      from pg_class c where c.relnamespace = place.oid and c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')
    loop
      if t.is_closed then
        execute format('grant select on %s %s to plinth_backup', case t.relkind when 'S' then 'sequence' else 'table' end, t.name);
      end if;
      if t.is_hidden then
        execute format('create policy backup on %s for select to plinth_backup using (true)', t.name);
      end if;
    end loop;
  end loop;
end $$;
revoke execute on function plinth.admit_backup from public;

-- What whoever asks would miss in a backup: tables and sequences that they may not read, or of which they see a part.
create function plinth.missing_in_backup() returns setof text language sql stable set search_path = pg_catalog, pg_temp as $$
  select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'plinth', 'plinth_jobs') and c.relkind in ('r', 'p', 'S') and (
    not has_table_privilege(c.oid, 'select')
    or row_security_active(c.oid) and (
      not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
        and pg_get_expr(p.polqual, c.oid) = 'true'
        and (0::oid = any (p.polroles) or exists (select from unnest(p.polroles) r where pg_has_role(r, 'usage'))))
      or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive)))
  order by 1
$$;
`,
)
