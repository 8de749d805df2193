-- Whoever waits for the lock reads the catalog again behind it: what a session has looked up before may be older.
create or replace function plinth.make_log_month(log text, at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  first timestamptz := date_trunc('month', at);
  low uuid := plinth.first_id(first);
  high uuid := plinth.first_id(first + interval '1 month');
  entry text := case log when 'action_log' then 'id' when 'changes' then 'entry_id' when 'seals' then 'entry_id' when 'turns' then 'source_id' end;
  name text := log || to_char(first, '_YYYY_MM');
  other text := log || '_other';
begin
  if to_regclass('plinth.' || name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('audit_logs.log_months', 0));
  if exists (select from pg_class where relnamespace = 'plinth'::regnamespace and relname = name) then return; end if;
  execute format('create table plinth.%I (like plinth.%I including all excluding identity)', name, log);
  execute format('with moved as (delete from plinth.%I where %I >= %L and %I < %L returning *)
    insert into plinth.%I select * from moved', other, entry, low, entry, high, name);
  -- PostgreSQL need not read what has no month to know that nothing in it belongs here.
  execute format('alter table plinth.%I add constraint without_a_month check (%I < %L or %I >= %L) not valid',
    other, entry, low, entry, high);
  execute format('alter table plinth.%I validate constraint without_a_month', other);
  execute format('alter table plinth.%I attach partition plinth.%I for values from (%L) to (%L)', log, name, low, high);
  execute format('alter table plinth.%I drop constraint without_a_month', other);
end $$;

create or replace function plinth.make_access_month(at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  first timestamptz := date_trunc('month', at);
  log text;
  name text;
begin
  foreach log in array array['access_log', 'access_packs'] loop
    name := log || to_char(first, '_YYYY_MM');
    continue when to_regclass('plinth.' || name) is not null;
    perform pg_advisory_xact_lock(hashtextextended('audit_logs.access_months', 0));
    continue when exists (select from pg_class where relnamespace = 'plinth'::regnamespace and relname = name);
    -- In two steps, so that neither readers nor writers wait.
    execute format('create table plinth.%I (like plinth.%I including all)', name, log);
    execute format('alter table plinth.%I attach partition plinth.%I for values from (%L) to (%L)',
      log, name, first, first + interval '1 month');
  end loop;
end $$;

create or replace function plinth.drop_months(log text, before timestamptz) returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  month text;
  used boolean := false;
  dropped integer := 0;
begin
  perform plinth.assert_key();
  if log <> all (array['access_packs', 'action_log', 'changes', 'turns', 'seals']) then
    raise exception 'there are no months of %', log;
  end if;
  -- Another host is at it.
  if not pg_try_advisory_xact_lock(hashtextextended('audit_logs.log_months', 0)) then return 0; end if;
  for month in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = ('plinth.' || log)::regclass and c.relname ~ '_\d{4}_\d{2}$'
      and right(c.relname, 7) < to_char(date_trunc('month', before), 'YYYY_MM') loop
    if log <> 'access_packs' then execute format('select exists (select from plinth.%I)', month) into used; end if;
    continue when used;
    execute format('lock table only plinth.%I in access exclusive mode', log);
    if log <> 'access_packs' then execute format('select exists (select from plinth.%I)', month) into used; end if;
    continue when used;
    execute format('drop table plinth.%I', month);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

create or replace function plinth.unmake_access_months(before timestamptz) returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  month record;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_logs.access_months', 0));
  for month in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'plinth.access_log'::regclass
      and c.relname < 'access_log_' || to_char(date_trunc('month', before), 'YYYY_MM') loop
    lock table only plinth.access_log in access exclusive mode;
    execute format('drop table plinth.%I', month.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;
