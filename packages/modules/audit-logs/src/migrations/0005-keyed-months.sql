alter function plinth.open_access_month(timestamptz) rename to make_access_month;
alter function plinth.drop_access_months(timestamptz) rename to unmake_access_months;
revoke execute on function plinth.make_access_month, plinth.unmake_access_months from plinth_system;

create function plinth.open_access_month(at timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform plinth.assert_key();
  perform plinth.make_access_month(at);
end $$;

create function plinth.drop_access_months(before timestamptz) returns integer language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  perform plinth.assert_key();
  return plinth.unmake_access_months(before);
end $$;

revoke execute on function plinth.open_access_month, plinth.drop_access_months from public;
grant execute on function plinth.open_access_month, plinth.drop_access_months to plinth_system;
