-- Limits how many rows a tenant has in a table, or how many with the same values in the columns of `per`, whatever adds them:
-- commands of several hosts, imports, raw SQL, an undone deletion. Rows whose `deleted_at` is set, and those that `among` excludes,
-- do not count. `refusal` is the message for the caller, and `%s` in it the maximum. Rows that exceeded the limit before are kept.
create function plinth.limit_rows(
  target regclass, most integer, refusal text, per text[] default '{}', among text default 'true'
) returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  is_soft boolean := exists (
    select from pg_attribute where attrelid = target and attname = 'deleted_at' and not attisdropped);
  called text := format('plinth.check_row_limit(%L, %L, %L, %L)', most, refusal, per, among);
  suffix text := array_to_string('{limit}' || per, '_');
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows
    for each statement execute function %s', 'plinth_insert_' || suffix, target, called);
  if is_soft then
    execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows
      for each statement execute function %s', 'plinth_restore_' || suffix, target, called);
  end if;
end $$;

-- Counts without a lock until nine tenths of the limit are used: from there on, additions wait for each other.
create function plinth.check_row_limit() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  most integer := tg_argv[0];
  owner text[] := '{tenant_id}' || tg_argv[2]::text[];
  columns text := (select string_agg(format('n.%I', c), ', ') from unnest(owner) c);
  is_same text := (select string_agg(format('r.%1$I = o.%1$I', c), ' and ') from unnest(owner) c);
  is_soft boolean := exists (
    select from pg_attribute where attrelid = tg_relid and attname = 'deleted_at' and not attisdropped);
  added text := case tg_op when 'INSERT' then 'new_rows n'
    else 'new_rows n join old_rows o using (tenant_id, id) where n.deleted_at is null and o.deleted_at is not null' end;
  counting text := format('select max(c.count) from (select distinct %s from %s) o, lateral (
      select count(*) from (select from %s r where %s and (%s) %s limit %s + 1) r) c',
    columns, added, tg_relid::regclass, is_same, tg_argv[3], case when is_soft then 'and r.deleted_at is null' end, most);
  organizations text := coalesce(current_setting('plinth.organizations', true), '');
  used bigint;
begin
  -- Rows of organizations that the caller does not see count as well.
  perform set_config('plinth.organizations', '*', true);
  execute counting into used;
  if used > most * 0.9 then
    execute format('select pg_advisory_xact_lock(hashtextextended(o.key, 0)) from (
      select distinct concat_ws('' '', %L, %s) as key from %s order by key) o', tg_relid::regclass, columns, added);
    execute counting into used;
  end if;
  perform set_config('plinth.organizations', organizations, true);
  if used > most then
    raise exception '%', format(tg_argv[1], most) using errcode = 'PL004', table = tg_table_name;
  end if;
  return null;
end $$;
