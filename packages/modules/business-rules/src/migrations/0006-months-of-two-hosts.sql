-- Whoever waited for the lock reads the catalog again: what a session has looked up before may be older. Who reads the logs
-- for long, such as a backup, is not waited for: everybody else would wait behind this. Drops one month at most.
create or replace function plinth.arrange_rule_executions(today date, months integer, oldest date) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
declare
  first date;
  name text;
  old text;
begin
  perform pg_advisory_xact_lock(hashtextextended('business_rules.execution_months', 0));
  for first in select generate_series(date_trunc('month', today), date_trunc('month', today) + make_interval(months => months), interval '1 month')::date loop
    name := 'rule_executions_' || to_char(first, 'YYYY_MM');
    continue when exists (select from pg_class where relnamespace = 'public'::regnamespace and relname = name);
    execute format('create table public.%I (like public.rule_executions including all)', name);
    execute format('with moved as (delete from public.rule_executions_other where executed_at >= %L and executed_at < %L returning *)
      insert into public.%I select * from moved', first, first + interval '1 month', name);
    execute format('alter table public.rule_executions attach partition public.%I for values from (%L) to (%L)', name, first, first + interval '1 month');
  end loop;
  select min(c.relname) into old from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.rule_executions'::regclass and c.relname ~ '^rule_executions_\d{4}_\d{2}$'
      and c.relname < 'rule_executions_' || to_char(oldest, 'YYYY_MM');
  if old is null then return 0; end if;
  -- In the order in which readers and writers lock.
  lock table only public.rule_executions in access exclusive mode;
  execute format('drop table public.%I', old);
  return 1;
end $$;

-- Rows that never had a month of their own.
create function plinth.purge_rule_executions(oldest date) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  perform plinth.assert_key();
  delete from public.rule_executions_other where executed_at < oldest;
end $$;
revoke execute on function plinth.purge_rule_executions from public;
grant execute on function plinth.purge_rule_executions to plinth_system;
