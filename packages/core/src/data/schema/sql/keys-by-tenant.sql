-- The tenant of rows that belong to all of them: a primary key holds no null.
create function plinth.all_tenants() returns uuid language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid;

-- Foreign keys that name rows of "target" by the id alone name them in "others" instead: by tenant and id, or by the value
-- of a look-up. Rows that are there are not read: "plinth.validate_references" does that, while others write.
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

-- Rows that refer to one of another tenant, and would have gone with it, go before.
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
