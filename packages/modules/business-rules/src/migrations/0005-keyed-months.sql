alter function plinth.keep_rule_executions(date, integer, date) rename to arrange_rule_executions;
revoke execute on function plinth.arrange_rule_executions from plinth_system;

create function plinth.keep_rule_executions(today date, months integer, oldest date) returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform plinth.assert_key();
  return plinth.arrange_rule_executions(today, months, oldest);
end $$;
revoke execute on function plinth.keep_rule_executions from public;
grant execute on function plinth.keep_rule_executions to plinth_system;
