-- Of the log, a row policy decides entry by entry. Only changes of tables with policies matter, which are named beside the sign that there
-- are any (`on:products,customers`; hosts from before do not name them), and each change is decided once.
create function plinth.restricted_tables() returns text[] language plpgsql stable parallel safe as $$
declare
  policies text := coalesce(current_setting('plinth.policies', true), '');
begin
  return case when strpos(policies, ':') > 0 then string_to_array(split_part(policies, ':', 2), ',') end;
end $$;

-- Whether the caller may read a change: the row before and after it.
create function plinth.may_read_change(table_name text, before jsonb, after jsonb) returns boolean
  language plpgsql stable parallel safe as $$
declare
  setting text := current_setting('plinth.read_' || table_name, true);
  known jsonb;
  policy plinth.row_policy;
begin
  if coalesce(setting, '') = '' or plinth.is_lifted() then return true; end if;
  known := setting::jsonb;
  policy := row((known ->> 'path')::jsonpath, known -> 'vars', known -> 'relations',
    case when known ? 'shared' then plinth.shared_rows(known -> 'shared') end)::plinth.row_policy;
  return (before is null or plinth.permits(policy, before)) and (after is null or plinth.permits(policy, after));
end $$;

-- How many changes of these tables an entry has, or of all of them, those that the caller does not see included.
create function plinth.count_changes_of(of_tenant uuid, of_entry uuid, tables text[]) returns bigint language plpgsql stable parallel safe
  security definer set search_path = pg_catalog, pg_temp as $$
begin
  if of_tenant is distinct from plinth.tenant() then return 0; end if;
  return (select count(*) from plinth.changes c
    where c.tenant_id = of_tenant and c.entry_id = of_entry and (tables is null or c.table_name = any (tables)));
end $$;

-- Whether the caller sees all changes of an entry: the policy of the table of changes decides each of them.
create function plinth.sees_changes(of_tenant uuid, of_entry uuid) returns boolean language plpgsql stable parallel safe as $$
declare
  tables text[] := plinth.restricted_tables();
  all_of_them bigint := plinth.count_changes_of(of_tenant, of_entry, tables);
begin
  return all_of_them = 0 or all_of_them = (select count(*) from plinth.changes c
    where c.tenant_id = of_tenant and c.entry_id = of_entry and (tables is null or c.table_name = any (tables)));
end $$;

-- The same, whatever the policy of the table of changes says.
create or replace function plinth.may_read_entry(of_tenant uuid, of_entry uuid) returns boolean language plpgsql stable as $$
declare
  tables text[] := plinth.restricted_tables();
  all_of_them bigint := plinth.count_changes_of(of_tenant, of_entry, tables);
begin
  return all_of_them = 0 or all_of_them = (select count(*) from plinth.changes c
    where c.tenant_id = of_tenant and c.entry_id = of_entry and (tables is null or c.table_name = any (tables))
      and plinth.may_read_change(c.table_name, c.before, c.after));
end $$;

-- When the entry was made that has this many newer ones, whether or not the caller sees them, among those of a filter; null for fewer.
create function plinth.nth_entry(filter jsonb, place integer) returns timestamptz language plpgsql stable parallel safe
  security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan as $$
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
end $$;

-- Whatever creates these tables again calls `plinth.restrict`.
create or replace function plinth.restrict_log(target regclass) returns void language plpgsql
  set search_path = pg_catalog, pg_temp as $$
declare
  condition text := '(select plinth.has_no_policies()) is not null or ' || case target
    when 'plinth.changes'::regclass then 'plinth.may_read_change(table_name, before, after)' else 'plinth.sees_changes(tenant_id, id)' end;
begin
  if exists (select from pg_policy where polrelid = target and polname = 'rows') then
    execute format('alter policy rows on %s to plinth_restricted using (%s)', target, condition);
  else
    execute format('create policy rows on %s as restrictive for select to plinth_restricted using (%s)', target, condition);
  end if;
end $$;
