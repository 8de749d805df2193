import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** The logs whose rows lie in the month of their entry, and the entry's id in each. */
const logs = [
  { log: 'action_log', entry: 'id', key: 'tenant_id, id' },
  { log: 'changes', entry: 'entry_id', key: 'tenant_id, entry_id, seq' },
  { log: 'seals', entry: 'entry_id', key: 'tenant_id, number, entry_id' },
  { log: 'turns', entry: 'source_id', key: 'tenant_id, source_id, kind' },
] as const

/**
 * The action log, what was recorded, the chain and what was turned, by month: ids of entries begin with their time, so
 * all that belongs to an entry lies in the month in which it began, and is found there. What was written
 * before, under ids without a time, stays where it is and becomes the partition of whatever has no month.
 */
export const logMonths = defineMigration(
  'audit_logs.log_months',
  sqlFile(new URL('./0008-log-months.sql', import.meta.url))select plinth.divide_log('${log}', '${entry}', '${key}');`).join('\n')}
drop function plinth.divide_log;

-- squawk-ignore require-concurrent-index-creation
create index action_log_by_place on plinth.action_log (seq);
comment on index plinth.action_log_by_place is 'all tenants: entries are chained in the order in which they came';
grant insert on plinth.action_log, plinth.turns to plinth_app, plinth_system;
grant insert on plinth.seals to plinth_system;
grant select on sequence plinth.action_log_seq_seq to plinth_system;

-- The lowest id of version 7 that can be made then.
create function plinth.first_id(at timestamptz) returns uuid language sql immutable parallel safe
  return rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), 32, '0')::uuid;

-- Makes the partition of a month of one log; of two in one transaction a reader of both could be in the way. What is there
-- already moves, and nobody waits while it is looked for.
create function plinth.make_log_month(log text, at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '1s' as $$
declare
  first timestamptz := date_trunc('month', at);
  low uuid := plinth.first_id(first);
  high uuid := plinth.first_id(first + interval '1 month');
  entry text := case log ${logs.map(({ log, entry }) => `when '${log}' then '${entry}'`).join(' ')} end;
  name text := log || to_char(first, '_YYYY_MM');
  other text := log || '_other';
begin
  if to_regclass('plinth.' || name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('audit_logs.log_months', 0));
  if to_regclass('plinth.' || name) is not null then return; end if;
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
from unnest(array[${logs.map(({ log }) => `'${log}'`).join(', ')}]) log, generate_series(0, 2) m;
`,
)
