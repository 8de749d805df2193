-- Long logs, of which row policies leave little: the next entries of a filter are looked through together, and only those are decided by
-- the policies of the log that nothing hides which the recorded rows tell by themselves.

-- The next entries of a filter that the caller's policies do not hide, except those that are shared with the caller, `{"tickets": [ids]}`,
-- and when the last one was made that was looked at; null at the end of the log. Policies that follow a relation, or are about a table that
-- was renamed, decide afterwards. They are read here, so that nobody asks about hidden rows with another condition. A filter has `kind`, `actor`, `key`, `organizations`, `before`, `after`,
-- `verbs`, where to start (`at` and `seq`), and `ascending`. Entries of one moment are looked at together.
create function plinth.entries_not_hidden(filter jsonb, shared jsonb, most integer, wanted integer, out ids uuid[], out looked integer, out until timestamptz)
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
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
end $$;

-- The same with what is shared with the caller, which only the caller may read.
create function plinth.look_through(filter jsonb, most integer, wanted integer, out ids uuid[], out looked integer, out until timestamptz)
  language plpgsql stable parallel safe as $$
declare
  shared jsonb := (
    select jsonb_object_agg(t.name, to_jsonb(plinth.shared_rows(s.policy -> 'shared')))
    from unnest(plinth.restricted_tables()) t (name)
    cross join lateral (select nullif(current_setting('plinth.read_' || t.name, true), '')::jsonb) s (policy)
    where s.policy ? 'shared' and not plinth.is_lifted());
begin
  select n.ids, n.looked, n.until into ids, looked, until from plinth.entries_not_hidden(filter, coalesce(shared, '{}'), most, wanted) n;
end $$;
