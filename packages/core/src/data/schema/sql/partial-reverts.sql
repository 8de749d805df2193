-- A part of an entry can be reverted: the changes whose numbers are within some ranges. Hosts of earlier versions revert entries as a
-- whole, with two arguments.
drop function plinth.plan_revert(uuid, uuid);
drop function plinth.make_revert_plan(uuid, uuid);

create function plinth.make_revert_plan(of_tenant uuid, of_entry uuid, part int8multirange) returns json language plpgsql as $$
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
end $$;
revoke execute on function plinth.make_revert_plan from public;

create function plinth.plan_revert(of_tenant uuid, of_entry uuid, part int8multirange default null) returns json language plpgsql
  security definer set search_path = pg_catalog, public, pg_temp as $$
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
end $$;
revoke execute on function plinth.plan_revert from public;
grant execute on function plinth.plan_revert to plinth_system;

-- The number of the last change of all: what this transaction has recorded by now has no greater one, and what it records later does.
create function plinth.last_change() returns bigint language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select last_value from plinth.changes_seq_seq
$$;
revoke execute on function plinth.last_change from public;
grant execute on function plinth.last_change to plinth_app, plinth_system;

-- The first and the last change of rows that this transaction has written.
create function plinth.changes_of(ids uuid[]) returns table (row_id uuid, first_change bigint, last_change bigint) language sql stable
  security definer set search_path = pg_catalog, pg_temp as $$
  select c.row_id, min(c.seq), max(c.seq) from plinth.changes c
  where c.tenant_id = plinth.tenant() and c.entry_id = plinth.entry() and c.row_id = any (ids) group by c.row_id
$$;
revoke execute on function plinth.changes_of from public;
grant execute on function plinth.changes_of to plinth_app, plinth_system;
