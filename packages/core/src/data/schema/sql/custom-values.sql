-- Indexes of values of custom fields. Under row-level security, PostgreSQL cannot use an index for operators of jsonb, none of
-- which is leakproof, and an index per field would change the schema for each tenant. The values of chosen fields are therefore
-- stored in a separate table too, by triggers, as text or numbers, whose comparisons are leakproof.

-- The fields whose values are stored. "is_filled": those of existing rows are, too; "last" is how far this has come. Values of
-- a retired index are stored, and not read. Once it "is_dropped", they are not stored either, and deleted. If it "is_searched",
-- the words of its values can be searched too.
create table plinth.custom_indexes (
  tenant_id uuid not null, entity text not null, key text not null, is_searched boolean not null default false,
  is_filled boolean not null default false, last uuid, filled bigint not null default 0, retired_at timestamptz,
  is_dropped boolean not null default false,
  primary key (tenant_id, entity, key)
);

-- One row for each value of a row: several of a field with several. Long texts are cut off.
create table plinth.custom_values (
  tenant_id uuid not null, entity text not null, key text not null, id uuid not null, place bigint not null,
  word text, number double precision, is_searched boolean not null default false, primary key (tenant_id, entity, id, key, place)
);
create index custom_values_by_word on plinth.custom_values (tenant_id, entity, key, word, id) where word is not null;
create index custom_values_by_number on plinth.custom_values (tenant_id, entity, key, number, id) where number is not null;
create index custom_values_search on plinth.custom_values using gin (tenant_id, entity, plinth.search_vector(word)) where is_searched;

select plinth.guard(t, 'tenant_id = (select plinth.tenant())') from unnest('{plinth.custom_indexes,plinth.custom_values}'::regclass[]) t;
do $$ begin
  execute format('create policy owner on plinth.custom_indexes to %I using (true)', current_user);
  execute format('create policy owner on plinth.custom_values to %I using (true)', current_user);
end $$;

-- The values of a field, one by one. Of encrypted values, these are their hashes.
create function plinth.custom_elements(value jsonb) returns table (place bigint, word text, number double precision)
  language sql immutable parallel safe as $$
  select e.place, case when jsonb_typeof(e.value) in ('string', 'boolean') then "left"(e.value #>> '{}', 200) end,
    case jsonb_typeof(e.value) when 'number' then (e.value #>> '{}')::double precision end
  from (select case jsonb_typeof(value) when 'object' then value -> 'hashes' else value end) v (value),
    jsonb_array_elements(case jsonb_typeof(v.value) when 'array' then v.value else jsonb_build_array(v.value) end)
      with ordinality e (value, place)
  where jsonb_typeof(e.value) in ('string', 'boolean', 'number')
$$;

-- Runs for each row that gets or loses values, or moves to another tenant. The entity is the argument of the trigger, or that of
-- the row.
create function plinth.keep_custom_values() returns trigger language plpgsql as $$
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
end $$;

-- Stores the values of the indexed fields of the rows of "target". The rows are those of "entity"; without it, they say whose they are.
create function plinth.index_custom(target regclass, entity text default null) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
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
end $$;

-- Stores the values that the next rows of "target" have in these fields, and returns the id of the last of these rows and their
-- number. The rows are locked against changes, so that a change is either seen here or sees what is stored.
create function plinth.fill_custom_values(target regclass, of_tenant uuid, of_entity text, keys text[], since uuid, most integer,
  out last uuid, out filled integer) language plpgsql as $$
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
end $$;

-- A date or time of a field, in a zone if it has no offset of its own; null if it is none, as another organization may store
-- other values under the same key.
create function plinth.custom_time(value jsonb, zone text) returns timestamptz language plpgsql stable parallel safe as $$
declare
  text text := value #>> '{}';
begin
  if jsonb_typeof(value) is distinct from 'string' then return null; end if;
  if text ~ 'T.*(Z|[+-]\d\d:?\d\d)$' then return text::timestamptz; end if;
  return text::timestamp at time zone zone;
exception when data_exception then return null;
end $$;

-- The words of a value, or of several, contain every word of a search.
create function plinth.custom_matches(custom jsonb, keys text[], patterns text[]) returns boolean
  language plpgsql immutable parallel safe as $$
begin
  return plinth.search_matches((select string_agg(e.word, ' ') from unnest(keys) k, plinth.custom_elements(custom -> k) e), patterns);
end $$;

-- The records of the caller's tenant whose values of these searched fields contain every word, or null if more than "most" values
-- contain each: then reading the rows in the order of a list fills a page sooner. A word that few values contain leads, whichever
-- it is; the others are looked for among its records.
create function plinth.search_custom(of_entity text, keys text[], search text, most integer) returns uuid[]
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
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
end $$;

-- The records whose values contain a single word, however many: for totals, which come from the index of the values instead of from
-- the rows.
create function plinth.found_custom(of_entity text, keys text[], word text) returns setof uuid
  language sql stable security definer rows 50000 set search_path = pg_catalog, pg_temp as $$
  select distinct v.id from plinth.custom_values v
  where v.tenant_id = plinth.tenant() and v.entity = of_entity and v.is_searched and v.key = any (keys)
    and plinth.search_vector(v.word) @@ plinth.search_query(plinth.search_words(found_custom.word))
$$;

-- The functions belong to the role that searches, which can read nothing else. Where whoever migrates may not hand them over, they
-- stay with the owner of the database, whose policy shows it the same rows.
create policy search on plinth.custom_values for select to plinth_search using (true);
grant select (tenant_id, entity, key, id, word, is_searched) on plinth.custom_values to plinth_search;
do $$
declare
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
  is_guest boolean := not pg_has_role(session_user, 'plinth_search', privilege);
begin
  if is_guest then execute format('grant plinth_search to %I', session_user); end if;
  grant create on schema plinth to plinth_search;
  alter function plinth.search_custom(text, text[], text, integer) owner to plinth_search;
  alter function plinth.found_custom(text, text[], text) owner to plinth_search;
  revoke create on schema plinth from plinth_search;
  if is_guest then execute format('revoke plinth_search from %I', session_user); end if;
exception when insufficient_privilege then null;
end $$;
