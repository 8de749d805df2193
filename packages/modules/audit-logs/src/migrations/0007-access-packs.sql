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
  -- Where the path names the only record of a line, it has {id} in its place.
  context jsonb not null,
  line_ids uuid[] not null,
  told_at timestamptz[] not null,
  -- All records of all lines, as uuids where all are, else as texts; and the place of each one's line, where some have several.
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

-- Arrays are as long as they are, whatever the planner thinks of them: beside each other they are hashed.
create function plinth.unpack_accesses(pack plinth.access_packs)
  returns table (line uuid, at timestamptz, resource_id text, place bigint) language sql immutable parallel safe rows 500
  set enable_nestloop = off as $$
select l.id, l.at, r.id, row_number() over (partition by l.number order by r.n)
from unnest(pack.line_ids, pack.told_at) with ordinality l (id, at, number)
join unnest(coalesce(pack.resource_uuids::text[], pack.resource_ids), pack.line_places) with ordinality r (id, line, n)
  on coalesce(r.line, r.n) = l.number
$$;

-- One transaction moves lines: each is in one of the tables, whoever dies.
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
    continue when to_regclass('plinth.' || name) is not null;
    -- In two steps, so that neither readers nor writers wait.
    execute format('create table plinth.%I (like plinth.%I including all)', name, log);
    execute format('alter table plinth.%I attach partition plinth.%I for values from (%L) to (%L)',
      log, name, first, first + interval '1 month');
  end loop;
end $$;

-- Every month of which there are lines gets packs.
select plinth.make_access_month(to_timestamp(right(c.relname, 7) || '_01', 'YYYY_MM_DD'))
from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'plinth.access_log'::regclass;
