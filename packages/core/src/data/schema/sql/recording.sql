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
