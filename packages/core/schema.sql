-- The result of the core's migrations: its tables, functions, triggers and policies, sorted by name.
-- For reading only; the baseline in src/data/schema/sql/ explains the functions.
-- Written by: npx vitest run test/core/data/schema.test.ts --update

-- Tables

-- table plinth.action_log (row level security, also for its owner)
--   tenant_id uuid not null,
--   id uuid not null,
--   organization_id uuid,
--   command_id text not null,
--   action_label text,
--   actor_id text not null,
--   actor_user_id uuid,
--   resource_kind text,
--   resource_id text,
--   parent_resource_kind text,
--   parent_resource_id text,
--   undo_token_hash text,
--   context jsonb,
--   request_id text,
--   created_at timestamp with time zone not null,
--   cache_tags jsonb not null default '[]'::jsonb,
--   seq bigint not null

-- table plinth.answers (row level security, also for its owner)
--   tenant_id uuid not null,
--   actor_id text not null,
--   key_hash text not null,
--   fingerprint text not null,
--   entry_id uuid not null,
--   answer text,
--   created_at timestamp with time zone not null

-- table plinth.changes (row level security, also for its owner)
--   tenant_id uuid not null,
--   entry_id uuid not null,
--   seq bigint not null,
--   table_name text not null,
--   row_id uuid not null,
--   before jsonb,
--   after jsonb,
--   schema bigint not null default plinth.schema_number()

-- table plinth.counted_rows (row level security, also for its owner)
--   owner uuid not null,
--   enough_until bigint,
--   base bigint not null,
--   horizon xid8 not null

-- table plinth.custom_indexes (row level security, also for its owner)
--   tenant_id uuid not null,
--   entity text not null,
--   key text not null,
--   is_searched boolean not null default false,
--   is_filled boolean not null default false,
--   last uuid,
--   filled bigint not null default 0,
--   retired_at timestamp with time zone,
--   is_dropped boolean not null default false

-- table plinth.custom_values (row level security, also for its owner)
--   tenant_id uuid not null,
--   entity text not null,
--   key text not null,
--   id uuid not null,
--   place bigint not null,
--   word text,
--   number double precision,
--   is_searched boolean not null default false

-- table plinth.entry_effects (row level security, also for its owner)
--   tenant_id uuid not null,
--   entry_id uuid not null,
--   sealed text,
--   created_at timestamp with time zone not null

-- table plinth.hosts (row level security, also for its owner)
--   id uuid not null,
--   pulse bigint not null,
--   beat_at timestamp with time zone not null default clock_timestamp(),
--   key_id text,
--   migrations text[]

-- table plinth.invalidations (row level security, also for its owner)
--   transaction xid8 not null default pg_current_xact_id(),
--   host_id uuid not null,
--   tags text[] not null,
--   created_at timestamp with time zone not null default clock_timestamp()

-- table plinth.kept_secrets (row level security, also for its owner)
--   tenant_id uuid not null,
--   entry_id uuid not null,
--   seq bigint not null,
--   before jsonb,
--   after jsonb,
--   created_at timestamp with time zone not null default now(),
--   is_forgotten boolean not null default false

-- table plinth.keys
--   hash bytea not null,
--   created_at timestamp with time zone not null default now()

-- table plinth.rate_limits (row level security)
--   key text not null,
--   points integer not null default 0,
--   expire bigint

-- table plinth.schema_changes (row level security)
--   number bigint not null,
--   table_name text not null,
--   change jsonb not null

-- table plinth.turns (row level security, also for its owner)
--   tenant_id uuid not null,
--   source_id uuid not null,
--   kind text not null,
--   entry_id uuid not null,
--   actor_id text not null,
--   created_at timestamp with time zone not null

-- Functions

CREATE OR REPLACE FUNCTION plinth.admit_backup()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  place record;
  t record;
begin
  if not exists (select from pg_roles where rolname = 'plinth_backup') then return; end if;
  for place in select oid, nspname as name from pg_namespace
    where nspname in ('public', 'plinth', 'plinth_jobs') and has_schema_privilege(oid, 'create')
  loop
    if not has_schema_privilege('plinth_backup', place.oid, 'usage') then
      execute format('grant usage on schema %I to plinth_backup', place.name);
    end if;
    execute format('alter default privileges in schema %I grant select on tables to plinth_backup', place.name);
    execute format('alter default privileges in schema %I grant select on sequences to plinth_backup', place.name);
    for t in select c.oid::regclass as name, c.relkind, c.relrowsecurity and not exists (select from pg_policy p
        where p.polrelid = c.oid and p.polname = 'backup') as is_hidden,
        not has_table_privilege('plinth_backup', c.oid, 'select') as is_closed
      from pg_class c where c.relnamespace = place.oid and c.relkind in ('r', 'p', 'S') and pg_has_role(c.relowner, 'usage')
    loop
      if t.is_closed then
        execute format('grant select on %s %s to plinth_backup', case t.relkind when 'S' then 'sequence' else 'table' end, t.name);
      end if;
      if t.is_hidden then
        execute format('create policy backup on %s for select to plinth_backup using (true)', t.name);
      end if;
    end loop;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.all_organizations()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select current_setting('plinth.organizations', true) in ('*', '+') $function$
;

CREATE OR REPLACE FUNCTION plinth.all_tenants()
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN '00000000-0000-0000-0000-000000000000'::uuid
;

CREATE OR REPLACE FUNCTION plinth.assert_key()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('role') = 'plinth_system' and not plinth.holds_key() then
    raise exception 'this is for the platform alone' using errcode = 'insufficient_privilege';
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.assert_unchanged(version xid, name text, stored record)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  since pg_snapshot := nullif(current_setting('plinth.since', true), '')::pg_snapshot;
  newest bigint; distance bigint; writer xid8;
