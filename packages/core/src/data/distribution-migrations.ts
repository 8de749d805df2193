import { defineMigration, defineOnlineMigration } from './migration.ts'

/**
 * Tables that are laid out by tenant hold no unique value but those of one tenant. What must be unique among all of them,
 * or is looked up before a tenant is known, is kept beside its table in a look-up, which every node has whole.
 */
export const lookUps = defineMigration(
  'core.look_ups',
  `
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
`,
)

/** Rows of all tenants, and foreign keys to rows that no longer have a key of their id alone. */
export const keysByTenant = defineMigration(
  'core.keys_by_tenant',
  `
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
`,
)

/**
 * Rows of all tenants are found by their id, as those without a tenant; and rows come back after those that a column says
 * it refers to, as after those that a foreign key names.
 */
export const revertsByTenant = defineMigration(
  'core.reverts_by_tenant',
  `
create or replace function plinth.revert_steps(are_alike boolean) returns json language plpgsql as $$ begin return (
  select coalesce(json_agg(json_build_object(
    'table', n."table", 'kind', n.kind, 'isOfTenants', n.of_tenants, 'exists', n.oid is not null,
    'columns', (select coalesce(json_agg(attname), '[]') from pg_attribute
      where attrelid = n.oid and attnum > 0 and not attisdropped and attgenerated = ''),
    'references', (select coalesce(json_agg(distinct r.name), '[]') from (
      select t.relname::text as name from pg_constraint c join pg_class t on t.oid = c.confrelid
      where c.conrelid = n.oid and c.contype = 'f'
      union all
      select substring(d.description from '^refers to (\\w+)$') from pg_description d
      where d.classoid = 'pg_class'::regclass and d.objoid = n.oid and d.objsubid > 0) r where r.name is not null),
    'gone', (select coalesce(json_agg(distinct key), '[]') from unnest(n.samples) s, jsonb_object_keys(s) key
      where not exists (select from pg_attribute
        where attrelid = n.oid and attname = key and attnum > 0 and not attisdropped)),
    'absent', (select coalesce(json_agg(json_build_object('column', a.attname, 'isRequired', a.attnotnull and a.attidentity = '',
        'default', pg_get_expr(d.adbin, d.adrelid))), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = n.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and n.kind = 'insert'
        and exists (select from unnest(n.samples) s where not s ? a.attname))
    ) order by n.last desc), '[]')
  from (
    select t.*, to_regclass(quote_ident(t."table")) as oid, array(
      select coalesce(r."to", r."from") from pg_temp.reverted_rows r where r."table" = t."table" and r.kind = t.kind
      limit case when are_alike then 1 end) as samples
    from (
      select "table", kind, bool_and(tenant <> plinth.all_tenants()) is true as of_tenants, max(seq) as last
      from pg_temp.reverted_rows group by "table", kind
    ) t
  ) n
); end $$;
`,
)

/** The words of a text are found by its tenant and id, neither of which ever changes. */
export const textsByTenant = defineMigration(
  'core.texts_by_tenant',
  `
create function plinth.fix_text_keys(are_new boolean) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  key record;
begin
  for key in select c.conrelid::regclass as name, c.conname, c.confrelid::regclass as target
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.confupdtype = 'c' and t.relnamespace = 'plinth'::regnamespace and t.relname like 'texts\\_%'
  loop
    execute format('alter table %s drop constraint %I, add constraint %I foreign key (tenant_id, id)
      references %s (tenant_id, id) on delete cascade', key.name, key.conname, key.conname, key.target)
      || case when are_new then '' else ' not valid' end;
  end loop;
end $$;
revoke execute on function plinth.fix_text_keys from public;
select plinth.fix_text_keys(false);

create or replace function plinth.full_text(target regclass, columns text[], languages text[]) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $body$
begin
  perform plinth.make_full_text(target, columns, languages);
  perform plinth.fix_text_keys(true);
  perform plinth.plan_full_text(format('plinth.%I(text, integer)',
    'find_' || (select relname from pg_class where oid = target))::regprocedure);
end $body$;
`,
)

/** Reads what the keys before have held already, while others write. */
export const textKeysRead = defineOnlineMigration(
  'core.text_keys_read',
  `
do $$ declare key record; begin
  for key in select c.conrelid::regclass as name, c.conname from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and not c.convalidated and t.relnamespace = 'plinth'::regnamespace and t.relname like 'texts\\_%'
  loop
    execute format('alter table %s validate constraint %I', key.name, key.conname);
  end loop;
end $$;
`,
)
