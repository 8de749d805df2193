-- Whether undoing an entry would change anything. Credentials stay as they are, and so do the times and authors of changes.
-- An entry without recorded rows may have effects that its command reverts itself.
create function plinth.is_revertible(of_tenant uuid, of_entry uuid) returns boolean language plpgsql stable
  security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
begin
  if of_tenant is distinct from plinth.tenant() then return false; end if;
  return exists (
    select from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry
      and (c.before is null or c.after is null
        or c.before - '{updated_at,updated_by}'::text[] is distinct from c.after - '{updated_at,updated_by}'::text[])
  ) or not exists (select from plinth.changes c where c.tenant_id = of_tenant and c.entry_id = of_entry);
end $$;

-- The steps of a revert per table, latest change first, without generated columns. Rows of one table have the same keys
-- unless they were upgraded one by one.
create function plinth.revert_steps(are_alike boolean) returns json language plpgsql as $$ begin return (
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
); end $$;

-- The plan of a revert: the net changes of an entry, one row per changed row, with its current state if nobody else changed
-- it ("from"), and its previous state ("to") including secrets. Plans are stored in a table that each connection keeps and
-- every commit empties, because creating one each time would cost more than filling it.
create function plinth.make_revert_plan(of_tenant uuid, of_entry uuid) returns json language plpgsql as $$
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
    where c.tenant_id = of_tenant and c.entry_id = of_entry
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
end $$;
revoke execute on function plinth.make_revert_plan from public;

-- Plans are created by the owner, the only role that may create their table. Any role with the right to create temporary
-- tables could otherwise create one with a trigger, and let the platform write into it.
create function plinth.plan_revert(of_tenant uuid, of_entry uuid) returns json language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  plan json;
begin
  perform plinth.assert_key();
  plan := plinth.make_revert_plan(of_tenant, of_entry);
  if not has_table_privilege('plinth_system', 'pg_temp.reverted_rows', 'update') then
    grant select, update, delete on pg_temp.reverted_rows to plinth_system;
  end if;
  return plan;
end $$;
revoke execute on function plinth.plan_revert from public;
grant execute on function plinth.plan_revert to plinth_system;
