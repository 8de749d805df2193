-- A table that is renamed keeps its policies: of what the log recorded under its former name, and for hosts of the release before, which
-- set them under that name and read a view of it.

-- Of tables that were renamed, by each of their names: the names under which their policies may be set, `{"tickets": "{tickets,cases}"}`.
-- `plinth.renew_names` replaces the text, so that most databases look nothing up.
create function plinth.renamed_tables() returns jsonb language sql stable parallel safe as $$ select '{}'::jsonb $$;

-- Columns that are called otherwise now, by the name of the table then: `{"tickets": {"former": "{body}", "now": {"body": "description"}}}`.
create function plinth.renamed_columns() returns jsonb language sql stable parallel safe as $$ select '{}'::jsonb $$;

create function plinth.renew_names() returns void language plpgsql set search_path = pg_catalog, pg_temp as $$
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
end $$;
revoke execute on function plinth.renew_names from public;
select plinth.renew_names();

create function plinth.renew_names_after() returns trigger language plpgsql as $$
begin
  perform plinth.renew_names();
  return null;
end $$;
create trigger renew_names after insert or update or delete on plinth.schema_changes for each statement
  execute function plinth.renew_names_after();

-- The name of a table in settings: without quotes, and the former one if a host knows only that.
create function plinth.name_in_settings(name text) returns text language plpgsql stable parallel safe as $$
declare
  other text;
begin
  foreach other in array coalesce((plinth.renamed_tables() ->> name)::text[], '{}') loop
    if concat(current_setting('plinth.read_' || other, true), current_setting('plinth.update_' || other, true),
      current_setting('plinth.delete_' || other, true)) <> '' then return other; end if;
  end loop;
  return name;
end $$;

create or replace function plinth.name_of(target regclass) returns text language sql stable parallel safe as $$
  select case when plinth.renamed_tables() = '{}' then btrim(replace(target::text, 'public.', ''), '"')
    else plinth.name_in_settings(btrim(replace(target::text, 'public.', ''), '"')) end
$$;

create or replace function plinth.restricted_tables() returns text[] language plpgsql stable parallel safe as $$
declare
  policies text := coalesce(current_setting('plinth.policies', true), '');
  tables text[] := case when strpos(policies, ':') > 0 then string_to_array(split_part(policies, ':', 2), ',') end;
begin
  if tables is null or plinth.renamed_tables() = '{}' then return tables; end if;
  return tables || array(select key from jsonb_each_text(plinth.renamed_tables()) where value::text[] && tables);
end $$;

-- Whether the caller may read a change: the row before and after it. Every policy has to permit it that may be about the table.
create or replace function plinth.may_read_change(table_name text, before jsonb, after jsonb) returns boolean
  language plpgsql stable parallel safe as $$
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
end $$;

-- A recorded row with the columns as they are called now.
create function plinth.with_columns(image jsonb, now jsonb) returns jsonb language plpgsql immutable parallel safe as $$
declare
  former record;
begin
  for former in select key, value from jsonb_each_text(now) loop
    if image ? former.key and not image ? former.value then
      image := image - former.key || jsonb_build_object(former.value, image -> former.key);
    end if;
  end loop;
  return image;
end $$;
