select plinth.scoped_table('business_rules', $$
  rule_id text not null, rule_name text not null, description text,
  rule_type text not null check (rule_type in ('GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT')),
  rule_category text, entity_type text not null, event_type text,
  condition_expression jsonb, success_actions jsonb, failure_actions jsonb,
  enabled boolean not null default true, priority integer not null default 100, version integer not null default 1,
  effective_from timestamptz, effective_to timestamptz,
  created_by text, updated_by text, deleted_at timestamptz,
  text_bytes integer not null generated always as (
    coalesce(octet_length(condition_expression::text), 0) + coalesce(octet_length(success_actions::text), 0)
      + coalesce(octet_length(failure_actions::text), 0)) stored
$$);
alter table business_rules alter organization_id set not null;
-- The total size of a tenant's rules is limited (decision 43), and read from the index alone.
create index on business_rules (tenant_id, organization_id, entity_type) include (text_bytes) where deleted_at is null;
create unique index business_rules_rule_id_unique on business_rules (tenant_id, rule_id) where deleted_at is null;
-- One per order of lists.
create index on business_rules (tenant_id, organization_id, priority desc, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, rule_name, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, rule_type, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, entity_type, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, created_at, rule_id) where deleted_at is null;
create index on business_rules (tenant_id, organization_id, updated_at, rule_id) where deleted_at is null;

select plinth.scoped_table('rule_sets', $$
  set_id text not null, set_name text not null, description text, enabled boolean not null default true,
  created_by text, updated_by text, deleted_at timestamptz
$$);
alter table rule_sets alter organization_id set not null;
create unique index rule_sets_set_id_unique on rule_sets (tenant_id, set_id) where deleted_at is null;

select plinth.scoped_table('rule_set_members', $$
  set_id uuid not null, rule_id uuid not null,
  sequence integer not null default 0 check (sequence >= 0), enabled boolean not null default true,
  constraint rule_set_members_rule_unique unique (tenant_id, set_id, rule_id),
  foreign key (tenant_id, set_id) references rule_sets (tenant_id, id),
  foreign key (tenant_id, rule_id) references business_rules (tenant_id, id)
$$);
alter table rule_set_members alter organization_id set not null;
create index on rule_set_members (tenant_id, rule_id);

-- Executions with their logs: one row per execution, partitioned by month so that old ones are dropped instead of deleted.
-- Only batched logs write to the table; the application's role can only read it.
create table rule_executions (
  tenant_id uuid not null,
  id bigint not null,
  organization_id uuid not null,
  entity_type text not null,
  entity_id text not null,
  executed_at timestamptz not null,
  executed_by text,
  input_context jsonb,
  -- One object per log: rule, result, ms, error, output, explanation.
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

-- Creates the partitions of the next months, and drops the oldest one that ends before "oldest", one at most; returns how
-- many it dropped. A session that waited for the lock reads the catalog again, because what it has looked up before may be
-- outdated. A long-running reader, such as a backup, is not waited for, because everybody else would wait behind this.
create function plinth.arrange_rule_executions(today date, months integer, oldest date) returns integer
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
revoke execute on function plinth.arrange_rule_executions from public;

create function plinth.keep_rule_executions(today date, months integer, oldest date) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform plinth.assert_key();
  return plinth.arrange_rule_executions(today, months, oldest);
end $$;
revoke execute on function plinth.keep_rule_executions from public;
grant execute on function plinth.keep_rule_executions to plinth_system;

-- Deletes rows outside the monthly partitions.
create function plinth.purge_rule_executions(oldest date) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  perform plinth.assert_key();
  delete from public.rule_executions_other where executed_at < oldest;
end $$;
revoke execute on function plinth.purge_rule_executions from public;
grant execute on function plinth.purge_rule_executions to plinth_system;
select plinth.arrange_rule_executions(current_date, 2, '-infinity');

-- How much a tenant's rules have sent per day; only the platform updates it (decision 43).
create table rule_sendings (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  day date not null,
  kind text not null check (kind in ('mail', 'webhook')),
  sent integer not null,
  primary key (tenant_id, id),
  unique (tenant_id, day, kind)
);
select plinth.guard('rule_sendings', plinth.visible('rule_sendings'));
revoke insert, update, delete on rule_sendings from plinth_app;
