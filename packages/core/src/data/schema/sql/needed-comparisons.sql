-- Of a condition such as `region = north and price > 5`, one comparison can be looked up as well: rows that do not satisfy it are
-- hidden, and only the others are read as JSON. Such comparisons are `needed` in the policy that is set, where those that suffice are
-- `plain`: policies of tables from before know these alone.

-- The name of a table without the quotes of names that are words of SQL, such as `order`.
create or replace function plinth.name_of(target regclass) returns text language sql stable parallel safe
  as $$ select btrim(replace(target::text, 'public.', ''), '"') $$;

-- The column of a comparison that is looked up, with its type: `uuid owner_id`. Null without one.
create function plinth.compared_column(target regclass, slot integer) returns text language plpgsql stable parallel safe as $$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
begin
  return coalesce(policy -> 'plain', policy -> 'needed') -> slot ->> 'column';
end $$;

create or replace function plinth.plain_values(target regclass, slot integer) returns setof text
  language plpgsql stable parallel safe rows 100 as $$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
  plain jsonb := coalesce(policy -> 'plain', policy -> 'needed') -> slot;
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

-- True if rows that satisfy a comparison are visible, and null if they have to be read.
create function plinth.if_found(target regclass) returns boolean language plpgsql stable parallel safe as $$
begin
  return case when nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb ? 'plain' then true end;
end $$;

-- False if rows that satisfy no comparison are hidden, and null if they have to be read: if others may be visible, if the readers do not
-- know a column, or if related rows may be too many to say so.
create function plinth.if_missing(target regclass, readers regproc[]) returns boolean language plpgsql stable parallel safe as $$
declare
  policy jsonb := nullif(current_setting('plinth.read_' || plinth.name_of(target), true), '')::jsonb;
  compared jsonb := coalesce(policy -> 'plain', policy -> 'needed');
  plain jsonb;
begin
  if not (policy ? 'needed' or coalesce((policy -> 'isExact')::boolean, false)) then return null; end if;
  for slot in 0 .. jsonb_array_length(compared) - 1 loop
    plain := compared -> slot;
    if not exists (select from pg_catalog.pg_proc where oid = readers[slot + 1]
      and strpos(prosrc, 'when ' || quote_literal(plain ->> 'column') || ' ') > 0) then return null; end if;
    if plain ? 'of' and (select count(*) from plinth.plain_values(target, slot)) >= plinth.most_values() then return null; end if;
  end loop;
  return false;
end $$;

-- Lets row policies restrict the rows of a table.
create or replace function plinth.restrict_rows(target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  relation text := (select relname from pg_class where oid = target);
  -- The name may be taken by a table that was called so before.
  suffix text := left(relation, 40) || case when exists (select from plinth.readers() r
    where r.name = 'value_in_' || left(relation, 40) and r.target <> restrict_rows.target) then '_' || target::oid else '' end;
  condition text := format('(select plinth.is_open(''read'', %1$L::regclass)) is not null or coalesce(
    case when plinth.%3$I(%2$I.*, (select plinth.compared_column(%1$L::regclass, 0))) collate "C" in (select plinth.plain_values(%1$L::regclass, 0))
      or plinth.%4$I(%2$I.*, (select plinth.compared_column(%1$L::regclass, 1))) collate "C" in (select plinth.plain_values(%1$L::regclass, 1))
      then (select plinth.if_found(%1$L::regclass))
      else (select plinth.if_missing(%1$L::regclass, array[%5$L, %6$L]::regproc[])) end,
    plinth.permits((select plinth.policy_on(''read'', %1$L::regclass)), to_jsonb(%2$I.*)))',
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
