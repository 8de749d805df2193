drop function plinth.plan_turn(uuid, uuid);
alter function plinth.plan_revert(uuid, uuid) rename to make_revert_plan;
revoke execute on function plinth.make_revert_plan from public;
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
