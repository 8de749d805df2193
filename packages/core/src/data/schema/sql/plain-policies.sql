-- Most row policies compare one column with some values. For these, PostgreSQL looks the value of a row up in a hashed set, which
-- takes a hundredth of the time of reading the row as JSON. A policy that is set has up to two `plain` comparisons beside its path,
-- each of which suffices for a row to be read, and says with `isExact` whether one of them is needed. Other rows are left to
-- `plinth.permits`. The first comparison is of any column, the second one of an id: `{"column": "uuid owner_id", "values": ["…"]}`.

-- Not inlined: a call is planned faster than its text.
create or replace function plinth.is_open(action text, target regclass) returns boolean language plpgsql stable parallel safe as $$
begin
  return case when coalesce(current_setting('plinth.' || action || '_' || plinth.name_of(target), true), '') = ''
    or plinth.is_lifted() then true end;
end $$;

create or replace function plinth.policy_on(action text, target regclass) returns plinth.row_policy
  language plpgsql stable parallel safe as $$
declare
  p jsonb := nullif(current_setting('plinth.' || action || '_' || plinth.name_of(target), true), '')::jsonb;
begin
  return row((p ->> 'path')::jsonpath, p -> 'vars', p -> 'relations',
    case when p ? 'shared' then plinth.shared_rows(p -> 'shared') end)::plinth.row_policy;
end $$;

-- The planner takes this for what it costs on average: it is seldom called now.
alter function plinth.permits(plinth.row_policy, jsonb) cost 50;

-- The column of a plain comparison, with its type: `uuid owner_id`. Null without one.
create function plinth.plain_column(target regclass, slot integer) returns text language plpgsql stable parallel safe as $$
begin
  return nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb -> 'plain' -> slot ->> 'column';
end $$;

-- The values of a plain comparison: those of the policy, the ids of related rows that the caller sees, as many as are looked up faster
-- together than one by one, or of rows that are shared with the caller.
create function plinth.plain_values(target regclass, slot integer) returns setof text language plpgsql stable parallel safe rows 100 as $$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
  plain jsonb := policy -> 'plain' -> slot;
begin
  if plain ? 'of' then
    return query execute format('select r.id::text from public.%I r where r.tenant_id = plinth.tenant() and r.%I = any ($1::pg_catalog.%I[])
      limit plinth.most_values()', plain #>> '{of,table}', plain #>> '{of,column}', plain #>> '{of,type}')
      using array(select jsonb_array_elements_text(plain -> 'values'));
  elsif plain ? 'values' then
    return query select jsonb_array_elements_text(plain -> 'values');
  elsif plain is not null then
    return query select unnest(plinth.shared_rows(policy -> 'shared'))::text;
  end if;
end $$;

create function plinth.most_values() returns integer language sql immutable parallel safe return 10000;

-- Whether a row that satisfies no plain comparison is hidden, so that it need not be read. It is not, if the readers do not know a
-- column, and related rows may be too many to say so.
create function plinth.is_plain(target regclass, readers regproc[]) returns boolean language plpgsql stable parallel safe as $$
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
end $$;

-- Makes a function that returns the value of a column by its name: of any column whose values are compared as texts, or of ids alone
-- (`id_in_…`). The policy of a table calls it, because a policy that names a column itself prevents that it is changed or dropped.
-- PostgreSQL puts the text in place of each call, so it has to fit the table: `plinth.renew_readers` keeps it so.
create function plinth.make_reader(reader text, target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  cases text := (select string_agg(format('when %L then (r).%I::pg_catalog.text', t.name || ' ' || a.attname, a.attname), ' '
      order by a.attnum)
    from pg_attribute a join (values ('uuid'::regtype, 'uuid'), ('text', 'text'), ('varchar', 'text'), ('smallint', 'integer'),
      ('integer', 'integer'), ('bigint', 'integer'), ('boolean', 'boolean')) t (oid, name) on t.oid = a.atttypid
    where a.attrelid = target and a.attnum > 0 and not a.attisdropped and a.attgenerated <> 'v'
      and (t.name = 'uuid' or not starts_with(reader, 'id_in_')));
  body text := format('select (case field %s end) collate "C"', coalesce(cases, 'when null then null::pg_catalog.text'));
begin
  if exists (select from pg_proc where pronamespace = 'plinth'::regnamespace and proname = reader and prosrc = body) then return; end if;
  execute format('create or replace function plinth.%I(r anyelement, field text) returns text language sql stable parallel safe as %L',
    reader, body);
end $$;

-- The readers, and the tables whose policies call them; null for one whose table is gone.
create function plinth.readers() returns table (name text, target regclass) language sql stable
  set search_path = pg_catalog, pg_temp as $$
  select p.proname, policy.polrelid from pg_proc p
  left join pg_depend d on d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid and d.classid = 'pg_policy'::regclass
  left join pg_policy policy on policy.oid = d.objid
  where p.pronamespace = 'plinth'::regnamespace and p.proargnames = '{r,field}'
$$;

-- Makes the readers fit the tables as they are now, without a lock on these, and drops those of tables that are gone.
create function plinth.renew_readers() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  reader record;
begin
  for reader in select name, target from plinth.readers() order by name loop
    if reader.target is null then execute format('drop function plinth.%I', reader.name);
    else perform plinth.make_reader(reader.name, reader.target); end if;
  end loop;
end $$;
revoke execute on function plinth.make_reader, plinth.readers, plinth.renew_readers from public;

-- Lets row policies restrict the rows of a table.
create or replace function plinth.restrict_rows(target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  relation text := (select relname from pg_class where oid = target);
  -- The name may be taken by a table that was called so before.
  suffix text := left(relation, 40) || case when exists (select from plinth.readers() r
    where r.name = 'value_in_' || left(relation, 40) and r.target <> restrict_rows.target) then '_' || target::oid else '' end;
  condition text := format('(select plinth.is_open(''read'', %1$L::regclass)) is not null
    or plinth.%3$I(%2$I.*, (select plinth.plain_column(%1$L::regclass, 0))) collate "C" in (select plinth.plain_values(%1$L::regclass, 0))
    or plinth.%4$I(%2$I.*, (select plinth.plain_column(%1$L::regclass, 1))) collate "C" in (select plinth.plain_values(%1$L::regclass, 1))
    or case when (select plinth.is_plain(%1$L::regclass, array[%5$L, %6$L]::regproc[])) then false
      else plinth.permits((select plinth.policy_on(''read'', %1$L::regclass)), to_jsonb(%2$I.*)) end',
    target, relation, 'value_in_' || suffix, 'id_in_' || suffix,
    format('plinth.%I', 'value_in_' || suffix), format('plinth.%I', 'id_in_' || suffix));
begin
  perform plinth.make_reader('value_in_' || suffix, target), plinth.make_reader('id_in_' || suffix, target);
  if exists (select from pg_policy where polrelid = target and polname = 'rows') then
    execute format('alter policy rows on %s to plinth_restricted using (%s)', target, condition);
  else
    execute format('create policy rows on %s as restrictive for select to plinth_restricted using (%s)', target, condition);
  end if;
  execute format('create or replace trigger plinth_policies after insert or update or delete on %s for each row
    when (current_setting(''role'') = ''plinth_restricted'') execute function plinth.check_policies()', target);
end $$;
