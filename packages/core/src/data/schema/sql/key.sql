-- Hashes of the platform's key. Without the key, the system role sees no rows.
create table plinth.keys (hash bytea primary key, created_at timestamptz not null default now());

create function plinth.holds_key() returns boolean language sql stable parallel safe security definer
  set search_path = pg_catalog, pg_temp
  as $$ select exists (select from plinth.keys
    where hash = sha256(convert_to(current_setting('plinth.key', true), 'UTF8'))) $$;

-- For functions that run with the rights of their owner, who needs no key.
create function plinth.assert_key() returns void language plpgsql as $$
begin
  if current_setting('role') = 'plinth_system' and not plinth.holds_key() then
    raise exception 'this is for the platform alone' using errcode = 'insufficient_privilege';
  end if;
end $$;

-- Requires the key in the policies of the system role. Runs at the end of every migration. Policies also apply to roles
-- that inherit from theirs, so the key cannot be a restrictive policy: it would bind the owner, too.
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
