-- Partitions the action log, the recorded changes, the chain and the reverts by month: ids start with a timestamp, so
-- everything that belongs to an entry is stored and found in the month in which it began. Rows that exist already stay where
-- they are and become the default partition.
create function plinth.divide_log(log text, entry text, key text) returns void language plpgsql as $$
declare
  old text := log || '_other';
  indexes text[] := (select array_agg(pg_get_indexdef(indexrelid)) from pg_index
    where indrelid = ('plinth.' || log)::regclass and not indisunique);
  secondary text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = ('plinth.' || log)::regclass and contype = 'u');
  name text;
  definition text;
  identity boolean := exists (select from pg_attribute where attrelid = ('plinth.' || log)::regclass and attidentity <> '');
  place bigint;
begin
  if identity then
    execute format('select last_value from %s', pg_get_serial_sequence('plinth.' || log, 'seq')) into place;
    execute format('alter table plinth.%I alter column seq drop identity', log);
  end if;
  for name in select relname from pg_index join pg_class c on c.oid = indexrelid where indrelid = ('plinth.' || log)::regclass loop
    execute format('alter index plinth.%I rename to %I', name, left(name, 57) || '_other');
  end loop;
  execute format('alter table plinth.%I rename to %I', log, old);
  execute format('create table plinth.%I (like plinth.%I including defaults including constraints including storage) partition by range (%I)',
    log, old, entry);
  if identity then
    execute format('alter table plinth.%I alter column seq add generated always as identity', log);
    perform setval(pg_get_serial_sequence('plinth.' || log, 'seq'), place);
  end if;
  execute format('alter table plinth.%I add constraint %I primary key (%s)', log, log || '_pkey', key);
  if secondary is not null then execute format('alter table plinth.%I add %s', log, secondary); end if;
  foreach definition in array coalesce(indexes, '{}') loop execute definition; end loop;
  -- Partitions are only accessible through the log.
  execute format('revoke all on plinth.%I from plinth_app, plinth_system', old);
  execute format('alter table plinth.%I disable row level security, no force row level security', old);
  if log = 'seals' then
    execute 'alter table plinth.seals_other drop constraint seals_pkey_other';
  end if;
  execute format('alter table plinth.%I attach partition plinth.%I default', log, old);
  execute format('alter table plinth.%I enable row level security, force row level security', log);
  execute format('create policy tenant on plinth.%I to plinth_app using (tenant_id = (select plinth.tenant()))', log);
  execute format('create policy system on plinth.%I to plinth_system using (true)', log);
  execute format('create policy owner on plinth.%I to %I using (true)', log, current_user);
  execute format('grant select on plinth.%I to plinth_app, plinth_system', log);
end $$;

select plinth.divide_log('action_log', 'id', 'tenant_id, id');
select plinth.divide_log('changes', 'entry_id', 'tenant_id, entry_id, seq');
select plinth.divide_log('seals', 'entry_id', 'tenant_id, number, entry_id');
select plinth.divide_log('turns', 'source_id', 'tenant_id, source_id, kind');
drop function plinth.divide_log;

create index action_log_by_place on plinth.action_log (seq);
comment on index plinth.action_log_by_place is 'all tenants: entries are chained in the order in which they came';
grant insert on plinth.action_log, plinth.turns to plinth_app, plinth_system;
grant insert on plinth.seals to plinth_system;
grant select on sequence plinth.action_log_seq_seq to plinth_system;

-- The lowest UUID of version 7 with that timestamp.
create function plinth.first_id(at timestamptz) returns uuid language sql immutable parallel safe
  return rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- Creates the monthly partition of one log; those of two logs in one transaction could deadlock with a reader of both. Existing
-- rows of the month move, and nobody waits while they are searched for. A session that waited for the lock reads the catalog
-- again, because what it has looked up before may be outdated.
create function plinth.make_log_month(log text, at timestamptz) returns void language plpgsql security definer
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

create function plinth.open_log_month(log text, at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform plinth.assert_key();
  perform plinth.make_log_month(log, at);
end $$;
revoke execute on function plinth.first_id, plinth.make_log_month, plinth.open_log_month from public;
grant execute on function plinth.open_log_month to plinth_system;

select plinth.make_log_month(log, now() + m * interval '1 month')
from unnest(array['action_log', 'changes', 'seals', 'turns']) log, generate_series(0, 2) m;
