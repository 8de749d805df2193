create table plinth.access_log (
  tenant_id uuid not null,
  created_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  organization_id uuid,
  actor_id uuid not null,
  resource_kind text not null,
  resource_id text not null,
  access_type text not null,
  fields text[] not null,
  context jsonb not null,
  primary key (tenant_id, created_at, id)
) partition by range (created_at);
create index access_log_by_actor on plinth.access_log (tenant_id, actor_id, created_at desc, id desc);
create index access_log_by_time on plinth.access_log using brin (created_at);
comment on index plinth.access_log_by_time is 'all tenants: what is past keeping is deleted together';
select plinth.guard('plinth.access_log', plinth.visible('plinth.access_log'));

create table plinth.access_days (
  tenant_id uuid not null,
  actor_id uuid not null,
  day date not null,
  organization_id uuid,
  resource_kind text not null,
  access_type text not null,
  accesses bigint not null,
  unique nulls not distinct (tenant_id, actor_id, day, organization_id, resource_kind, access_type)
);
select plinth.guard('plinth.access_days', plinth.visible('plinth.access_days'));
revoke insert, update, delete on plinth.access_log, plinth.access_days from plinth_app;
revoke update on plinth.access_log from plinth_system;

create function plinth.open_access_month(at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  first timestamptz := date_trunc('month', at);
  name text := 'access_log_' || to_char(first, 'YYYY_MM');
begin
  if to_regclass('plinth.' || name) is not null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('audit_logs.access_months', 0));
  execute format('create table if not exists plinth.%I partition of plinth.access_log for values from (%L) to (%L)',
    name, first, first + interval '1 month');
end $$;

create function plinth.drop_access_months(before timestamptz) returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '5s' as $$
declare
  month record;
  dropped integer := 0;
begin
  for month in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'plinth.access_log'::regclass
      and c.relname < 'access_log_' || to_char(date_trunc('month', before), 'YYYY_MM') loop
    execute format('drop table plinth.%I', month.relname);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

revoke execute on function plinth.open_access_month, plinth.drop_access_months from public;
grant execute on function plinth.open_access_month, plinth.drop_access_months to plinth_system;
select plinth.open_access_month(now()), plinth.open_access_month(now() + interval '1 month');

select plinth.tenant_table('log_retention', 'log text not null, days integer not null check (days between 1 and 3650),
  unique (tenant_id, log)');
