-- PostgreSQL does not compute virtual generated columns in transition tables, where triggers read what was written: they would
-- be recorded as null. Null if the table has none; otherwise the statement that records its changes with their values. Expressions
-- of such columns cannot call functions of users. A column that is computed from a secret stays null.
create function plinth.virtual_recording(target oid, operation text, secrets text[]) returns text language plpgsql stable
  set search_path = pg_catalog, plinth, pg_temp as $$
declare
  computed text;
  old_image text := $sql$(select null::uuid as id, null::jsonb as image where false)$sql$;
  new_image text := old_image;
begin
  if not exists (select from pg_attribute where attrelid = target and attgenerated = 'v') then return null; end if;
  select string_agg(format('%L, (%s)', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') into computed
    from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated = 'v' and not a.attisdropped and not exists (
      select from pg_depend p join pg_attribute s on s.attrelid = p.refobjid and s.attnum = p.refobjsubid
      where p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and p.refobjid = target and s.attname = any (secrets));
  if computed is null then return null; end if;
  if operation <> 'INSERT' then
    old_image := format('(select r.id, to_jsonb(r) || jsonb_build_object(%s) as image from old_rows r)', computed);
  end if;
  if operation <> 'DELETE' then
    new_image := format('(select r.id, to_jsonb(r) || jsonb_build_object(%s) as image from new_rows r)', computed);
  end if;
  return format($sql$
    with images as (
      select nextval('plinth.changes_seq_seq') as seq, coalesce(o.id, n.id) as id, o.image as before, n.image as after
      from %s o full join %s n on n.id = o.id where o.image is distinct from n.image
    ),
    secret as (
      select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest($4) k where i.before is not null) as before,
        (select jsonb_object_agg(k, i.after -> k) from unnest($4) k where i.after is not null) as after
      from images i where cardinality($4) > 0
    ),
    kept as (
      insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
      select $1, $2, seq, before, after from secret where before is distinct from after
    )
    insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
    select $1, $2, i.seq, $3, i.id, i.before - $4, i.after - $4 from images i$sql$, old_image, new_image);
end $$;

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
  recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
  if recording is not null then
    execute recording using tenant, entry, tg_table_name, secrets;
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
  recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
  if recording is not null then
    execute recording using tenant, entry, tg_table_name, secrets;
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
  recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
  if recording is not null then
    execute recording using tenant, entry, tg_table_name, secrets;
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
