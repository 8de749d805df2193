-- What a running host knows, so that nothing is taken away that it still uses. Null for a host of an earlier version.
alter table plinth.hosts add column migrations text[];

-- Plans can get rows: those of a table that took over columns of another one.
create or replace function plinth.plan_revert(of_tenant uuid, of_entry uuid) returns json language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  plan json;
begin
  perform plinth.assert_key();
  plan := plinth.make_revert_plan(of_tenant, of_entry);
  if not has_table_privilege('plinth_system', 'pg_temp.reverted_rows', 'insert') then
    grant select, insert, update, delete on pg_temp.reverted_rows to plinth_system;
  end if;
  return plan;
end $$;