begin
  if since is null then return; end if;
  newest := pg_snapshot_xmax(since)::text::bigint;
  distance := (version::text::bigint - newest % 4294967296 + 6442450944) % 4294967296 - 2147483648;
  if distance < -newest then return; end if;
  writer := (newest + distance)::text::xid8;
  if pg_visible_in_snapshot(writer, since) then return; end if;
  -- Not given out yet: the row is as old as that id was the last time.
  if writer >= pg_snapshot_xmax(pg_current_snapshot()) then return; end if;
  -- Under its lock, whose work is not done is this transaction itself.
  if pg_xact_status(writer) = 'in progress' then return; end if;
  raise exception using errcode = '40001', message = 'a row has changed since the command read',
    detail = format('Row %s of %s', to_jsonb(stored) ->> 'id', name);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.changes_of(ids uuid[])
 RETURNS TABLE(row_id uuid, first_change bigint, last_change bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.row_id, min(c.seq), max(c.seq) from plinth.changes c
  where c.tenant_id = plinth.tenant() and c.entry_id = plinth.entry() and c.row_id = any (ids) group by c.row_id
$function$
;

CREATE OR REPLACE FUNCTION plinth.changes_since(ids uuid[], since bigint)
 RETURNS TABLE(row_id uuid, changes bigint[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.row_id, array_agg(c.seq order by c.seq) from plinth.changes c
  where c.tenant_id = plinth.tenant() and c.entry_id = plinth.entry() and c.seq > since and c.row_id = any (ids) group by c.row_id
$function$
;

CREATE OR REPLACE FUNCTION plinth.check_policies()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  before jsonb := case when tg_op <> 'INSERT' then plinth.image_of(tg_relid, old) end;
  after jsonb := case when tg_op <> 'DELETE' then plinth.image_of(tg_relid, new) end;
begin
  if plinth.entry() is null and exists (select from pg_trigger t where t.tgrelid = tg_relid
    and t.tgfoid in ('plinth.record_insert'::regproc, 'plinth.record_update'::regproc, 'plinth.record_delete'::regproc)) then
    raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
  end if;
  if not (case when tg_op = 'INSERT' then plinth.may('read', tg_relid, after)
    when tg_op = 'DELETE' then plinth.may('delete', tg_relid, before)
    when before ->> 'deleted_at' is null and after ->> 'deleted_at' is not null
      then plinth.may('delete', tg_relid, before) and plinth.may('read', tg_relid, after)
    else plinth.may('update', tg_relid, before) and plinth.may('update', tg_relid, after) end) then
    raise exception 'a row policy does not permit this' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.check_row_limit()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  most integer := tg_argv[0];
  columns text[] := '{tenant_id}' || tg_argv[2]::text[];
  -- A small limit is reached before its marks are of use. Where columns decide which rows count, an update can add some without a number.
  is_marked boolean := most >= 1000 and columns = '{tenant_id}' and tg_argv[3] = 'true';
  owners uuid[];
  added bigint;
  reached bigint;
  seen pg_snapshot;
  is_same text;
  is_soft boolean;
  source text;
  counting text;
  counts bigint[];
  organizations text := coalesce(current_setting('plinth.organizations', true), '');
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct md5(concat_ws(' ', tg_relid::regclass, most, n.tenant_id))::uuid), count(*) into owners, added
    from new_rows n;
  else
    select array_agg(distinct md5(concat_ws(' ', tg_relid::regclass, most, n.tenant_id))::uuid), count(*) into owners, added
    from new_rows n join old_rows o using (tenant_id, id) where n.deleted_at is null and o.deleted_at is not null;
  end if;
  if added = 0 or is_marked and plinth.has_room(owners, added) then return null; end if;
  select last_value into reached from plinth.added_rows;
  seen := pg_current_snapshot();
  is_soft := exists (select from pg_attribute where attrelid = tg_relid and attname = 'deleted_at' and not attisdropped);
  is_same := (select string_agg(format('r.%1$I = o.%1$I', c), ' and ') from unnest(columns) c);
  source := format('(select distinct %s from %s) o', (select string_agg(format('n.%I', c), ', ') from unnest(columns) c),
    case tg_op when 'INSERT' then 'new_rows n'
      else 'new_rows n join old_rows d using (tenant_id, id) where n.deleted_at is null and d.deleted_at is not null' end);
  counting := format('select array_agg(md5(concat_ws('' '', %L, o.tenant_id))::uuid), array_agg(c.count) from %s, lateral (
      select count(*) from (select from %s r where %s and (%s) %s limit %s + 1) r) c',
    concat_ws(' ', tg_relid::regclass, most), source, tg_relid::regclass, is_same, tg_argv[3],
    case when is_soft then 'and r.deleted_at is null' end, most);
  -- Rows of organizations that the caller does not see count as well.
  perform set_config('plinth.organizations', '*', true);
  execute counting into owners, counts;
  -- Counts without a lock until nine tenths of the limit are used: from there on, additions wait for each other.
  if (select max(c) from unnest(counts) c) > most * 0.9 then
    execute format('select pg_advisory_xact_lock(hashtextextended(key, 0)) from (
      select concat_ws('' '', %L, %s) as key from %s order by key) o', tg_relid::regclass,
      (select string_agg(format('o.%I', c), ', ') from unnest(columns) c), source);
    execute counting into owners, counts;
  end if;
  perform set_config('plinth.organizations', organizations, true);
  if (select max(c) from unnest(counts) c) > most then
    raise exception '%', format(tg_argv[1], most) using errcode = 'PL004', table = tg_table_name;
  end if;
  if is_marked then
    perform plinth.mark_counted(owners[i], floor(most * 0.9)::bigint - counts[i], reached, seen)
      from generate_subscripts(owners, 1) i where counts[i] <= most * 0.9;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.compared_column(target regclass, slot integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
  plain jsonb := coalesce(policy -> 'plain', policy -> 'needed') -> slot;
begin
  return case when plain ? 'of' and plinth.reads_few(target) then null else plain ->> 'column' end;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.compared_key(target regclass, slot integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
begin
  return coalesce(policy -> 'plain', policy -> 'needed') -> slot ->> 'key';
end $function$
;

CREATE OR REPLACE FUNCTION plinth.completed_rows(target regclass, sent jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  defaults text;
  computed text;
  completed jsonb;
begin
  select string_agg(format('%L, %s', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') into defaults
    from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated = '' and not a.attisdropped and pg_get_expr(d.adbin, d.adrelid) not like '%nextval(%';
  select string_agg(format('%L, (%s)::%s', a.attname, pg_get_expr(d.adbin, d.adrelid), format_type(a.atttypid, a.atttypmod)), ', ')
    into computed from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated <> '' and not a.attisdropped;
  execute format('select jsonb_agg(to_jsonb(r) || jsonb_build_object(%s)) from jsonb_populate_recordset(null::%s,
    (select jsonb_agg(jsonb_build_object(%s) || e) from jsonb_array_elements($1) e)) r', computed, target, defaults)
    into completed using sent;
  return completed;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.count_changes(of_tenant uuid, of_entry uuid)
 RETURNS bigint
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select count(*) from plinth.changes c
  where of_tenant = plinth.tenant() and c.tenant_id = of_tenant and c.entry_id = of_entry
$function$
;

CREATE OR REPLACE FUNCTION plinth.count_changes_of(of_tenant uuid, of_entry uuid, tables text[])
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if of_tenant is distinct from plinth.tenant() then return 0; end if;
  return (select count(*) from plinth.changes c
    where c.tenant_id = of_tenant and c.entry_id = of_entry and (tables is null or c.table_name = any (tables)));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.custom_elements(value jsonb)
 RETURNS TABLE(place bigint, word text, number double precision)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select e.place, case when jsonb_typeof(e.value) in ('string', 'boolean') then "left"(e.value #>> '{}', 200) end,
    case jsonb_typeof(e.value) when 'number' then (e.value #>> '{}')::double precision end
  from (select case jsonb_typeof(value) when 'object' then value -> 'hashes' else value end) v (value),
    jsonb_array_elements(case jsonb_typeof(v.value) when 'array' then v.value else jsonb_build_array(v.value) end)
      with ordinality e (value, place)
  where jsonb_typeof(e.value) in ('string', 'boolean', 'number')
$function$
;

CREATE OR REPLACE FUNCTION plinth.custom_matches(custom jsonb, keys text[], patterns text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return plinth.search_matches((select string_agg(e.word, ' ') from unnest(keys) k, plinth.custom_elements(custom -> k) e), patterns);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.custom_time(value jsonb, zone text)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  text text := value #>> '{}';
begin
  if jsonb_typeof(value) is distinct from 'string' then return null; end if;
  if text ~ 'T.*(Z|[+-]\d\d:?\d\d)$' then return text::timestamptz; end if;
  return text::timestamp at time zone zone;
exception when data_exception then return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.entries_not_hidden(filter jsonb, shared jsonb, most integer, wanted integer, OUT ids uuid[], OUT looked integer, OUT until timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  of_tenant uuid := plinth.tenant();
  policies jsonb := coalesce((
    select jsonb_object_agg(t.name, jsonb_build_object('path', s.policy -> 'path', 'vars', s.policy -> 'vars',
      'shared', coalesce(shared -> t.name, '[]')))
    from unnest(plinth.restricted_tables()) t (name)
    cross join lateral (select nullif(current_setting('plinth.read_' || t.name, true), '')::jsonb) s (policy)
    where s.policy is not null and s.policy -> 'relations' is null and not plinth.renamed_tables() ? t.name
      and not plinth.is_lifted()), '{}');
  is_ascending boolean := coalesce((filter -> 'ascending')::boolean, false);
  passed text := case when is_ascending then '>' else '<' end;
  organizations uuid[] := case when jsonb_typeof(filter -> 'organizations') = 'array'
    then array(select value::uuid from jsonb_array_elements_text(filter -> 'organizations')) end;
  verbs text[] := case when jsonb_typeof(filter -> 'verbs') = 'array'
    then array(select value from jsonb_array_elements_text(filter -> 'verbs')) end;
  conditions text := concat_ws(' and ', 'e.tenant_id = $1',
    case when filter ? 'kind' then 'e.resource_kind = $2 ->> ''kind''' end,
    case when filter ? 'actor' then '(e.actor_user_id = ($2 ->> ''actor'')::uuid
      or e.actor_id = ''api_key:'' || ($2 ->> ''actor'') and e.actor_id like ''api_key:%'')' end,
    case when filter ? 'key' then 'e.actor_id = $2 ->> ''key'' and e.actor_id like ''api_key:%''' end,
    case cardinality(organizations) when 1 then 'e.organization_id = $3[1]' else
      case when organizations is not null then 'e.organization_id = any ($3)' end end,
    case when filter ? 'before' then 'e.created_at < ($2 ->> ''before'')::timestamptz' end,
    case when filter ? 'after' then 'e.created_at > ($2 ->> ''after'')::timestamptz' end,
    case when verbs is not null then 'substring(e.command_id from ''[^.]*$'') = any ($4)' end);
  start text := case when filter ? 'at' then format(' and (e.created_at, e.seq) %s (($2 ->> ''at'')::timestamptz, ($2 ->> ''seq'')::bigint)', passed) end;
  size integer := least(greatest(wanted, 10), 1000);
  next_ids uuid[];
begin
  ids := '{}';
  looked := 0;
  loop
    execute format('select array_agg(e.id), %s(e.created_at) from (
        select e.id, e.created_at from plinth.action_log e where %s%s order by e.created_at %s fetch first %s rows with ties) e',
      case when is_ascending then 'max' else 'min' end, conditions, start, case when is_ascending then 'asc' else 'desc' end, size)
      into next_ids, until using of_tenant, filter, organizations, verbs, until;
    ids := ids || array(
      with policy as materialized (
        select p.key as name, (p.value ->> 'path')::jsonpath as path, p.value -> 'vars' as vars,
          array(select jsonb_array_elements_text(p.value -> 'shared')) as shared
        from jsonb_each(policies) p),
      hidden as materialized (
        select c.entry_id from plinth.changes c join policy p on p.name = c.table_name
        where c.tenant_id = of_tenant and c.entry_id = any (next_ids) and (
          c.after is not null and not coalesce(jsonb_path_match(c.after, p.path, p.vars, true), false)
            and not coalesce(c.after ->> 'id' = any (p.shared), false)
          or c.before is not null and not coalesce(jsonb_path_match(c.before, p.path, p.vars, true), false)
            and not coalesce(c.before ->> 'id' = any (p.shared), false)))
      select n.id from unnest(next_ids) n (id) where n.id not in (select entry_id from hidden));
    looked := looked + coalesce(cardinality(next_ids), 0);
    if coalesce(cardinality(next_ids), 0) < size then
      until := null;
      return;
    end if;
    exit when cardinality(ids) >= wanted or looked >= most;
    start := format(' and e.created_at %s $5', passed);
    -- As many as it takes if as many of them are left as of those before.
    size := least(1000, most - looked, greatest(10, (1.2 * (wanted - cardinality(ids)) * looked / greatest(cardinality(ids), 1))::integer));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.entry()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('plinth.entry', true), '')::uuid $function$
;

CREATE OR REPLACE FUNCTION plinth.excerpt(original text, pattern text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  looked text := plinth.without_unseen("left"(original, 200000));
  place integer := coalesce(regexp_instr(plinth.fold(looked), pattern), 0);
  start integer := greatest(place - 80, 1);
  part text := substr(looked, start, 240);
begin
  if start > 1 then part := '…' || regexp_replace(part, '^\S{0,60}\s+', ''); end if;
  if char_length(looked) >= start + 240 then part := regexp_replace(part, '\s+\S{0,60}$', '') || '…'; end if;
  return btrim(regexp_replace(part, '\s+', ' ', 'g'));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.fill_custom_values(target regclass, of_tenant uuid, of_entity text, keys text[], since uuid, most integer, OUT last uuid, OUT filled integer)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
begin
  execute format($q$
    with rows as materialized (
      select r.id, r.custom from %s r where r.tenant_id = $1 and ($2 is null or r.id > $2) %s order by r.id limit $3 for share
    ), stored as (
      insert into plinth.custom_values as v (tenant_id, entity, key, id, place, word, number, is_searched)
      select $1, $4, i.key, rows.id, e.place, e.word, e.number, i.is_searched
      from rows, plinth.custom_indexes i, plinth.custom_elements(rows.custom -> i.key) e
      where i.tenant_id = $1 and i.entity = $4 and i.key = any ($5)
      on conflict (tenant_id, entity, id, key, place) do update set is_searched = excluded.is_searched
      where v.is_searched <> excluded.is_searched
    ) select (array_agg(id order by id desc))[1], count(*) from rows$q$, target,
    case when exists (select from pg_catalog.pg_trigger t where t.tgrelid = target and t.tgname = 'plinth_custom_new' and t.tgnargs = 0)
      then 'and r.entity_id = $4' else '' end)
  into last, filled using of_tenant, since, most, of_entity, keys;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.fix_text_keys(are_new boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  key record;
begin
  for key in select c.conrelid::regclass as name, c.conname, c.confrelid::regclass as target
    from pg_constraint c join pg_class t on t.oid = c.conrelid
    where c.contype = 'f' and c.confupdtype = 'c' and t.relnamespace = 'plinth'::regnamespace and t.relname like 'texts\_%'
  loop
    execute format('alter table %s drop constraint %I, add constraint %I foreign key (tenant_id, id)
      references %s (tenant_id, id) on delete cascade', key.name, key.conname, key.conname, key.target)
      || case when are_new then '' else ' not valid' end;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.fold(original text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(case when octet_length(original) = char_length(original) then original else normalize(regexp_replace(
    normalize(replace(replace(replace(replace(translate(original, 'øØłŁđĐı', 'oOlLdDi'), 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'AE'),
      'œ', 'oe'), NFKD), '[\u0300-\u036f]+', '', 'g'), NFC) end)
$function$
;

CREATE OR REPLACE FUNCTION plinth.forget_next_secrets(older_than timestamp with time zone, most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'plinth', 'pg_temp'
AS $function$
declare
  secrets bigint;
  effects bigint;
begin
  perform plinth.assert_key();
  update plinth.kept_secrets set before = null, after = null, is_forgotten = true
    where (tenant_id, entry_id, seq) in (select s.tenant_id, s.entry_id, s.seq from plinth.kept_secrets s
      where s.created_at < older_than and not s.is_forgotten limit most for update skip locked);
  get diagnostics secrets = row_count;
  update plinth.entry_effects set sealed = null
    where (tenant_id, entry_id) in (select e.tenant_id, e.entry_id from plinth.entry_effects e
      where e.created_at < older_than and e.sealed is not null limit most for update skip locked);
  get diagnostics effects = row_count;
  return greatest(secrets, effects);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.forget_secrets(older_than timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'plinth', 'pg_temp'
AS $function$
begin
  perform plinth.assert_key();
  update plinth.kept_secrets set before = null, after = null, is_forgotten = true
    where created_at < older_than and not is_forgotten;
  update plinth.entry_effects set sealed = null where created_at < older_than and sealed is not null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.found_custom(of_entity text, keys text[], word text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER ROWS 50000
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select distinct v.id from plinth.custom_values v
  where v.tenant_id = plinth.tenant() and v.entity = of_entity and v.is_searched and v.key = any (keys)
    and plinth.search_vector(v.word) @@ plinth.search_query(plinth.search_words(found_custom.word))
$function$
;

CREATE OR REPLACE FUNCTION plinth.full_text(target regclass, columns text[], languages text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform plinth.make_full_text(target, columns, languages);
  perform plinth.fix_text_keys(true);
  perform plinth.plan_full_text(format('plinth.%I(text, integer)',
    'find_' || (select relname from pg_class where oid = target))::regprocedure);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.guard(target regclass, visible text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('create policy tenant on %s to plinth_app using (%s)', target, visible);
  execute format('create policy system on %s to plinth_system using (true)', target);
  execute format('grant select, insert, update, delete on %s to plinth_app, plinth_system', target);
  perform plinth.restrict_rows(target);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.has_arrived(system bigint, timeline integer, reached pg_lsn)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if not pg_is_in_recovery() or system <> (select system_identifier from pg_control_system())
    or timeline <> (select min_recovery_end_timeline from pg_control_recovery()) then
    return false;
  end if;
  for attempt in 1..20 loop
    if pg_last_wal_replay_lsn() >= reached then return true; end if;
    perform pg_sleep(0.001);
  end loop;
  return false;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.has_column(target oid, name name)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select exists (select from pg_attribute where attrelid = target and attname = name and attnum > 0 and not attisdropped)
$function$
;

CREATE OR REPLACE FUNCTION plinth.has_no_policies()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when coalesce(current_setting('plinth.policies', true), '') = '' or plinth.is_lifted() then true end
$function$
;

CREATE OR REPLACE FUNCTION plinth.has_room(owners uuid[], added bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  reached bigint := nextval('plinth.added_rows');
begin
  if added > 1 then select max(nextval('plinth.added_rows')) into reached from generate_series(2, added); end if;
  return not exists (select from unnest(owners) o (id)
    where not exists (select from plinth.counted_rows c where c.owner = o.id and c.enough_until >= reached));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.holds_key()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$ select exists (select from plinth.keys
    where hash = sha256(convert_to(current_setting('plinth.key', true), 'UTF8'))) $function$
;

CREATE OR REPLACE FUNCTION plinth.if_found(target regclass)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return case when nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb ? 'plain' then true end;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.if_missing(target regclass, readers regproc[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  policy jsonb := coalesce(nullif(current_setting('plinth.read_' || plinth.name_of(target), true), ''), '{}')::jsonb;
  compared jsonb := coalesce(policy -> 'plain', policy -> 'needed', '[]');
  plain jsonb;
begin
  if not (policy ? 'needed' or coalesce((policy -> 'isExact')::boolean, false)) then return null; end if;
  for slot in 0 .. jsonb_array_length(compared) - 1 loop
    plain := compared -> slot;
    if not plinth.reads(readers[slot + 1], plain) then return null; end if;
    if plain ? 'of' and (plinth.reads_few(target)
      or (select count(*) from plinth.plain_values(target, slot)) >= plinth.most_values()) then return null; end if;
  end loop;
  return case when policy ? 'range' and not plinth.reads(readers[3], policy -> 'range') then null else false end;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.image_bytes(of_tenant uuid, of_entry uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin return (
  select sum(case when pg_column_size(image) < 1000 and pg_column_compression(image) is null then pg_column_size(image)
    else octet_length(image::text) end)
  from plinth.changes c, lateral (values (c.before), (c.after)) v (image)
  where c.tenant_id = of_tenant and c.entry_id = of_entry
); end $function$
;

CREATE OR REPLACE FUNCTION plinth.image_of(target regclass, written anyelement)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  computed text := (select string_agg(format('%L, (%s)', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ')
    from pg_catalog.pg_attribute a join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated = 'v' and not a.attisdropped);
  image jsonb := to_jsonb(written);
begin
  if computed is null then return image; end if;
  execute format('select $2 || jsonb_build_object(%s) from (select ($1).*) r', computed) into image using written, image;
  return image;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.index_custom(target regclass, entity text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  argument text := coalesce(quote_literal(entity), '');
begin
  execute format('create trigger plinth_custom_new after insert on %s for each row when (new.custom <> %L)
    execute function plinth.keep_custom_values(%s)', target, '{}', argument);
  execute format('create trigger plinth_custom_changed after update of custom, tenant_id on %s for each row
    when (old.custom is distinct from new.custom or old.tenant_id is distinct from new.tenant_id)
    execute function plinth.keep_custom_values(%s)', target, argument);
  execute format('create trigger plinth_custom_gone after delete on %s for each row when (old.custom <> %L)
    execute function plinth.keep_custom_values(%s)', target, '{}', argument);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.is_lifted()
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select current_setting('plinth.organizations', true) = '*' $function$
;

CREATE OR REPLACE FUNCTION plinth.is_open(action text, target regclass)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return case when coalesce(current_setting('plinth.' || action || '_' || plinth.name_of(target), true), '') = ''
    or plinth.is_lifted() then true end;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.is_plain(target regclass, readers regproc[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
  plain jsonb;
begin
  if not coalesce((policy -> 'isExact')::boolean, false) then return false; end if;
  for slot in 0 .. jsonb_array_length(policy -> 'plain') - 1 loop
    plain := policy -> 'plain' -> slot;
    if not exists (select from pg_catalog.pg_proc where oid = readers[slot + 1]
      and strpos(prosrc, 'when ' || quote_literal(plain ->> 'column') || ' ') > 0) then return false; end if;
    if plain ? 'of' and (select count(*) from plinth.plain_values(target, slot)) >= plinth.most_values() then return false; end if;
  end loop;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.is_revertible(of_tenant uuid, of_entry uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  if of_tenant is distinct from plinth.tenant() then return false; end if;
  return exists (
    select from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry
      and (c.before is null or c.after is null
        or c.before - '{updated_at,updated_by}'::text[] is distinct from c.after - '{updated_at,updated_by}'::text[])
  ) or not exists (select from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.keep_custom_values()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of_tenant uuid;
  of_entity text := tg_argv[0];
  moves boolean := tg_op = 'UPDATE' and old.tenant_id is distinct from new.tenant_id;
begin
  if tg_op = 'DELETE' then
    of_tenant := old.tenant_id;
    if of_entity is null then of_entity := old.entity_id; end if;
  else
    of_tenant := new.tenant_id;
    if of_entity is null then of_entity := new.entity_id; end if;
  end if;
  if moves then
    delete from plinth.custom_values v where v.tenant_id = old.tenant_id and v.entity = of_entity and v.id = old.id;
  end if;
  if not exists (select from plinth.custom_indexes i where i.tenant_id = of_tenant and i.entity = of_entity and not i.is_dropped) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    delete from plinth.custom_values v where v.tenant_id = of_tenant and v.entity = of_entity and v.id = old.id;
  elsif tg_op = 'INSERT' or moves then
    insert into plinth.custom_values (tenant_id, entity, key, id, place, word, number, is_searched)
    select of_tenant, of_entity, i.key, new.id, e.place, e.word, e.number, i.is_searched
    from plinth.custom_indexes i, plinth.custom_elements(new.custom -> i.key) e
    where i.tenant_id = of_tenant and i.entity = of_entity and not i.is_dropped;
  else
    delete from plinth.custom_values v where v.tenant_id = of_tenant and v.entity = of_entity and v.id = new.id
      and new.custom -> v.key is distinct from old.custom -> v.key;
    insert into plinth.custom_values (tenant_id, entity, key, id, place, word, number, is_searched)
    select of_tenant, of_entity, i.key, new.id, e.place, e.word, e.number, i.is_searched
    from plinth.custom_indexes i, plinth.custom_elements(new.custom -> i.key) e
    where i.tenant_id = of_tenant and i.entity = of_entity and not i.is_dropped
      and new.custom -> i.key is distinct from old.custom -> i.key
    on conflict do nothing;
  end if;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.last_change()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select last_value from plinth.changes_seq_seq
$function$
;

CREATE OR REPLACE FUNCTION plinth.limit_rows(target regclass, most integer, refusal text, per text[] DEFAULT '{}'::text[], among text DEFAULT 'true'::text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  is_soft boolean := exists (
    select from pg_attribute where attrelid = target and attname = 'deleted_at' and not attisdropped);
  called text := format('plinth.check_row_limit(%L, %L, %L, %L)', most, refusal, per, among);
  suffix text := array_to_string('{limit}' || per, '_');
begin
  execute format('create trigger %I after insert on %s referencing new table as new_rows
    for each statement execute function %s', 'plinth_insert_' || suffix, target, called);
  if is_soft then
    execute format('create trigger %I after update on %s referencing old table as old_rows new table as new_rows
      for each statement execute function %s', 'plinth_restore_' || suffix, target, called);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.lines(target regclass, reference name, parent regclass, sums jsonb DEFAULT '{}'::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  owner smallint[];
  link name;
  deletes "char";
  former record;
  statement text;
  total text;
begin
  select array_agg(a.attnum order by a.attname <> 'tenant_id') into owner from pg_attribute a
    where a.attrelid = target and a.attname in ('tenant_id', reference) and not a.attisdropped;
  select conname, confdeltype into link, deletes from pg_constraint
    where conrelid = target and confrelid = parent and contype = 'f' and conkey = owner;
  if link is null then
    execute format('alter table %s add foreign key (tenant_id, %I) references %s (tenant_id, id) on delete cascade',
      target, reference, parent);
    select conname into link from pg_constraint
      where conrelid = target and confrelid = parent and contype = 'f' and conkey = owner;
  elsif deletes <> 'c' then
    raise exception 'the foreign key % of % must be declared `on delete cascade`', link, target;
  end if;
  if not exists (select from pg_index where indrelid = target and indkey[0] = owner[1] and indkey[1] = owner[2]) then
    execute format('create index on %s (tenant_id, %I)', target, reference);
  end if;
  for former in select t.tgname, t.tgrelid, t.tgfoid::regprocedure as called from pg_trigger t
    where (t.tgrelid = target and starts_with(t.tgname, 'plinth_settle_'))
      or (t.tgrelid = parent and t.tgname = any (array['plinth_move_' || link, 'plinth_sum_' || link, 'plinth_sum_new_' || link]::name[]))
  loop
    execute format('drop trigger %I on %s', former.tgname, former.tgrelid::regclass);
    if former.tgrelid = target then execute format('drop function %s', former.called); end if;
  end loop;
  foreach statement in array '{insert,update,delete}'::text[] loop
    perform plinth.settle_lines(statement, target, reference, parent, sums);
  end loop;
  if plinth.has_column(target, 'organization_id') and plinth.has_column(parent, 'organization_id') then
    execute format('create trigger %I after update of organization_id on %s for each row
      when (old.organization_id is distinct from new.organization_id) execute function plinth.move_lines(%L)',
      'plinth_move_' || link, parent, link);
  end if;
  if sums = '{}' then return; end if;
  execute format('create trigger %I before insert on %s for each row when (%s) execute function plinth.sum_lines(%L, %L)',
    'plinth_sum_new_' || link, parent,
    (select string_agg(format('new.%I is distinct from 0', k), ' or ') from jsonb_object_keys(sums) k), link, sums);
  execute format('create trigger %I before update of %s on %s for each row
    when (current_setting(''plinth.settling'', true) is distinct from ''on'' and (%s)) execute function plinth.sum_lines(%L, %L)',
    'plinth_sum_' || link, (select string_agg(quote_ident(k), ', ') from jsonb_object_keys(sums) k), parent,
    (select string_agg(format('old.%1$I is distinct from new.%1$I', k), ' or ') from jsonb_object_keys(sums) k), link, sums);
  for total in select k from jsonb_object_keys(sums) k loop
    execute format('comment on column %s.%I is %L', parent, total, 'bookkeeping');
  end loop;
  execute format('update %s p set %s from (select l.tenant_id, l.%I as id, %s from %s l group by 1, 2) s
    where p.tenant_id = s.tenant_id and p.id = s.id',
    parent, (select string_agg(format('%1$I = s.%1$I', k), ', ') from jsonb_object_keys(sums) k), reference,
    (select string_agg(format('coalesce(sum(l.%I), 0) as %I', v, k), ', ') from jsonb_each_text(sums) e(k, v)), target);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.look_through(filter jsonb, most integer, wanted integer, OUT ids uuid[], OUT looked integer, OUT until timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  shared jsonb := (
    select jsonb_object_agg(t.name, to_jsonb(plinth.shared_rows(s.policy -> 'shared')))
    from unnest(plinth.restricted_tables()) t (name)
    cross join lateral (select nullif(current_setting('plinth.read_' || t.name, true), '')::jsonb) s (policy)
    where s.policy ? 'shared' and not plinth.is_lifted());
begin
  select n.ids, n.looked, n.until into ids, looked, until from plinth.entries_not_hidden(filter, coalesce(shared, '{}'), most, wanted) n;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.lower_latin(original text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select lower(translate(original, 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĄĆĘŁŃŚŹŻ', 'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþąćęłńśźż'))
$function$
;

CREATE OR REPLACE FUNCTION plinth.make_full_text(target regclass, columns text[], languages text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $functionx$
declare
  name text := (select relname from pg_class where oid = target);
  kept text := 'texts_' || name;
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  is_guest boolean := not pg_has_role(session_user, 'plinth_search', privilege);
  has_organizations boolean := exists (select from pg_attribute
    where attrelid = target and attname = 'organization_id' and not attisdropped);
  policy oid := (select oid from pg_policy
    where polrelid = target and polname = 'tenant' and 'plinth_app'::regrole = any (polroles));
  visible text;
  "column" text;
  "language" text;
  searched text;
  token text;
  value text;
  body text;
  find text := $function$
#variable_conflict use_column
declare
  _query tsquery := plinth.text_query(search, @languages);
  _organizations uuid[] := case when @scoped and not plinth.all_organizations()
    and cardinality(plinth.organizations()) <= 50 then plinth.organizations() || plinth.tenant() end;
begin
  if _query is null then return; end if;
  return query select v.id, ts_rank(v.vector, _query, 1)
    from (select id from @table where @visible and tenant_id = plinth.tenant()) t
    join plinth.@kept v on v.tenant_id = plinth.tenant() and v.id = t.id
    where v.vector @@ _query and (_organizations is null or v.place = any (_organizations))
    limit most;
end $function$;
  keep text := $function$
begin
  insert into plinth.@kept (tenant_id, id, place, vector)
  values (new.tenant_id, new.id, @place, plinth.text_vector(@searched, @languages))
  on conflict (tenant_id, id) do update set place = excluded.place, vector = excluded.vector;
  return null;
end $function$;
begin
  if policy is null then raise exception 'table % has no policy "tenant", so its texts cannot be searched', target; end if;
  if cardinality(columns) = 0 then raise exception 'table % is searched in no column', target; end if;
  if char_length(name) > 56 then raise exception 'the name of table % is too long for a search function', target; end if;
  foreach "column" in array columns loop
    if not exists (select from pg_attribute where attrelid = target and attname = "column" and not attisdropped
      and atttypid in ('text'::regtype, 'varchar'::regtype)) then
      raise exception 'table % has no column % with text to search', target, "column";
    end if;
  end loop;
  foreach "language" in array languages loop
    if "language" <> 'polish' and not exists (select from pg_ts_dict where dictname = "language" || '_stem') then
      raise exception 'there are no stems for the language %', "language";
    end if;
  end loop;
  visible := (select pg_get_expr(polqual, polrelid) from pg_policy where oid = policy);
  searched := (select string_agg(format('coalesce(new.%I, %L)', c, ''), ' || '' '' || ') from unnest(columns) c);

  execute format('create table plinth.%I (tenant_id uuid not null, id uuid not null, place uuid not null,
    vector tsvector not null, primary key (tenant_id, id),
    foreign key (tenant_id, id) references %s (tenant_id, id) on delete cascade on update cascade)', kept, target);
  execute format('alter table plinth.%I enable row level security, force row level security', kept);
  execute format('create policy search on plinth.%I to plinth_search using (true)', kept);
  execute format('grant select, insert, update on plinth.%I to plinth_search', kept);
  execute format('create index on plinth.%I using gin (tenant_id, place, vector)', kept);
  if not exists (select from pg_policy where polrelid = target and polname = 'search') then
    execute format('create policy search on %s for select to plinth_search using (true)', target);
  end if;
  execute format('grant select (%s) on %s to plinth_search', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = target and not attisdropped and (attname = any ('{id,tenant_id,organization_id}'::text[])
      or attnum in (select refobjsubid from pg_depend
        where classid = 'pg_policy'::regclass and objid = policy and refobjid = target))), target);

  for token, value in values ('@table', target::text), ('@visible', visible), ('@scoped', has_organizations::text),
    ('@kept', quote_ident(kept)), ('@searched', searched), ('@languages', quote_literal(languages) || '::text[]'),
    ('@place', case when has_organizations then 'coalesce(new.organization_id, new.tenant_id)' else 'new.tenant_id' end)
  loop
    find := replace(find, token, value);
    keep := replace(keep, token, value);
  end loop;
  execute format('create function plinth.%I(search text, most integer default 10000) returns table (id uuid, rank real)
    language plpgsql stable security definer
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as %L', 'find_' || name, find);
  execute format('create function plinth.%I() returns trigger language plpgsql security definer
    set search_path = pg_catalog, pg_temp as %L', 'keep_' || kept, keep);
  execute format('create trigger plinth_texts after insert or update of %s on %s
    for each row execute function plinth.%I()', (select string_agg(quote_ident(c), ', ')
      from unnest(columns || case when has_organizations then '{organization_id}'::text[] end) c), target, 'keep_' || kept);
  execute format('insert into plinth.%I select new.tenant_id, new.id, %s, plinth.text_vector(%s, %L) from %s new', kept,
    case when has_organizations then 'coalesce(new.organization_id, new.tenant_id)' else 'new.tenant_id' end,
    searched, languages, target);

  -- Whoever migrates needs to be a member of the role for as long as it takes to hand the functions over.
  if is_guest then execute format('grant plinth_search to %I', session_user); end if;
  grant create on schema plinth to plinth_search;
  execute format('alter function plinth.%I(text, integer) owner to plinth_search', 'find_' || name);
  execute format('alter function plinth.%I() owner to plinth_search', 'keep_' || kept);
  revoke create on schema plinth from plinth_search;
  if is_guest then execute format('revoke plinth_search from %I', session_user); end if;
end $functionx$
;

CREATE OR REPLACE FUNCTION plinth.make_reader(reader text, target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  sort text := split_part(reader, '_', 1);
  cases text := (select string_agg(format('when %L then ', t.name || ' ' || a.attname) || format(t.value, a.attname), ' ' order by a.attnum)
    from pg_attribute a join (values
      ('id', 'uuid', 'uuid', '(r).%I::pg_catalog.text'),
      ('text', 'text', 'text', '(r).%I::pg_catalog.text'), ('text', 'varchar', 'text', '(r).%I::pg_catalog.text'),
      ('text', 'smallint', 'integer', '(r).%I::pg_catalog.text'), ('text', 'integer', 'integer', '(r).%I::pg_catalog.text'),
      ('text', 'bigint', 'integer', '(r).%I::pg_catalog.text'), ('text', 'boolean', 'boolean', '(r).%I::pg_catalog.text'),
      ('custom', 'jsonb', 'custom', '((r).%I -> key)::pg_catalog.text'),
      ('number', 'smallint', 'integer', '(r).%I::pg_catalog.numeric'), ('number', 'integer', 'integer', '(r).%I::pg_catalog.numeric'),
      ('number', 'bigint', 'integer', '(r).%I::pg_catalog.numeric'), ('number', 'numeric', 'decimal', '(r).%I'),
      ('number', 'double precision', 'float', '(r).%I::pg_catalog.text::pg_catalog.numeric'),
      ('number', 'timestamptz', 'instant', 'extract(epoch from (r).%I)'), ('number', 'date', 'date', 'extract(epoch from (r).%I)'),
      ('number', 'jsonb', 'custom', 'plinth.number_in_json((r).%I -> key)')) t (made_for, of, name, value) on t.of::regtype = a.atttypid
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated <> 'v'
      and t.made_for = any (case sort when 'value' then '{id,text}'::text[] when 'text' then '{id,text,custom}' else array[sort] end)
      and (t.of <> 'jsonb' or a.attname = 'custom'));
  type text := case sort when 'number' then 'pg_catalog.numeric' else 'pg_catalog.text' end;
  body text := format('select (case field %s end)', coalesce(cases, 'when null then null::' || type))
    || case when sort <> 'number' then ' collate "C"' else '' end;
begin
  if exists (select from pg_proc where pronamespace = 'plinth'::regnamespace and proname = reader and prosrc = body) then return; end if;
  execute format('create or replace function plinth.%I(r anyelement, field text%s) returns %s language sql stable parallel safe as %L',
    reader, case when sort in ('text', 'number') then ', key text' else '' end, type, body);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.make_revert_plan(of_tenant uuid, of_entry uuid, part int8multirange)
 RETURNS json
 LANGUAGE plpgsql
AS $function$
declare
  lines bigint;
begin
  if to_regclass('pg_temp.reverted_rows') is null then
    create temporary table reverted_rows ("table" text, id uuid, seq bigint, "from" jsonb, "to" jsonb, tenant uuid,
      kind text, schema bigint) on commit delete rows;
  end if;
  delete from pg_temp.reverted_rows;
  -- Credentials are never undone or redone (decision 50): they come back with a deleted row, and stay on a changed one.
  insert into pg_temp.reverted_rows
  select c.name, c.id, c.seq,
    case when c.before is null then c.after || c.after_secret else c.after end,
    case when c.after is null then c.before || c.before_secret else c.before end,
    (coalesce(c.after, c.before) ->> 'tenant_id')::uuid,
    case when c.after is null then 'insert' when c.before is null then 'delete' else 'update' end, c.schema
  from (
    select c.table_name as name, c.row_id as id, max(c.seq) as seq, min(c.schema) as schema,
      (array_agg(c.before order by c.seq))[1] as before,
      (array_agg(coalesce(s.before, '{}') order by c.seq))[1] as before_secret,
      (array_agg(c.after order by c.seq desc))[1] as after,
      (array_agg(coalesce(s.after, '{}') order by c.seq desc))[1] as after_secret
    from plinth.changes c left join plinth.kept_secrets s using (tenant_id, entry_id, seq)
    where c.tenant_id = of_tenant and c.entry_id = of_entry and (part is null or c.seq <@ part)
    group by c.table_name, c.row_id
  ) c
  where c.before is not null or c.after is not null;
  get diagnostics lines = row_count;
  -- The planner takes a table that nobody counted for a few rows.
  if lines > 100 then analyze pg_temp.reverted_rows ("table", id, tenant, kind); end if;
  return json_build_object('steps', plinth.revert_steps(true), 'schema', plinth.schema_number(),
    'isForgotten', exists (select from plinth.kept_secrets
      where tenant_id = of_tenant and entry_id = of_entry and is_forgotten),
    'outdated', (select coalesce(json_agg(json_build_object('table', o."table", 'schema', o.schema)), '[]') from (
      select "table", min(schema) as schema from pg_temp.reverted_rows
      where schema < plinth.schema_number() group by "table") o));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.mark_counted(counted uuid, room bigint, reached bigint, seen pg_snapshot)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  own bigint := pg_current_xact_id()::text;
  given bigint;
begin
  -- A later horizon than this transaction may be that of another server, from which the database has been copied.
  if exists (select from plinth.counted_rows c where c.owner = counted
    and c.horizon > pg_snapshot_xmin(seen) and c.horizon <= own::text::xid8) then return; end if;
  -- Nobody waits for a mark: whoever does not get the lock leaves it to others.
  if not pg_try_advisory_xact_lock(hashtextextended(counted::text, 0)) then return; end if;
  begin
    insert into plinth.counted_rows as c (owner, base, horizon) values (counted, reached, own::text::xid8)
    on conflict (owner) do update set base = excluded.base,
      enough_until = case when c.horizon <= pg_snapshot_xmin(seen) then c.base + room end
    returning c.xmin::text::bigint into given;
  exception when assert_failure then
    raise;
  end;
  given := own + (given - own % 4294967296 + 4294967296) % 4294967296;
  update plinth.counted_rows c set horizon = given::text::xid8 where c.owner = counted;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.may(action text, target regclass, image jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select image is null or target is null or (
    (plinth.is_open('read', target) is not null or plinth.permits(plinth.policy_on('read', target), image))
    and (action = 'read' or plinth.is_open(action, target) is not null or plinth.permits(plinth.policy_on(action, target), image)))
$function$
;

CREATE OR REPLACE FUNCTION plinth.may_read_change(table_name text, before jsonb, after jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  columns jsonb;
  setting text;
  known jsonb;
  policy plinth.row_policy;
  name text;
begin
  if not plinth.renamed_tables() ? table_name and coalesce(current_setting('plinth.read_' || table_name, true), '') = ''
    or plinth.is_lifted() then return true; end if;
  foreach name in array coalesce((plinth.renamed_tables() ->> table_name)::text[], array[table_name]) loop
    setting := current_setting('plinth.read_' || name, true);
    if coalesce(setting, '') = '' then continue; end if;
    columns := plinth.renamed_columns() -> table_name;
    if columns is not null then
      if before ?| (columns ->> 'former')::text[] then before := plinth.with_columns(before, columns -> 'now'); end if;
      if after ?| (columns ->> 'former')::text[] then after := plinth.with_columns(after, columns -> 'now'); end if;
    end if;
    known := setting::jsonb;
    policy := row((known ->> 'path')::jsonpath, known -> 'vars', known -> 'relations',
      case when known ? 'shared' then plinth.shared_rows(known -> 'shared') end)::plinth.row_policy;
    if not ((before is null or plinth.permits(policy, before)) and (after is null or plinth.permits(policy, after))) then return false; end if;
  end loop;
  return true;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.may_read_entry(of_tenant uuid, of_entry uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
declare
  tables text[] := plinth.restricted_tables();
  all_of_them bigint := plinth.count_changes_of(of_tenant, of_entry, tables);
begin
  return all_of_them = 0 or all_of_them = (select count(*) from plinth.changes c
    where c.tenant_id = of_tenant and c.entry_id = of_entry and (tables is null or c.table_name = any (tables))
      and plinth.may_read_change(c.table_name, c.before, c.after));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.missing_in_backup()
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'plinth', 'plinth_jobs') and c.relkind in ('r', 'p', 'S') and (
    not has_table_privilege(c.oid, 'select')
    or row_security_active(c.oid) and (
      not exists (select from pg_policy p where p.polrelid = c.oid and p.polpermissive and p.polcmd in ('r', '*')
        and pg_get_expr(p.polqual, c.oid) = 'true'
        and (0::oid = any (p.polroles) or exists (select from unnest(p.polroles) r where pg_has_role(r, 'usage'))))
      or exists (select from pg_policy p where p.polrelid = c.oid and not p.polpermissive
        and (0::oid = any (p.polroles) or exists (select from unnest(p.polroles) r where pg_has_role(r, 'usage'))))))
  order by 1
$function$
;

CREATE OR REPLACE FUNCTION plinth.most_values()
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN 10000
;

CREATE OR REPLACE FUNCTION plinth.move_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  lines regclass;
  reference name;
  organizations text := coalesce(current_setting('plinth.organizations', true), '');
begin
  select c.conrelid, a.attname into lines, reference from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.confrelid = tg_relid and c.conname = tg_argv[0];
  perform set_config('plinth.organizations', '*', true);
  execute format('update %s l set organization_id = $3 where l.tenant_id = $1 and l.%I = $2
    and l.organization_id is distinct from $3', lines, reference) using new.tenant_id, new.id, new.organization_id;
  perform set_config('plinth.organizations', organizations, true);
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.name_in_settings(name text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  other text;
begin
  foreach other in array coalesce((plinth.renamed_tables() ->> name)::text[], '{}') loop
    if concat(current_setting('plinth.read_' || other, true), current_setting('plinth.update_' || other, true),
      current_setting('plinth.delete_' || other, true)) <> '' then return other; end if;
  end loop;
  return name;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.name_of(target regclass)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select case when plinth.renamed_tables() = '{}' then btrim(replace(target::text, 'public.', ''), '"')
    else plinth.name_in_settings(btrim(replace(target::text, 'public.', ''), '"')) end
$function$
;

CREATE OR REPLACE FUNCTION plinth.nth_entry(filter jsonb, place integer)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  kind text := filter ->> 'kind';
  actor uuid := filter ->> 'actor';
  until timestamptz := filter ->> 'before';
  organizations uuid[] := case when jsonb_typeof(filter -> 'organizations') = 'array'
    then array(select value::uuid from jsonb_array_elements_text(filter -> 'organizations')) end;
begin
  return (select e.created_at from plinth.action_log e where e.tenant_id = plinth.tenant()
    and (kind is null or e.resource_kind = kind)
    and (actor is null or e.actor_user_id = actor) and (until is null or e.created_at < until)
    and (organizations is null or e.organization_id = any (organizations))
    order by e.created_at desc offset place limit 1);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.number_in_json(value jsonb)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (jsonb_path_query_first(value, 'strict $?(@.type() == "number")'::jsonpath))::numeric
;

CREATE OR REPLACE FUNCTION plinth.organizations()
 RETURNS uuid[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select string_to_array(nullif(translate(current_setting('plinth.organizations', true), '*+', ''), ''), ',')::uuid[] $function$
;

CREATE OR REPLACE FUNCTION plinth.pairs_query(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select case when word ~ plinth.unspaced() then (
    select string_agg(case when piece[1] !~ plinth.unspaced() or char_length(piece[1]) = 1 then '''' || piece[1] || ''':*'
      else (select string_agg('''' || substr(piece[1], place, 2) || '''', ' & ' order by place)
        from generate_series(1, char_length(piece[1]) - 1) place) end, ' & ')
    from regexp_matches(word, plinth.unspaced() || '+|' || replace(plinth.unspaced(), '[', '[^') || '+', 'g') piece) end
$function$
;

CREATE OR REPLACE FUNCTION plinth.pairs_vector(folded text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  sign text := plinth.unspaced();
  sentences text;
  pairs text := '(' || sign || ')(' || sign || ')';
begin
  if folded !~ sign then return ''; end if;
  sentences := regexp_replace(folded, replace(sign, '[', '[^') || '+', ' ', 'g');
  return array_to_tsvector(array(
    select piece from regexp_split_to_table(concat_ws(' ',
      regexp_replace(sentences, pairs, '\1\2 ', 'g'),
      regexp_replace(regexp_replace(sentences, '(^| )' || sign, '\1', 'g'), pairs, '\1\2 ', 'g')), ' +') piece
    where piece <> ''
    union
    select "between"[1] from regexp_matches(folded, '(?<=' || sign || ')[a-z0-9]{1,40}|[a-z0-9]{1,40}(?=' || sign || ')', 'g') "between"));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.permits(policy plinth.row_policy, image jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE COST 50
AS $function$
declare relation record;
begin
  if policy.relations is not null then
    for relation in select key, value from jsonb_each_text(policy.relations) loop
      image := image || jsonb_build_object('@' || relation.key, plinth.related(relation.value, (image ->> relation.key)::uuid));
    end loop;
  end if;
  if coalesce(jsonb_path_match(image, policy.path, policy.vars, true), false) then return true; end if;
  return coalesce((image ->> 'id')::uuid = any (policy.shared), false)
    and coalesce(jsonb_path_match(image || '{"@shared": true}', policy.path, policy.vars, true), false);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.plain_column(target regclass, slot integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb -> 'plain' -> slot ->> 'column';
end $function$
;

CREATE OR REPLACE FUNCTION plinth.plain_values(target regclass, slot integer)
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 100
AS $function$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
  plain jsonb := coalesce(policy -> 'plain', policy -> 'needed') -> slot;
begin
  if plain ? 'of' then
    if plinth.reads_few(target) then return; end if;
    return query execute format('select r.id::text from public.%I r where r.tenant_id = plinth.tenant() and r.%I = any ($1::pg_catalog.%I[])
      limit plinth.most_values()', plain #>> '{of,table}', plain #>> '{of,column}', plain #>> '{of,type}')
      using array(select jsonb_array_elements_text(plain -> 'values'));
  elsif plain ? 'key' then
    return query select value::jsonb::text from jsonb_array_elements_text(plain -> 'values');
  elsif plain ? 'values' then
    return query select jsonb_array_elements_text(plain -> 'values');
  elsif plain is not null then
    return query select unnest(plinth.shared_rows(policy -> 'shared'))::text;
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.plan_full_text(finder regprocedure)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  is_guest boolean := not pg_has_role(session_user, 'plinth_search', privilege);
begin
  -- Whoever migrates needs to be a member of the role that owns the function.
  if is_guest then execute format('grant plinth_search to %I', session_user); end if;
  execute format('alter function %s set enable_hashjoin = off set enable_mergejoin = off', finder);
  execute format('alter function %s set max_parallel_workers_per_gather = 0', finder);
  if is_guest then execute format('revoke plinth_search from %I', session_user); end if;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.plan_revert(of_tenant uuid, of_entry uuid, part int8multirange DEFAULT NULL::int8multirange)
 RETURNS json
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  plan json;
  name text;
begin
  perform plinth.assert_key();
  for name in select distinct table_name from plinth.changes where tenant_id = of_tenant and entry_id = of_entry order by 1 loop
    if to_regclass(quote_ident(name)) is not null then execute format('lock table %I in row exclusive mode', name); end if;
  end loop;
  plan := plinth.make_revert_plan(of_tenant, of_entry, part);
  if not has_table_privilege('plinth_system', 'pg_temp.reverted_rows', 'insert') then
    grant select, insert, update, delete on pg_temp.reverted_rows to plinth_system;
  end if;
  return plan;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.policy_on(action text, target regclass)
 RETURNS plinth.row_policy
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  p jsonb := nullif(current_setting('plinth.' || action || '_' || plinth.name_of(target), true), '')::jsonb;
begin
  return row((p ->> 'path')::jsonpath, p -> 'vars', p -> 'relations',
    case when p ? 'shared' then plinth.shared_rows(p -> 'shared') end)::plinth.row_policy;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.protect(target regclass, secrets text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE sql
AS $function$
  select plinth.guard(target, plinth.visible(target)), plinth.record(target, secrets)
$function$
;

CREATE OR REPLACE FUNCTION plinth.range_of(target regclass, part text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb -> 'range' ->> part;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.range_values(target regclass)
 RETURNS nummultirange
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return plinth.range_of(target, 'values')::nummultirange;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.readers()
 RETURNS TABLE(name text, target regclass)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  with used as materialized (
    select policy.polrelid, d.refobjid from pg_policy policy cross join lateral (
      select refobjid from pg_depend where classid = 'pg_policy'::regclass and objid = policy.oid and refclassid = 'pg_proc'::regclass
      offset 0) d
    where policy.polname = 'rows')
  select p.proname, used.polrelid from used cross join lateral (
    select proname from pg_proc where oid = used.refobjid and pronamespace = 'plinth'::regnamespace
      and (proargnames = '{r,field}' or proargnames = '{r,field,key}')
    offset 0) p
  union all
  select proname, null from pg_proc where pronamespace = 'plinth'::regnamespace
    and (proargnames = '{r,field}' or proargnames = '{r,field,key}') and oid <> all (array(select refobjid from used))
$function$
;

CREATE OR REPLACE FUNCTION plinth.reads(reader regproc, compared jsonb)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$
  select exists (select from pg_catalog.pg_proc where oid = reader
    and strpos(prosrc, 'when ' || quote_literal(compared ->> 'column') || ' ') > 0)
$function$
;

CREATE OR REPLACE FUNCTION plinth.reads_few(target regclass)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return strpos(current_query(), '/* few of ' || plinth.name_of(target) || ' */') > 0;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.record(target regclass, secrets text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare secret text;
begin
  if not exists (select from pg_attribute where attrelid = target and attname = 'id' and atttypid = 'uuid'::regtype) then
    raise exception 'table % is recorded by rows, so it needs a column id of type uuid', target;
  end if;
  foreach secret in array secrets loop
    if not exists (select from pg_attribute where attrelid = target and attname = secret and not attisdropped) then
      raise exception 'table % has no column % to keep secret', target, secret;
    end if;
  end loop;
  execute format('create trigger plinth_record_insert after insert on %s
    referencing new table as new_rows for each statement execute function plinth.record_insert(%L)', target, secrets);
  execute format('create trigger plinth_record_update after update on %s
    referencing old table as old_rows new table as new_rows for each statement execute function plinth.record_update(%L)', target, secrets);
  execute format('create trigger plinth_record_delete after delete on %s
    referencing old table as old_rows for each statement execute function plinth.record_delete(%L)', target, secrets);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.record_delete()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'plinth', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
  recording text;
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if exists (select from pg_attribute where attrelid = tg_relid and attgenerated = 'v') then
    recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
    if recording is not null then
      execute recording using tenant, entry, tg_table_name, secrets;
      return null;
    end if;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o) i;
    return null;
  end if;
  if cardinality(secrets) = 1 then
    with images as materialized (select nextval('plinth.changes_seq_seq') as seq, i.* from (select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o) i),
    kept as (
      insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
      select tenant, entry, i.seq, jsonb_build_object(secrets[1], i.before -> secrets[1]), null::jsonb from images i
      where i.before -> secrets[1] is distinct from i.after -> secrets[1]
    )
    insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
    select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets[1], i.after - secrets[1] from images i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.record_insert()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'plinth', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
  recording text;
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if exists (select from pg_attribute where attrelid = tg_relid and attgenerated = 'v') then
    recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
    if recording is not null then
      execute recording using tenant, entry, tg_table_name, secrets;
      return null;
    end if;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n) i;
    return null;
  end if;
  if cardinality(secrets) = 1 then
    with images as materialized (select nextval('plinth.changes_seq_seq') as seq, i.* from (select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n) i),
    kept as (
      insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
      select tenant, entry, i.seq, null::jsonb, jsonb_build_object(secrets[1], i.after -> secrets[1]) from images i
      where i.before -> secrets[1] is distinct from i.after -> secrets[1]
    )
    insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
    select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets[1], i.after - secrets[1] from images i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.record_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'plinth', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
  recording text;
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if exists (select from pg_attribute where attrelid = tg_relid and attgenerated = 'v') then
    recording := plinth.virtual_recording(tg_relid, tg_op, secrets);
    if recording is not null then
      execute recording using tenant, entry, tg_table_name, secrets;
      return null;
    end if;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (select coalesce(o.id, n.id) as id, o.image as before, n.image as after
    from (select r.id, to_jsonb(r) as image from old_rows r offset 0) o
    full join (select r.id, to_jsonb(r) as image from new_rows r offset 0) n on n.id = o.id where o.image is distinct from n.image) i;
    return null;
  end if;
  if cardinality(secrets) = 1 then
    with images as materialized (select nextval('plinth.changes_seq_seq') as seq, i.* from (select coalesce(o.id, n.id) as id, o.image as before, n.image as after
    from (select r.id, to_jsonb(r) as image from old_rows r offset 0) o
    full join (select r.id, to_jsonb(r) as image from new_rows r offset 0) n on n.id = o.id where o.image is distinct from n.image) i),
    kept as (
      insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
      select tenant, entry, i.seq, case when i.before is not null then jsonb_build_object(secrets[1], i.before -> secrets[1]) end, case when i.after is not null then jsonb_build_object(secrets[1], i.after -> secrets[1]) end from images i
      where i.before -> secrets[1] is distinct from i.after -> secrets[1]
    )
    insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
    select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets[1], i.after - secrets[1] from images i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (select coalesce(o.id, n.id) as id, o.image as before, n.image as after
    from (select r.id, to_jsonb(r) as image from old_rows r offset 0) o
    full join (select r.id, to_jsonb(r) as image from new_rows r offset 0) n on n.id = o.id where o.image is distinct from n.image) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.refer_to(others regclass, target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '5s'
AS $function$
declare
  key record;
  is_look_up boolean := coalesce(obj_description(others, 'pg_class') like 'look-up: %', false);
begin
  for key in select c.conrelid::regclass as name, c.conname, a.attname, case c.confdeltype
      when 'c' then ' on delete cascade' when 'r' then ' on delete restrict'
      when 'n' then format(' on delete set null (%I)', a.attname)
      when 'd' then format(' on delete set default (%I)', a.attname) else '' end as rule
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = target and cardinality(c.conkey) = 1 and c.confkey[1] = (
        select attnum from pg_attribute where attrelid = target and attname = 'id')
      and exists (select from pg_attribute where attrelid = c.conrelid and attname = 'tenant_id' and not attisdropped)
  loop
    execute format('alter table %s drop constraint %I, add constraint %I foreign key (%s%I) references %s (%s)%s not valid',
      key.name, key.conname, key.conname, case when not is_look_up then 'tenant_id, ' end, key.attname, others,
      case when is_look_up then 'value' else 'tenant_id, id' end, key.rule);
    execute format('comment on column %s.%I is %L', key.name, key.attname,
      'refers to ' || (select relname from pg_class where oid = target));
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.rejoined(original text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select coalesce((select string_agg(part[1] || part[2], ' ')
    from regexp_matches(original, '([^\s-]{1,40})-\r?\n[ \t]*([^\s-]{2,40})', 'g') part), '')
$function$
;

CREATE OR REPLACE FUNCTION plinth.related(target text, related uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare found jsonb;
begin
  if related is null then return null; end if;
  execute format('select to_jsonb(r) from public.%I r where r.tenant_id = plinth.tenant() and r.id = $1', target)
    into found using related;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.renamed_columns()
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$select '{}'::jsonb$function$
;

CREATE OR REPLACE FUNCTION plinth.renamed_tables()
 RETURNS jsonb
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$select '{}'::jsonb$function$
;

CREATE OR REPLACE FUNCTION plinth.renew_names()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  new_text constant text := 'create or replace function plinth.%I() returns jsonb language sql stable parallel safe as %L';
  of_tables jsonb := (
    with recursive renames as materialized (
      select distinct c.table_name as former, c.change ->> 'table' as later from plinth.schema_changes c
      where c.change ->> 'table' <> c.table_name),
    later (name, other) as (
      select r.former, r.later from renames r union select l.name, r.later from later l join renames r on r.former = l.other),
    -- Another table may have the former name by now.
    every (name, other) as (
      select name, other from later union select other, name from later where not exists (select from pg_class t
        where t.relnamespace = 'public'::regnamespace and t.relname = later.name and t.relkind in ('r', 'p'))
      union select name, name from later union select other, other from later)
    select jsonb_object_agg(e.name, e.names) from (
      select name, array_agg(other order by other <> name, other)::text as names from every group by name) e);
  of_columns jsonb := (
    select jsonb_object_agg(k.name, jsonb_build_object('former', k.former, 'now', k.now)) from (
      select n.name, array_agg(distinct k.key)::text as former, jsonb_object_agg(k.key, k.value order by c.number) as now
      from (select distinct table_name as name from plinth.schema_changes) n
      join plinth.schema_changes c on c.table_name = any (coalesce((of_tables ->> n.name)::text[], array[n.name]))
      cross join jsonb_each_text(c.change -> 'renames') k group by n.name) k);
begin
  execute format(new_text, 'renamed_tables', format('select %L::jsonb', coalesce(of_tables, '{}')));
  execute format(new_text, 'renamed_columns', format('select %L::jsonb', coalesce(of_columns, '{}')));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.renew_names_after()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform plinth.renew_names();
  return null;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.renew_readers()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  reader record;
begin
  for reader in select name, target from plinth.readers() order by name loop
    if reader.target is null then execute format('drop function plinth.%I', reader.name);
    else perform plinth.make_reader(reader.name, reader.target); end if;
  end loop;
end $function$
;

CREATE OR REPLACE PROCEDURE plinth.restrict(IN target regclass)
 LANGUAGE plpgsql
AS $procedure$
declare is_done boolean;
begin
  for attempt in 1..250 loop
    is_done := plinth.restrict_soon(target);
    commit;
    if is_done then return; end if;
    perform pg_sleep(0.1 + random() * 0.2);
  end loop;
  raise exception 'the table % has been locked for a minute', target using errcode = 'lock_not_available';
end $procedure$
;

CREATE OR REPLACE FUNCTION plinth.restrict_log(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  condition text := '(select plinth.has_no_policies()) is not null or ' || case target
    when 'plinth.changes'::regclass then 'plinth.may_read_change(table_name, before, after)' else 'plinth.sees_changes(tenant_id, id)' end;
begin
  if exists (select from pg_policy where polrelid = target and polname = 'rows') then
    execute format('alter policy rows on %s to plinth_restricted using (%s)', target, condition);
  else
    execute format('create policy rows on %s as restrictive for select to plinth_restricted using (%s)', target, condition);
  end if;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.restrict_rows(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  relation text := (select relname from pg_class where oid = target);
  -- The name may be taken by a table that was called so before.
  suffix text := left(relation, 40) || case when exists (select from plinth.readers() r
    where r.name in ('value_in_' || left(relation, 40), 'text_in_' || left(relation, 40)) and r.target <> restrict_rows.target)
    then '_' || target::oid else '' end;
  condition text := format('(select plinth.is_open(''read'', %1$L::regclass)) is not null or coalesce(
    case when plinth.%3$I(%2$I.*, (select plinth.compared_column(%1$L::regclass, 0)), (select plinth.compared_key(%1$L::regclass, 0)))
        collate "C" in (select plinth.plain_values(%1$L::regclass, 0))
      or plinth.%4$I(%2$I.*, (select plinth.compared_column(%1$L::regclass, 1))) collate "C" in (select plinth.plain_values(%1$L::regclass, 1))
      or plinth.%5$I(%2$I.*, (select plinth.range_of(%1$L::regclass, ''column'')), (select plinth.range_of(%1$L::regclass, ''key'')))
        <@ (select plinth.range_values(%1$L::regclass))
      then (select plinth.if_found(%1$L::regclass))
      else (select plinth.if_missing(%1$L::regclass, array[%6$L, %7$L, %8$L]::regproc[])) end,
    plinth.permits((select plinth.policy_on(''read'', %1$L::regclass)), to_jsonb(%2$I.*)))',
    target, relation, 'text_in_' || suffix, 'id_in_' || suffix, 'number_in_' || suffix,
    format('plinth.%I', 'text_in_' || suffix), format('plinth.%I', 'id_in_' || suffix), format('plinth.%I', 'number_in_' || suffix));
begin
  perform plinth.make_reader(sort || '_in_' || suffix, target) from unnest('{text,id,number}'::text[]) sort;
  if exists (select from pg_policy where polrelid = target and polname = 'rows') then
    execute format('alter policy rows on %s to plinth_restricted using (%s)', target, condition);
  else
    execute format('create policy rows on %s as restrictive for select to plinth_restricted using (%s)', target, condition);
  end if;
  execute format('create or replace trigger plinth_policies after insert or update or delete on %s for each row
    when (current_setting(''role'') = ''plinth_restricted'') execute function plinth.check_policies()', target);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.restrict_soon(target regclass)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform set_config('lock_timeout', '50ms', true);
  if target in ('plinth.changes', 'plinth.action_log') then perform plinth.restrict_log(target);
  else perform plinth.restrict_rows(target); end if;
  return true;
exception when lock_not_available or deadlock_detected then return false;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.restricted_tables()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  policies text := coalesce(current_setting('plinth.policies', true), '');
  tables text[] := case when strpos(policies, ':') > 0 then string_to_array(split_part(policies, ':', 2), ',') end;
begin
  if tables is null or plinth.renamed_tables() = '{}' then return tables; end if;
  return tables || array(select key from jsonb_each_text(plinth.renamed_tables()) where value::text[] && tables);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.revert_steps(are_alike boolean)
 RETURNS json
 LANGUAGE plpgsql
AS $function$ begin return (
  select coalesce(json_agg(json_build_object(
    'table', n."table", 'kind', n.kind, 'isOfTenants', n.of_tenants, 'exists', n.oid is not null,
    'columns', (select coalesce(json_agg(attname), '[]') from pg_attribute
      where attrelid = n.oid and attnum > 0 and not attisdropped and attgenerated = ''),
    'references', (select coalesce(json_agg(distinct r.name), '[]') from (
      select t.relname::text as name from pg_constraint c join pg_class t on t.oid = c.confrelid
      where c.conrelid = n.oid and c.contype = 'f'
      union all
      select substring(d.description from '^refers to (\w+)$') from pg_description d
      where d.classoid = 'pg_class'::regclass and d.objoid = n.oid and d.objsubid > 0) r where r.name is not null),
    'gone', (select coalesce(json_agg(distinct key), '[]') from unnest(n.samples) s, jsonb_object_keys(s) key
      where not exists (select from pg_attribute
        where attrelid = n.oid and attname = key and attnum > 0 and not attisdropped)),
    'absent', (select coalesce(json_agg(json_build_object('column', a.attname, 'isRequired', a.attnotnull and a.attidentity = '',
        'default', pg_get_expr(d.adbin, d.adrelid))), '[]')
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = n.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and n.kind = 'insert'
        and exists (select from unnest(n.samples) s where not s ? a.attname))
    ) order by n.last desc), '[]')
  from (
    select t.*, to_regclass(quote_ident(t."table")) as oid, array(
      select coalesce(r."to", r."from") from pg_temp.reverted_rows r where r."table" = t."table" and r.kind = t.kind
      limit case when are_alike then 1 end) as samples
    from (
      select "table", kind, bool_and(tenant <> plinth.all_tenants()) is true as of_tenants, max(seq) as last
      from pg_temp.reverted_rows group by "table", kind
    ) t
  ) n
); end $function$
;

CREATE OR REPLACE FUNCTION plinth.schema_number()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$select 30::bigint$function$
;

CREATE OR REPLACE FUNCTION plinth.scoped_table(name text, columns text, secrets text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform plinth.tenant_table(name, 'organization_id uuid, ' || columns, secrets);
  execute format('create index on %I (tenant_id, organization_id)', name);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.search_custom(of_entity text, keys text[], search text, most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  words text[] := array(select w from unnest(plinth.search_words(search)) w order by char_length(w) desc, w);
  common text[] := '{}';
  found uuid[];
  matching uuid[];
  next_word text;
begin
  foreach next_word in array words loop
    matching := array(
      select v.id from plinth.custom_values v
      where v.tenant_id = plinth.tenant() and v.entity = of_entity and v.is_searched and v.key = any (keys)
        and plinth.search_vector(v.word) @@ plinth.search_query(array[next_word]) and (found is null or v.id = any (found))
      limit most + 1);
    if found is null and cardinality(matching) > most then
      common := common || next_word;
    else
      found := array(select distinct id from unnest(matching) id);
    end if;
    exit when found = '{}';
  end loop;
  if found is null then return case when words = '{}' then '{}'::uuid[] end; end if;
  foreach next_word in array common loop
    found := array(
      select distinct v.id from plinth.custom_values v
      where v.tenant_id = plinth.tenant() and v.entity = of_entity and v.is_searched and v.key = any (keys) and v.id = any (found)
        and plinth.search_vector(v.word) @@ plinth.search_query(array[next_word]));
  end loop;
  return found;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.search_matches(searched text, patterns text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return cardinality(patterns) > 0 and plinth.fold(searched) like all (patterns);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.search_patterns(words text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(select '%' || word || '%' from unnest(words) word)
$function$
;

CREATE OR REPLACE FUNCTION plinth.search_query(words text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select string_agg('''' || word || ''':*', ' & ')::tsquery from unnest(words) word
$function$
;

CREATE OR REPLACE FUNCTION plinth.search_vector(searched text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  word text;
  endings text[] := '{}';
begin
  foreach word in array plinth.words(plinth.fold(searched)) loop
    for start in 1..char_length(word) loop
      endings := endings || substr(word, start, 40);
    end loop;
  end loop;
  return array_to_tsvector(endings);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.search_words(search text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select array(select left(word, 40) from unnest(plinth.words(plinth.fold(left(search, 200)))) with ordinality w (word, place)
    where word <> '' group by 1 order by min(place) limit 8)
$function$
;

CREATE OR REPLACE FUNCTION plinth.searchable(target regclass, columns text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $functionx$
declare
  name text := (select relname from pg_class where oid = target);
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  is_guest boolean := not pg_has_role(session_user, 'plinth_search', privilege);
  has_organizations boolean := exists (select from pg_attribute
    where attrelid = target and attname = 'organization_id' and not attisdropped);
  policy oid := (select oid from pg_policy
    where polrelid = target and polname = 'tenant' and 'plinth_app'::regrole = any (polroles));
  "column" text;
  searched text;
  visible text;
  token text;
  value text;
  body text := $function$
#variable_conflict use_column
declare
  _words text[] := plinth.search_words(search);
  _organizations uuid[] := case when @scoped and not plinth.all_organizations()
    and cardinality(plinth.organizations()) <= 50 then plinth.organizations() || plinth.tenant() end;
  _patterns text[] := plinth.search_patterns(_words);
  _hits bigint;
begin
  if cardinality(_words) = 0 then return '{}'; end if;
  if cautious then
    if _organizations is null then
      select count(*) filter (where plinth.search_matches(s.searched, _patterns)) into _hits
      from (select @searched as searched from @table where @visible and tenant_id = plinth.tenant() limit 100) s;
    else
      select count(*) filter (where plinth.search_matches(s.searched, _patterns)) into _hits
      from (select s.searched from unnest(_organizations[1:8]) o, lateral (
        select @searched as searched from @table
        where @visible and tenant_id = plinth.tenant() and @organization = o limit 50) s limit 100) s;
    end if;
    if _hits >= 2 then return null; end if;
  end if;
  return array(
    select id from @table where @visible and tenant_id = plinth.tenant()
      and (_organizations is null or coalesce(@organization, tenant_id) = any (_organizations))
      and plinth.search_vector(@searched) @@ plinth.search_query(_words)
  );
end $function$;
begin
  if policy is null then raise exception 'table % has no policy "tenant", so its rows cannot be searched', target; end if;
  if cardinality(columns) = 0 then raise exception 'table % is searched in no column', target; end if;
  if char_length(name) > 56 then raise exception 'the name of table % is too long for a search function', target; end if;
  foreach "column" in array columns loop
    if not exists (select from pg_attribute where attrelid = target and attname = "column" and not attisdropped
      and atttypid in ('text'::regtype, 'varchar'::regtype)) then
      raise exception 'table % has no column % with text to search', target, "column";
    end if;
  end loop;
  visible := (select pg_get_expr(polqual, polrelid) from pg_policy where oid = policy);
  searched := (select string_agg(format('coalesce(%I, %L)', c, ''), ' || '' '' || ') from unnest(columns) c);
  searched := format('"left"(%s, 2000)', searched);

  execute format('create index if not exists %I on %s using gin (tenant_id, %s plinth.search_vector(%s))',
    name || '_search', target, case when has_organizations then 'coalesce(organization_id, tenant_id),' end, searched);
  -- What it reads, and no more.
  execute format('drop policy if exists search on %s', target);
  execute format('create policy search on %s for select to plinth_search using (true)', target);
  execute format('revoke all on %s from plinth_search', target);
  execute format('grant select (%s) on %s to plinth_search', (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = target and not attisdropped and (attname = any (columns || '{id,tenant_id,organization_id}'::text[])
      or attnum in (select refobjsubid from pg_depend
        where classid = 'pg_policy'::regclass and objid = policy and refobjid = target))), target);

  for token, value in values ('@table', target::text), ('@visible', visible), ('@scoped', has_organizations::text),
    ('@organization', case when has_organizations then 'organization_id' else 'null::uuid' end), ('@searched', searched)
  loop
    body := replace(body, token, value);
  end loop;
  execute format('create or replace function plinth.%I(search text, cautious boolean default false) returns uuid[]
    language plpgsql stable security definer
    set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as %L', 'search_' || name, body);

  -- Whoever migrates needs to be a member of the role for as long as it takes to hand the function over.
  if is_guest then execute format('grant plinth_search to %I', session_user); end if;
  grant create on schema plinth to plinth_search;
  execute format('alter function plinth.%I(text, boolean) owner to plinth_search', 'search_' || name);
  revoke create on schema plinth from plinth_search;
  if is_guest then execute format('revoke plinth_search from %I', session_user); end if;
end $functionx$
;

CREATE OR REPLACE FUNCTION plinth.sees_changes(of_tenant uuid, of_entry uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
declare
  tables text[] := plinth.restricted_tables();
  all_of_them bigint := plinth.count_changes_of(of_tenant, of_entry, tables);
begin
  return all_of_them = 0 or all_of_them = (select count(*) from plinth.changes c
    where c.tenant_id = of_tenant and c.entry_id = of_entry and (tables is null or c.table_name = any (tables)));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.settle_lines(statement text, target regclass, reference name, parent regclass, sums jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  name text := format('settle_%s_%s', statement, md5(target::text || ' ' || reference));
  written text := case statement
    when 'insert' then format('select tenant_id, %I as id from new_rows', reference)
    when 'delete' then format('select tenant_id, %I as id from old_rows', reference)
    else format('select tenant_id, %1$I as id from new_rows union select tenant_id, %1$I from old_rows', reference) end;
  is_placed boolean := statement <> 'delete'
    and plinth.has_column(target, 'organization_id') and plinth.has_column(parent, 'organization_id');
  is_other text := 'p.xmin <> pg_current_xact_id()::xid';
  version text := 'greatest(date_trunc(''milliseconds'', clock_timestamp()), p.updated_at + interval ''1 ms'')';
  locking text := format('select p.* from %s p where (p.tenant_id, p.id) in (%s) order by p.id for no key update', parent, written);
  settled text := '';
begin
  if not plinth.has_column(parent, 'updated_at') then
    version := '';
    is_other := 'false';
  elsif sums = '{}' then
    version := 'updated_at = ' || version;
  else
    version := format(', updated_at = case when %s then %s else p.updated_at end', is_other, version);
  end if;
  if sums <> '{}' then
    settled := format('update %s p set %s%s from (
        select w.tenant_id, w.id, %s from (select distinct * from (%s) w) w
        left join %s l on l.tenant_id = w.tenant_id and l.%I = w.id group by 1, 2) s
      where p.tenant_id = s.tenant_id and p.id = s.id and (row(%s) is distinct from row(%s) or %s);',
      parent, (select string_agg(format('%1$I = s.%1$I', k), ', ') from jsonb_object_keys(sums) k), version,
      (select string_agg(format('coalesce(sum(l.%I), 0) as %I', v, k), ', ') from jsonb_each_text(sums) e(k, v)),
      written, target, reference, (select string_agg(format('p.%I', k), ', ') from jsonb_object_keys(sums) k),
      (select string_agg(format('s.%I', k), ', ') from jsonb_object_keys(sums) k), is_other);
  elsif version <> '' then
    settled := format('update %s p set %s where (p.tenant_id, p.id) in (%s) and %s;', parent, version, written, is_other);
  end if;
  execute format('create or replace function plinth.%I() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
    set plinth.organizations = ''*'' set plinth.settling = ''on'' as $settle$
    begin
      %s
      %s
      return null;
    end $settle$', name,
    case when is_placed then format('if (with locked as materialized (%s)
          select count(*) from locked p join new_rows n on n.tenant_id = p.tenant_id and n.%I = p.id
          where n.organization_id is distinct from p.organization_id) > 0 then
        update %s l set organization_id = p.organization_id from new_rows n join %s p on p.tenant_id = n.tenant_id and p.id = n.%2$I
        where l.tenant_id = n.tenant_id and l.id = n.id and l.organization_id is distinct from p.organization_id;
      end if;', locking, reference, target, parent)
      else format('perform from (%s) p;', locking) end, settled);
  if exists (select from pg_trigger where tgrelid = target and tgname = 'plinth_settle_' || statement) then return; end if;
  -- Named so that it fires after the trigger that records the statement.
  execute format('create trigger %I after %s on %s referencing %s for each statement execute function plinth.%I(%L, %L, %L, %L)',
    'plinth_settle_' || statement, statement, target, case statement when 'insert' then 'new table as new_rows'
      when 'delete' then 'old table as old_rows' else 'old table as old_rows new table as new_rows' end,
    name, (select relname from pg_class where oid = target), reference, (select relname from pg_class where oid = parent), sums);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.shared_rows(sharing jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
begin
  return array(select s.record_id from public.record_shares s
    where s.tenant_id = (select plinth.tenant()) and s.kind = sharing ->> 'kind'
      and s.subject_id = any (array(select value::uuid from jsonb_array_elements_text(sharing -> 'with')))
      and (s.may_edit or not (sharing -> 'toEdit')::boolean) and (s.expires_at is null or s.expires_at > now()));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.snippet(original text, search text, languages text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  -- A stem may end otherwise than the word: 'company', 'compani'.
  pattern text := (select string_agg(distinct case when char_length(s) > 4 then regexp_replace(s, '[iy]$', '') else s end, '|')
    from plinth.text_words(search, languages) w, unnest(w.word || w.stems) stem, plinth.fold(stem) s);
  looked text := "left"(original, 200000);
  place integer := coalesce(regexp_instr(plinth.fold(looked), '(^|[^[:alnum:]])(' || pattern || ')'), 0);
  start integer := greatest(place - 80, 1);
  part text := substr(looked, start, 240);
begin
  if start > 1 then part := '…' || regexp_replace(part, '^\S*\s+', ''); end if;
  if char_length(looked) >= start + 240 then part := regexp_replace(part, '\s+\S*$', '') || '…'; end if;
  return btrim(regexp_replace(part, '\s+', ' ', 'g'));
end $function$
;

CREATE OR REPLACE FUNCTION plinth.stem_polish(folded text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select regexp_replace(regexp_replace(folded, 'rz(e|y|u|em|om|ami|ach)?\M', 'r', 'g'), '(\m[a-z]{3,}?)('
    'owalismy|owalysmy|owaniami|owaniach|owania|owaniu|owanie|owanych|owanymi|owanego|owanej|owany|owana|owane|owalem|owala|'
    'owali|owaly|owalo|owal|owac|ujemy|ujecie|ujesz|ujacy|ujaca|ujace|ujac|uje|uja|osciami|osciach|oscia|osci|osc|'
    'iejsz[aey]|niejsz[aey]|ejsz[aey]|skiego|skiemu|skimi|skich|skiej|skim|ski|ska|skie|ckiego|ckiemu|ckich|ckiej|cki|cka|'
    'ckie|iami|iach|iego|iemu|iom|iow|iem|iej|imi|ich|ami|ach|ego|emu|owi|owie|ymi|ych|ej|om|ow|em|ym|im|'
    'ales|alem|alas|alam|asz|amy|acie|aja|esz|emy|ecie|eja|isz|imy|icie|ysz|ymy|ycie|ala|ali|aly|alo|ila|ili|ily|ilo|'
    'ac|ec|ic|yc|al|el|il|yl|ia|ie|iu|io|ii|a|e|i|o|u|y)\M', '\1', 'g')
$function$
;

CREATE OR REPLACE FUNCTION plinth.sum_lines()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  sums jsonb := tg_argv[1];
  kept jsonb := (select jsonb_object_agg(k, 0) from jsonb_object_keys(sums) k);
  lines regclass;
  reference name;
  organizations text := coalesce(current_setting('plinth.organizations', true), '');
begin
  if tg_op = 'UPDATE' then
    select c.conrelid, a.attname into lines, reference from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
      where c.confrelid = tg_relid and c.conname = tg_argv[0];
    perform set_config('plinth.organizations', '*', true);
    execute format('select jsonb_build_object(%s) from %s l where l.tenant_id = $1 and l.%I = $2',
      (select string_agg(format('%L, coalesce(sum(l.%I), 0)', k, v), ', ') from jsonb_each_text(sums) e(k, v)), lines, reference)
      into kept using new.tenant_id, new.id;
    perform set_config('plinth.organizations', organizations, true);
  end if;
  return jsonb_populate_record(new, kept);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.tenant()
 RETURNS uuid
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('plinth.tenant', true), '')::uuid $function$
;

CREATE OR REPLACE FUNCTION plinth.tenant_table(name text, columns text, secrets text[] DEFAULT '{}'::text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  execute format('create table %I (
    id uuid not null, tenant_id uuid not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    %s, primary key (tenant_id, id))', name, columns);
  perform plinth.protect(name::regclass, secrets);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.text_query(search text, languages text[])
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select string_agg('(' || array_to_string('''' || word || ''':*' || array(select '''' || stem || '''' from unnest(stems) stem)
    || ('(' || plinth.pairs_query(word) || ')'), ' | ') || ')', ' & ')::tsquery from plinth.text_words(search, languages)
$function$
;

CREATE OR REPLACE FUNCTION plinth.text_vector(original text, languages text[])
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  size integer := 500000;
  seen text;
  words text;
  folded text;
  "language" text;
  vector tsvector;
begin
  loop
    begin
      seen := plinth.without_unseen("left"(original, size));
      words := (select string_agg("left"(word, 100), ' ' order by place)
        from unnest(plinth.words(plinth.lower_latin(seen || ' ' || plinth.rejoined(seen)))) with ordinality w (word, place));
      folded := plinth.fold(words);
      vector := to_tsvector('simple', folded);
      foreach "language" in array languages loop
        vector := vector || case "language" when 'polish' then to_tsvector('simple', plinth.stem_polish(folded))
          else to_tsvector("language"::regconfig, words) end;
      end loop;
      return case when octet_length(seen) = char_length(seen) then vector else vector || plinth.pairs_vector(plinth.fold(seen)) end;
    exception when program_limit_exceeded then size := size / 2;
    end;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.text_words(search text, languages text[])
 RETURNS TABLE(word text, stems text[])
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select f.word, array(
    select stem from unnest(languages) l, unnest(case l when 'polish' then array[plinth.stem_polish(f.word)]
      else ts_lexize((l || '_stem')::regdictionary, f.word) || ts_lexize((l || '_stem')::regdictionary, f.spelled) end) stem
    where stem <> '' group by 1 order by 1)
  from (
    select (plinth.search_words(spelled))[1] as word, min("left"(spelled, 40)) as spelled, min(place) as place
    from unnest(plinth.words(plinth.lower_latin(normalize(plinth.without_unseen("left"(search, 200)), NFKC))))
      with ordinality w (spelled, place)
    where spelled <> '' group by 1
  ) f where f.word <> '' order by place limit 8
$function$
;

CREATE OR REPLACE FUNCTION plinth.unique_among_tenants(target regclass, "column" text, are_kept boolean DEFAULT true)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $functionx$
declare
  name text := (select relname from pg_class where oid = target) || '_by_' || "column";
  type text := (select format_type(atttypid, null) from pg_attribute
    where attrelid = target and attname = "column" and not attisdropped);
  token text;
  value text;
  keep text := $function$
begin
  if tg_op = 'INSERT' then
    insert into plinth.@name (value, tenant_id, id) select n.@column, n.tenant_id, n.id from new_rows n where n.@column is not null;
  elsif tg_op = 'DELETE' then
    delete from plinth.@name u using old_rows o where u.value = o.@column;
  elsif new.@column = old.@column then
    update plinth.@name set tenant_id = new.tenant_id, id = new.id where value = new.@column;
  else
    delete from plinth.@name where value = old.@column;
    insert into plinth.@name (value, tenant_id, id) select new.@column, new.tenant_id, new.id where new.@column is not null;
  end if;
  return null;
end $function$;
begin
  if type is null then raise exception 'table % has no column % that could be unique', target, "column"; end if;
  if char_length(name) > 50 then raise exception 'the name % is too long for a look-up', name; end if;
  execute format('create table plinth.%I (value %s primary key, tenant_id uuid not null, id uuid not null)', name, type);
  execute format('comment on table plinth.%I is %L', name, format('look-up: %s.%s among all tenants', target, "column"));
  execute format('alter table plinth.%I enable row level security, force row level security', name);
  execute format('create policy owner on plinth.%I to %I using (true)', name, current_user);
  execute format('create policy system on plinth.%I for select to plinth_system using ((select plinth.holds_key()))', name);
  execute format('grant select on plinth.%I to plinth_system', name);

  for token, value in values ('@name', quote_ident(name)), ('@column', quote_ident("column")) loop
    keep := replace(keep, token, value);
  end loop;
  execute format('create function plinth.%I() returns trigger language plpgsql security definer
    set search_path = pg_catalog, pg_temp as %L', 'keep_' || name, keep);
  execute format('revoke execute on function plinth.%I from public', 'keep_' || name);
  execute format('create trigger %I after insert on %s referencing new table as new_rows
    for each statement execute function plinth.%I()', 'keep_' || name || '_new', target, 'keep_' || name);
  execute format('create trigger %I after delete on %s referencing old table as old_rows
    for each statement execute function plinth.%I()', 'keep_' || name || '_gone', target, 'keep_' || name);
  execute format('create trigger %I after update on %s for each row when (old.%I is distinct from new.%I
    or old.tenant_id is distinct from new.tenant_id or old.id is distinct from new.id) execute function plinth.%I()',
    'keep_' || name || '_changed', target, "column", "column", 'keep_' || name);
  if are_kept then
    execute format('insert into plinth.%I select %I, tenant_id, id from %s where %I is not null', name, "column", target, "column");
  end if;
end $functionx$
;

CREATE OR REPLACE FUNCTION plinth.unspaced()
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select '[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]'
$function$
;

CREATE OR REPLACE FUNCTION plinth.validate_references(target regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  key record;
begin
  for key in select c.conrelid::regclass as name, c.conname, a.attname, c.confdeltype = 'c' as cascades
    from pg_constraint c left join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = target and not c.convalidated
  loop
    if key.cascades and key.attname is not null then
      execute format('delete from %s c where c.%I is not null and not exists (select from %s t
        where t.tenant_id = c.tenant_id and t.id = c.%I)', key.name, key.attname, target, key.attname);
    end if;
    execute format('alter table %s validate constraint %I', key.name, key.conname);
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.virtual_recording(target oid, operation text, secrets text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'plinth', 'pg_temp'
AS $function$
declare
  computed text;
  old_image text := $sql$(select null::uuid as id, null::jsonb as image where false)$sql$;
  new_image text := old_image;
begin
  if not exists (select from pg_attribute where attrelid = target and attgenerated = 'v') then return null; end if;
  select string_agg(format('%L, (%s)', a.attname, pg_get_expr(d.adbin, d.adrelid)), ', ') into computed
    from pg_attribute a join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = target and a.attgenerated = 'v' and not a.attisdropped and not exists (
      select from pg_depend p join pg_attribute s on s.attrelid = p.refobjid and s.attnum = p.refobjsubid
      where p.classid = 'pg_attrdef'::regclass and p.objid = d.oid and p.refobjid = target and s.attname = any (secrets));
  if computed is null then return null; end if;
  if operation <> 'INSERT' then
    old_image := format('(select r.id, to_jsonb(r) || jsonb_build_object(%s) as image from old_rows r)', computed);
  end if;
  if operation <> 'DELETE' then
    new_image := format('(select r.id, to_jsonb(r) || jsonb_build_object(%s) as image from new_rows r)', computed);
  end if;
  return format($sql$
    with images as (
      select nextval('plinth.changes_seq_seq') as seq, coalesce(o.id, n.id) as id, o.image as before, n.image as after
      from %s o full join %s n on n.id = o.id where o.image is distinct from n.image
    ),
    secret as (
      select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest($4) k where i.before is not null) as before,
        (select jsonb_object_agg(k, i.after -> k) from unnest($4) k where i.after is not null) as after
      from images i where cardinality($4) > 0
    ),
    kept as (
      insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
      select $1, $2, seq, before, after from secret where before is distinct from after
    )
    insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
    select $1, $2, i.seq, $3, i.id, i.before - $4, i.after - $4 from images i$sql$, old_image, new_image);
end $function$
;

CREATE OR REPLACE FUNCTION plinth.visible(target regclass)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select 'tenant_id = (select plinth.tenant())' || case when exists (
    select from pg_attribute where attrelid = target and attname = 'organization_id' and not attisdropped
  ) then ' and (organization_id is null or (select plinth.all_organizations())'
    ' or organization_id = any ((select plinth.organizations())::uuid[]))' else '' end
$function$
;

CREATE OR REPLACE FUNCTION plinth.wall()
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  key constant text := '((select plinth.holds_key()))';
  t record;
begin
  if exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
    where d.datname = current_database() and a.grantee = 0 and a.privilege_type = 'TEMPORARY') then
    execute format('revoke temporary on database %I from public', current_database());
  end if;
  for t in select c.oid::regclass as name, p.polname, p.polqual is not null as reads, p.polwithcheck is not null as writes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_policy p on p.polrelid = c.oid
      and p.polpermissive and 'plinth_system'::regrole = any (p.polroles)
    where n.nspname in ('public', 'plinth', 'plinth_jobs') and c.relkind in ('r', 'p')
      and c.relname <> 'plinth_migrations' and pg_has_role(c.relowner, 'usage')
      and has_table_privilege('plinth_system', c.oid, 'select, insert, update, delete')
      and (p.oid is null or coalesce(pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)) = 'true')
  loop
    if t.polname is null then
      execute format('alter table %s enable row level security', t.name);
      execute format('create policy system on %s to plinth_system using %s', t.name, key);
    else
      execute format('alter policy %I on %s', t.polname, t.name) || case when t.reads then ' using ' || key else '' end
        || case when t.writes then ' with check ' || key else '' end;
    end if;
  end loop;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.with_columns(image jsonb, now jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  former record;
begin
  for former in select key, value from jsonb_each_text(now) loop
    if image ? former.key and not image ? former.value then
      image := image - former.key || jsonb_build_object(former.value, image -> former.key);
    end if;
  end loop;
  return image;
end $function$
;

CREATE OR REPLACE FUNCTION plinth.without_unseen(original text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when octet_length(original) = char_length(original) then original else regexp_replace(original,
    '\u00ad\s*\n\s*|[\u00ad\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]+',
    '', 'g') end
$function$
;

CREATE OR REPLACE FUNCTION plinth.word_pattern(search text, languages text[])
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  -- A stem may end otherwise than the word: 'company', 'compani'.
  select string_agg(distinct case when s ~ ('^' || plinth.unspaced()) then s
    else '(^|[^[:alnum:]])' || case when char_length(s) > 4 then regexp_replace(s, '[iy]$', '') else s end end, '|')
  from plinth.text_words(search, languages) w, unnest(w.word || w.stems) stem, plinth.fold(stem) s
$function$
;

CREATE OR REPLACE FUNCTION plinth.words(folded text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select regexp_split_to_array(folded, '[!-/:-@\[-`{-~\s\u00a0-\u00bf\u2000-\u206f\u3000-\u3002]+')
$function$
;

CREATE OR REPLACE FUNCTION plinth.written_tables(of_tenant uuid, of_entry uuid, most bigint)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  names text[];
  was bigint;
  becomes bigint;
begin
  if of_tenant is distinct from plinth.tenant() then return '{}'; end if;
  select array_agg(c.table_name), sum(pg_column_size(c.before)), sum(pg_column_size(c.after)) into names, was, becomes
    from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry;
  -- A condition of its own: PL/pgSQL would run the query of a second one, whatever the first one says.
  if coalesce(was, 0) + coalesce(becomes, 0) > most / 16384 then
    if plinth.image_bytes(of_tenant, of_entry) > most then
      raise exception 'Too much at once: the rows that one action changes may have % bytes, before and after it together', most
        using errcode = 'PL002';
    end if;
  end if;
  if cardinality(names) = 1 then return names; end if;
  return array(select distinct name from unnest(names) name order by name);
end $function$
;

-- Triggers

CREATE TRIGGER renew_names AFTER INSERT OR DELETE OR UPDATE ON plinth.schema_changes FOR EACH STATEMENT EXECUTE FUNCTION plinth.renew_names_after();

-- Policies

create policy rows on plinth.action_log as restrictive for select to plinth_restricted using (((( SELECT plinth.has_no_policies() AS has_no_policies) IS NOT NULL) OR plinth.sees_changes(tenant_id, id)));

create policy system on plinth.action_log for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy tenant on plinth.action_log for all to plinth_app using ((tenant_id = ( SELECT plinth.tenant() AS tenant)));

create policy system on plinth.answers for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy tenant on plinth.answers for all to plinth_app using ((tenant_id = ( SELECT plinth.tenant() AS tenant)));

create policy owner on plinth.changes for all to owner using (true);

create policy rows on plinth.changes as restrictive for select to plinth_restricted using (((( SELECT plinth.has_no_policies() AS has_no_policies) IS NOT NULL) OR plinth.may_read_change(table_name, before, after)));

create policy system on plinth.changes for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy tenant on plinth.changes for all to plinth_app using ((tenant_id = ( SELECT plinth.tenant() AS tenant)));

create policy owner on plinth.counted_rows for all to owner using (true);

create policy owner on plinth.custom_indexes for all to owner using (true);

create policy system on plinth.custom_indexes for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy tenant on plinth.custom_indexes for all to plinth_app using ((tenant_id = ( SELECT plinth.tenant() AS tenant)));

create policy owner on plinth.custom_values for all to owner using (true);

create policy search on plinth.custom_values for select to plinth_search using (true);

create policy system on plinth.custom_values for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy tenant on plinth.custom_values for all to plinth_app using ((tenant_id = ( SELECT plinth.tenant() AS tenant)));

create policy owner on plinth.entry_effects for all to owner using (true);

create policy system on plinth.entry_effects for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy tenant on plinth.entry_effects for all to plinth_app using ((tenant_id = ( SELECT plinth.tenant() AS tenant)));

create policy system on plinth.hosts for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy system on plinth.invalidations for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy tenant on plinth.invalidations for insert to plinth_app with check (true);

create policy owner on plinth.kept_secrets for all to owner using (true);

create policy system on plinth.kept_secrets for select to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy system on plinth.rate_limits for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy system on plinth.schema_changes for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy system on plinth.turns for all to plinth_system using (( SELECT plinth.holds_key() AS holds_key));

create policy tenant on plinth.turns for all to plinth_app using ((tenant_id = ( SELECT plinth.tenant() AS tenant)));
