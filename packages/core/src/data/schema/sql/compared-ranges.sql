-- Numbers, dates and times in ranges, and values of custom fields, are compared without reading a row as JSON. A policy that is set may
-- have one `range` beside its `plain` or `needed` comparisons: `{"column": "date day", "values": "{[1767225600,)}"}`, with the seconds
-- since 1970 of dates and times, and a `key` for a custom field.

create function plinth.compared_key(target regclass, slot integer) returns text language plpgsql stable parallel safe as $$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
begin
  return coalesce(policy -> 'plain', policy -> 'needed') -> slot ->> 'key';
end $$;

create function plinth.range_of(target regclass, part text) returns text language plpgsql stable parallel safe as $$
begin
  return nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb -> 'range' ->> part;
end $$;

create function plinth.range_values(target regclass) returns nummultirange language plpgsql stable parallel safe as $$
begin
  return plinth.range_of(target, 'values')::nummultirange;
end $$;

-- Whether a statement says that it reads few rows of a table, such as one by its id: then related rows are read for each of these
-- instead of all those that the policy permits.
create function plinth.reads_few(target regclass) returns boolean language plpgsql stable parallel safe as $$
begin
  return strpos(current_query(), '/* few of ' || plinth.name_of(target) || ' */') > 0;
end $$;

create or replace function plinth.compared_column(target regclass, slot integer) returns text
  language plpgsql stable parallel safe as $$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
  plain jsonb := coalesce(policy -> 'plain', policy -> 'needed') -> slot;
begin
  return case when plain ? 'of' and plinth.reads_few(target) then null else plain ->> 'column' end;
end $$;

create or replace function plinth.plain_values(target regclass, slot integer) returns setof text
  language plpgsql stable parallel safe rows 100 as $$
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
end $$;

-- A table whose policy is from before knows no ranges: it gives two readers.
create or replace function plinth.if_missing(target regclass, readers regproc[]) returns boolean language plpgsql stable parallel safe as $$
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
end $$;

-- Whether a reader knows the column of a comparison.
create function plinth.reads(reader regproc, compared jsonb) returns boolean language sql stable parallel safe as $$
  select exists (select from pg_catalog.pg_proc where oid = reader
    and strpos(prosrc, 'when ' || quote_literal(compared ->> 'column') || ' ') > 0)
$$;

-- A number in JSON as it is, and null for anything else.
create function plinth.number_in_json(value jsonb) returns numeric language sql immutable parallel safe
  return jsonb_path_query_first(value, 'strict $ ? (@.type() == "number")')::numeric;

-- Makes a function that returns the value of a column by its name: of an id (`id_in_…`), of any column whose values are compared as
-- texts (`text_in_…`), or of one whose values are compared as numbers (`number_in_…`). The latter take the key of a custom field, too.
-- `value_in_…` is what policies from before call.
create or replace function plinth.make_reader(reader text, target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
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
end $$;

create or replace function plinth.readers() returns table (name text, target regclass) language sql stable
  set search_path = pg_catalog, pg_temp as $$
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
$$;

-- Lets row policies restrict the rows of a table.
create or replace function plinth.restrict_rows(target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
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
end $$;
