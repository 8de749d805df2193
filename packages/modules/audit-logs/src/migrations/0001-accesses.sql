-- The access log: one row per response with the ids of all its records, stored as `uuid` if all are UUIDs, which takes less than
-- half the space. It is partitioned by month so that expired data is dropped instead of deleted, with daily counts so that
-- totals need no row-by-row count. The application's role can only read it.
create table plinth.access_log (
  tenant_id uuid not null,
  created_at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  organization_id uuid,
  actor_id uuid not null,
  resource_kind text not null,
  resource_id text,
  access_type text not null,
  fields text[] not null,
  context jsonb not null,
  key_id uuid,
  resource_uuids uuid[],
  resource_ids text[],
  primary key (tenant_id, created_at, id)
) partition by range (created_at);
create index access_log_by_actor on plinth.access_log (tenant_id, actor_id, created_at desc, id desc);
create index access_log_by_key on plinth.access_log (tenant_id, key_id, created_at desc, id desc)
  where key_id is not null;
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

-- The ids of a line, in the order of the response.
create function plinth.accessed_ids(line plinth.access_log) returns text[] language sql immutable parallel safe
  return coalesce(line.resource_uuids::text[], line.resource_ids, array[line.resource_id]);

-- The id under which a record of a line is listed: the first record under the line's own id.
create function plinth.access_entry_id(line uuid, place bigint) returns uuid language sql immutable parallel safe
  return case place when 1 then line else
    -- A UUID of version 8, whose content is not defined.
    overlay(overlay(md5(line::text || place) placing '8' from 13) placing '8' from 17)::uuid end;

-- Rows of past days, packed: all reads by one actor of one kind, with one access type, in one day become one row, with the
-- differing values in arrays. A packed access takes a twelfth of the space, since headers, index entries and equal columns are
-- stored once.
create table plinth.access_packs (
  tenant_id uuid not null,
  day date not null,
  id uuid not null default gen_random_uuid(),
  actor_id uuid not null,
  organization_id uuid,
  key_id uuid,
  resource_kind text not null,
  access_type text not null,
  fields text[] not null,
  -- If the path contains the id of the line's only record, {id} replaces it.
  context jsonb not null,
  line_ids uuid[] not null,
  told_at timestamptz[] not null,
  -- The records of all lines: as uuids if all are UUIDs, otherwise as texts; and the position of each record's line, if some
  -- lines have several.
  resource_uuids uuid[],
  resource_ids text[],
  line_places integer[],
  primary key (tenant_id, actor_id, day, id)
) partition by range (day);
create index access_packs_by_key on plinth.access_packs (tenant_id, key_id, day) where key_id is not null;
select plinth.guard('plinth.access_packs', plinth.visible('plinth.access_packs'));
revoke insert, update, delete on plinth.access_packs from plinth_app;
revoke update on plinth.access_packs from plinth_system;

create function plinth.accessed_records(pack plinth.access_packs) returns bigint language sql immutable parallel safe
  return cardinality(coalesce(pack.resource_uuids::text[], pack.resource_ids));

-- The planner cannot know the length of arrays: with hash joins the cost grows with their length only.
create function plinth.unpack_accesses(pack plinth.access_packs)
  returns table (line uuid, at timestamptz, resource_id text, place bigint) language sql immutable parallel safe rows 500
  set enable_nestloop = off as $$
select l.id, l.at, r.id, row_number() over (partition by l.number order by r.n)
from unnest(pack.line_ids, pack.told_at) with ordinality l (id, at, number)
join unnest(coalesce(pack.resource_uuids::text[], pack.resource_ids), pack.line_places) with ordinality r (id, line, n)
  on coalesce(r.line, r.n) = l.number
$$;

-- One transaction moves lines, so that each is in exactly one of the tables after a crash.
create function plinth.pack_accesses(of_tenant uuid, before timestamptz, most integer) returns bigint
  language sql set timezone = 'UTC' as $$
with moved as (
  delete from plinth.access_log where (tenant_id, created_at, id) in (
    select tenant_id, created_at, id from plinth.access_log
    where tenant_id = of_tenant and created_at < before order by created_at limit most)
  returning *, plinth.accessed_ids(access_log) as told
), line as (
  select m.*, created_at::date as day, cardinality(told) as records,
    case when cardinality(told) = 1 and position(told[1] in context ->> 'path') > 0
      then jsonb_set(context, '{path}', to_jsonb(replace(context ->> 'path', told[1], '{id}'))) else context end as shape,
    coalesce(resource_uuids is not null or resource_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', false) as is_uuid
  from moved m
), shaped as (
  select *, (sum(records) over (partition by day, actor_id, organization_id, key_id, resource_kind, access_type, fields, shape, is_uuid
    order by created_at desc, id desc)) / 2000 as pack from line
), placed as (
  select *, row_number() over (partition by day, actor_id, organization_id, key_id, resource_kind, access_type, fields, shape, is_uuid,
    pack order by created_at desc, id desc) as place from shaped
), packed as (
  insert into plinth.access_packs (tenant_id, day, actor_id, organization_id, key_id, resource_kind, access_type, fields,
    context, line_ids, told_at, resource_uuids, resource_ids, line_places)
  select of_tenant, day, actor_id, organization_id, key_id, resource_kind, access_type, fields, shape,
    array_agg(p.id order by place) filter (where r.n = 1), array_agg(created_at order by place) filter (where r.n = 1),
    case when is_uuid then array_agg(r.id order by place, r.n)::uuid[] end,
    case when not is_uuid then array_agg(r.id order by place, r.n) end,
    case when max(records) > 1 then array_agg(place::integer order by place, r.n) end
  from placed p, unnest(told) with ordinality r (id, n)
  group by day, actor_id, organization_id, key_id, resource_kind, access_type, fields, shape, is_uuid, pack
)
select count(*) from moved
$$;
revoke execute on function plinth.accessed_records, plinth.unpack_accesses, plinth.pack_accesses from public;
grant execute on function plinth.accessed_records, plinth.unpack_accesses to plinth_app, plinth_system;
grant execute on function plinth.pack_accesses to plinth_system;

-- Partitions are created and dropped only by the platform's own statements (decision 45). Two hosts may do so at the same time:
-- a session that waited for the lock reads the catalog again, because what it has looked up before may be outdated.
create function plinth.make_access_month(at timestamptz) returns void language plpgsql security definer
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

create function plinth.unmake_access_months(before timestamptz) returns integer language plpgsql security definer
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
revoke execute on function plinth.make_access_month, plinth.unmake_access_months from public;

create function plinth.open_access_month(at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform plinth.assert_key();
  perform plinth.make_access_month(at);
end $$;

create function plinth.drop_access_months(before timestamptz) returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform plinth.assert_key();
  return plinth.unmake_access_months(before);
end $$;
revoke execute on function plinth.open_access_month, plinth.drop_access_months from public;
grant execute on function plinth.open_access_month, plinth.drop_access_months to plinth_system;
select plinth.make_access_month(now()), plinth.make_access_month(now() + interval '1 month');

select plinth.tenant_table('log_retention', 'log text not null, days integer not null check (days between 1 and 3650),
  unique (tenant_id, log)');
