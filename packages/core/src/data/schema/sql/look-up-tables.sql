-- Tables distributed by tenant can only enforce uniqueness within a tenant. Values that must be unique across tenants, or
-- that are looked up before the tenant is known, are stored in a separate look-up table, which is replicated to every node.

-- Stores the values of "column" of "target" in plinth.<target>_by_<column>, with the tenant and id of their rows, by
-- triggers, so that a value that is taken is refused whatever writes it. Only the platform can read it. Pass false for
-- "are_kept" if existing rows are added by a separate statement.
create function plinth.unique_among_tenants(target regclass, "column" text, are_kept boolean default true)
  returns void language plpgsql set search_path = pg_catalog, pg_temp as $body$
declare
  name text := (select relname from pg_class where oid = target) || '_by_' || "column";
  type text := (select format_type(atttypid, null) from pg_attribute
    where attrelid = target and attname = "column" and not attisdropped);
  token text;
  value text;
  keep text := $function$
begin
  if tg_op = 'INSERT' then
    insert into plinth.@name (value, tenant_id, id) select n.@column, n.tenant_id, n.id from new_rows n where n.@column is not null;
  elsif tg_op = 'DELETE' then
    delete from plinth.@name u using old_rows o where u.value = o.@column;
  elsif new.@column = old.@column then
    update plinth.@name set tenant_id = new.tenant_id, id = new.id where value = new.@column;
  else
    delete from plinth.@name where value = old.@column;
    insert into plinth.@name (value, tenant_id, id) select new.@column, new.tenant_id, new.id where new.@column is not null;
  end if;
  return null;
end $function$;
begin
  if type is null then raise exception 'table % has no column % that could be unique', target, "column"; end if;
  if char_length(name) > 50 then raise exception 'the name % is too long for a look-up', name; end if;
  execute format('create table plinth.%I (value %s primary key, tenant_id uuid not null, id uuid not null)', name, type);
  execute format('comment on table plinth.%I is %L', name, format('look-up: %s.%s among all tenants', target, "column"));
  execute format('alter table plinth.%I enable row level security, force row level security', name);
  execute format('create policy owner on plinth.%I to %I using (true)', name, current_user);
  execute format('create policy system on plinth.%I for select to plinth_system using ((select plinth.holds_key()))', name);
  execute format('grant select on plinth.%I to plinth_system', name);

  for token, value in values ('@name', quote_ident(name)), ('@column', quote_ident("column")) loop
    keep := replace(keep, token, value);
  end loop;
  execute format('create function plinth.%I() returns trigger language plpgsql security definer
    set search_path = pg_catalog, pg_temp as %L', 'keep_' || name, keep);
  execute format('revoke execute on function plinth.%I from public', 'keep_' || name);
  execute format('create trigger %I after insert on %s referencing new table as new_rows
    for each statement execute function plinth.%I()', 'keep_' || name || '_new', target, 'keep_' || name);
  execute format('create trigger %I after delete on %s referencing old table as old_rows
    for each statement execute function plinth.%I()', 'keep_' || name || '_gone', target, 'keep_' || name);
  execute format('create trigger %I after update on %s for each row when (old.%I is distinct from new.%I
    or old.tenant_id is distinct from new.tenant_id or old.id is distinct from new.id) execute function plinth.%I()',
    'keep_' || name || '_changed', target, "column", "column", 'keep_' || name);
  if are_kept then
    execute format('insert into plinth.%I select %I, tenant_id, id from %s where %I is not null', name, "column", target, "column");
  end if;
end $body$;
revoke execute on function plinth.unique_among_tenants from public;

-- Makes foreign keys that reference "target" by id alone reference "others" instead: by tenant and id, or by the value of a
-- look-up. Existing rows are not read; "plinth.validate_references" does that while others write.
create function plinth.refer_to(others regclass, target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  key record;
  is_look_up boolean := coalesce(obj_description(others, 'pg_class') like 'look-up: %', false);
begin
  for key in select c.conrelid::regclass as name, c.conname, a.attname, case c.confdeltype
      when 'c' then ' on delete cascade' when 'r' then ' on delete restrict'
      when 'n' then format(' on delete set null (%I)', a.attname)
      when 'd' then format(' on delete set default (%I)', a.attname) else '' end as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = target and cardinality(c.conkey) = 1 and c.confkey[1] = (
        select attnum from pg_attribute where attrelid = target and attname = 'id')
      and exists (select from pg_attribute where attrelid = c.conrelid and attname = 'tenant_id' and not attisdropped)
  loop
    execute format('alter table %s drop constraint %I, add constraint %I foreign key (%s%I) references %s (%s)%s not valid',
      key.name, key.conname, key.conname, case when not is_look_up then 'tenant_id, ' end, key.attname, others,
      case when is_look_up then 'value' else 'tenant_id, id' end, key.rule);
    execute format('comment on column %s.%I is %L', key.name, key.attname,
      'refers to ' || (select relname from pg_class where oid = target));
  end loop;
end $$;

-- Deletes rows that reference one of another tenant and would have been deleted with it, and validates the foreign keys.
create function plinth.validate_references(target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  key record;
begin
  for key in select c.conrelid::regclass as name, c.conname, a.attname, c.confdeltype = 'c' as cascades
    from pg_constraint c left join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = target and not c.convalidated
  loop
    if key.cascades and key.attname is not null then
      execute format('delete from %s c where c.%I is not null and not exists (select from %s t
        where t.tenant_id = c.tenant_id and t.id = c.%I)', key.name, key.attname, target, key.attname);
    end if;
    execute format('alter table %s validate constraint %I', key.name, key.conname);
  end loop;
end $$;
revoke execute on function plinth.refer_to, plinth.validate_references from public;
