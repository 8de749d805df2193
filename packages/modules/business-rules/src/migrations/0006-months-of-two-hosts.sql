-- Whoever waited for the lock reads the catalog again: what a session has looked up before may be older.
create or replace function plinth.arrange_rule_executions(today date, months integer, oldest date) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  first date;
  name text;
  old text;
  dropped integer := 0;
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
  for old in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.rule_executions'::regclass and c.relname ~ '^rule_executions_\d{4}_\d{2}$'
      and c.relname < 'rule_executions_' || to_char(oldest, 'YYYY_MM') loop
    execute format('drop table public.%I', old);
    dropped := dropped + 1;
  end loop;
  delete from public.rule_executions_other where executed_at < oldest;
  return dropped;
end $$;
