create table rule_executions (
  tenant_id uuid not null,
  id bigint not null,
  organization_id uuid not null,
  entity_type text not null,
  entity_id text not null,
  executed_at timestamptz not null,
  executed_by text,
  input_context jsonb,
  -- One object a log: rule, result, ms, error, output, explanation.
  outcomes jsonb not null,
  log_count integer not null,
  primary key (tenant_id, id, executed_at)
) partition by range (executed_at);
create index on rule_executions (tenant_id, executed_at, id);
create index on rule_executions (tenant_id, entity_type, entity_id);
create table rule_executions_other partition of rule_executions default;
select plinth.guard('rule_executions', plinth.visible('rule_executions'));
revoke insert, update, delete on rule_executions from plinth_app;
revoke update, delete on rule_executions from plinth_system;

-- Makes the partitions of months to come and drops those that end before "oldest"; answers how many it dropped.
create function plinth.keep_rule_executions(today date, months integer, oldest date) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  first date;
  name text;
  old text;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7215046117);
  for first in select generate_series(date_trunc('month', today), date_trunc('month', today) + make_interval(months => months), interval '1 month')::date loop
    name := 'rule_executions_' || to_char(first, 'YYYY_MM');
    continue when to_regclass('public.' || name) is not null;
    execute format('create table public.%I (like public.rule_executions including all)', name);
    execute format('with moved as (delete from public.rule_executions_other where executed_at >= %L and executed_at < %L returning *)
      insert into public.%I select * from moved', first, first + interval '1 month', name);
    execute format('alter table public.rule_executions attach partition public.%I for values from (%L) to (%L)', name, first, first + interval '1 month');
  end loop;
  for old in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.rule_executions'::regclass and c.relname ~ '^rule_executions_\d{4}_\d{2}$'
      and c.relname < 'rule_executions_' || to_char(oldest, 'YYYY_MM') loop
    execute format('drop table public.%I', old);
    dropped := dropped + 1;
  end loop;
  delete from public.rule_executions_other where executed_at < oldest;
  return dropped;
end $$;
revoke execute on function plinth.keep_rule_executions from public;
grant execute on function plinth.keep_rule_executions to plinth_system;
select plinth.keep_rule_executions(current_date, 2, '-infinity');
