-- The tables of an entry are locked before its revert is planned, so that no migration changes them between the plan and the rows.
create or replace function plinth.plan_revert(of_tenant uuid, of_entry uuid) returns json language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  plan json;
  name text;
begin
  perform plinth.assert_key();
  for name in select distinct table_name from plinth.changes where tenant_id = of_tenant and entry_id = of_entry order by 1 loop
    if to_regclass(quote_ident(name)) is not null then execute format('lock table %I in row exclusive mode', name); end if;
  end loop;
  plan := plinth.make_revert_plan(of_tenant, of_entry);
  if not has_table_privilege('plinth_system', 'pg_temp.reverted_rows', 'insert') then
    grant select, insert, update, delete on pg_temp.reverted_rows to plinth_system;
  end if;
  return plan;
end $$;
