-- Keeps the values of "column" of "target" in plinth.<target>_by_<column>, each with the tenant and id of its row, by
-- triggers: whoever writes, a value that is taken is refused. Only the platform reads it. "are_kept" is false where
-- the rows that are there will be added by a statement of their own.
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
