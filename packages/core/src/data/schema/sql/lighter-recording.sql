-- The same recording with less work for each statement. Tables without virtual generated columns are told apart without a call, an
-- image is made once for each row, and the one secret that most tables with secrets have is taken out without aggregates.
create or replace function plinth.record_insert() returns trigger language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
  recording text;
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if exists (select from pg_attribute where attrelid = tg_relid and attgenerated = 'v') then
    recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
    if recording is not null then
      execute recording using tenant, entry, tg_table_name, secrets;
      return null;
    end if;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n) i;
    return null;
  end if;
  if cardinality(secrets) = 1 then
    with images as materialized (select nextval('plinth.changes_seq_seq') as seq, i.* from (select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n) i),
    kept as (
      insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
      select tenant, entry, i.seq, null::jsonb, jsonb_build_object(secrets[1], i.after -> secrets[1]) from images i
      where i.before -> secrets[1] is distinct from i.after -> secrets[1]
    )
    insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
    select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets[1], i.after - secrets[1] from images i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $$;

create or replace function plinth.record_update() returns trigger language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
  recording text;
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if exists (select from pg_attribute where attrelid = tg_relid and attgenerated = 'v') then
    recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
    if recording is not null then
      execute recording using tenant, entry, tg_table_name, secrets;
      return null;
    end if;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select coalesce(o.id, n.id) as id, o.image as before, n.image as after
    from (select r.id, to_jsonb(r) as image from old_rows r offset 0) o
    full join (select r.id, to_jsonb(r) as image from new_rows r offset 0) n on n.id = o.id where o.image is distinct from n.image) i;
    return null;
  end if;
  if cardinality(secrets) = 1 then
    with images as materialized (select nextval('plinth.changes_seq_seq') as seq, i.* from (select coalesce(o.id, n.id) as id, o.image as before, n.image as after
    from (select r.id, to_jsonb(r) as image from old_rows r offset 0) o
    full join (select r.id, to_jsonb(r) as image from new_rows r offset 0) n on n.id = o.id where o.image is distinct from n.image) i),
    kept as (
      insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
      select tenant, entry, i.seq, case when i.before is not null then jsonb_build_object(secrets[1], i.before -> secrets[1]) end, case when i.after is not null then jsonb_build_object(secrets[1], i.after -> secrets[1]) end from images i
      where i.before -> secrets[1] is distinct from i.after -> secrets[1]
    )
    insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
    select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets[1], i.after - secrets[1] from images i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select coalesce(o.id, n.id) as id, o.image as before, n.image as after
    from (select r.id, to_jsonb(r) as image from old_rows r offset 0) o
    full join (select r.id, to_jsonb(r) as image from new_rows r offset 0) n on n.id = o.id where o.image is distinct from n.image) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $$;

create or replace function plinth.record_delete() returns trigger language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
  recording text;
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if exists (select from pg_attribute where attrelid = tg_relid and attgenerated = 'v') then
    recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
    if recording is not null then
      execute recording using tenant, entry, tg_table_name, secrets;
      return null;
    end if;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o) i;
    return null;
  end if;
  if cardinality(secrets) = 1 then
    with images as materialized (select nextval('plinth.changes_seq_seq') as seq, i.* from (select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o) i),
    kept as (
      insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
      select tenant, entry, i.seq, jsonb_build_object(secrets[1], i.before -> secrets[1]), null::jsonb from images i
      where i.before -> secrets[1] is distinct from i.after -> secrets[1]
    )
    insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
    select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets[1], i.after - secrets[1] from images i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $$;
