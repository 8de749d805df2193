-- Backups by a role that bypasses nothing: `plinth_backup`, if it exists, can read every row of every table. Each migration
-- ends by granting this, and default privileges cover tables created later (partitions).
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

-- What a backup by the caller would miss: tables and sequences that it may not read, or of which it sees only a part.
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
