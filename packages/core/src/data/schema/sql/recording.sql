-- Writes are recorded by triggers, so that none can bypass the log, whether it is a unit of work, a bulk statement or a
-- cascade. Statement-level triggers keep bulk writes set-based. See the diagrams in docs/recording.md.
create function plinth.record_insert() returns trigger language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n) i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i where cardinality(secrets) > 0
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $$;

create function plinth.record_update() returns trigger language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select coalesce(o.id, n.id) as id, to_jsonb(o) as before, to_jsonb(n) as after
    from old_rows o full join new_rows n on n.id = o.id where to_jsonb(o) is distinct from to_jsonb(n)) i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select coalesce(o.id, n.id) as id, to_jsonb(o) as before, to_jsonb(n) as after
    from old_rows o full join new_rows n on n.id = o.id where to_jsonb(o) is distinct from to_jsonb(n)) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i where cardinality(secrets) > 0
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $$;

create function plinth.record_delete() returns trigger language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o) i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i where cardinality(secrets) > 0
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $$;

create function plinth.record(target regclass, secrets text[] default '{}') returns void language plpgsql as $$
declare secret text;
begin
  if not exists (select from pg_attribute where attrelid = target and attname = 'id' and atttypid = 'uuid'::regtype) then
    raise exception 'table % is recorded by rows, so it needs a column id of type uuid', target;
  end if;
  foreach secret in array secrets loop
    if not exists (select from pg_attribute where attrelid = target and attname = secret and not attisdropped) then
      raise exception 'table % has no column % to keep secret', target, secret;
    end if;
  end loop;
  execute format('create trigger plinth_record_insert after insert on %s
    referencing new table as new_rows for each statement execute function plinth.record_insert(%L)', target, secrets);
  execute format('create trigger plinth_record_update after update on %s
    referencing old table as old_rows new table as new_rows for each statement execute function plinth.record_update(%L)', target, secrets);
  execute format('create trigger plinth_record_delete after delete on %s
    referencing old table as old_rows for each statement execute function plinth.record_delete(%L)', target, secrets);
end $$;

-- The tables that one entry has written to; fails if its rows exceed what an action may record. Rows are read again for
-- listing, export and undo, so their size is limited (decision 43). The plan is generic: planning the query for each
-- commit took a fifth of PostgreSQL's time for a write. The text of a JSON image is less than 16,384 times as long as what
-- is stored, compression and numbers such as 1e308 included, so only what could exceed the limit is measured as text.
create function plinth.written_tables(of_tenant uuid, of_entry uuid, most bigint) returns text[] language plpgsql
  security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  names text[];
  was bigint;
  becomes bigint;
begin
  if of_tenant is distinct from plinth.tenant() then return '{}'; end if;
  select array_agg(c.table_name), sum(pg_column_size(c.before)), sum(pg_column_size(c.after)) into names, was, becomes
    from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry;
  -- A condition of its own: PL/pgSQL would run the query of a second one, whatever the first one says.
  if coalesce(was, 0) + coalesce(becomes, 0) > most / 16384 then
    if plinth.image_bytes(of_tenant, of_entry) > most then
      raise exception 'Too much at once: the rows that one action changes may have % bytes, before and after it together', most
        using errcode = 'PL002';
    end if;
  end if;
  if cardinality(names) = 1 then return names; end if;
  return array(select distinct name from unnest(names) name order by name);
end $$;
revoke all on function plinth.written_tables from public;
grant execute on function plinth.written_tables to plinth_app, plinth_system;

-- Small images count with their stored size, compressed ones with the size of their text.
create function plinth.image_bytes(of_tenant uuid, of_entry uuid) returns bigint language plpgsql
  set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin return (
  select sum(case when pg_column_size(image) < 1000 and pg_column_compression(image) is null then pg_column_size(image)
    else octet_length(image::text) end)
  from plinth.changes c, lateral (values (c.before), (c.after)) v (image)
  where c.tenant_id = of_tenant and c.entry_id = of_entry
); end $$;
revoke execute on function plinth.image_bytes from public;
