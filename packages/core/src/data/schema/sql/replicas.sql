-- Whether this server is a standby of that system, follows that timeline, and has its log up to `reached`, for which it waits
-- a moment. After a failover, a standby of the former primary may have more of a log that nobody continues.
create function plinth.has_arrived(system bigint, timeline int, reached pg_lsn) returns boolean language plpgsql as $$
begin
  if not pg_is_in_recovery() or system <> (select system_identifier from pg_control_system())
    or timeline <> (select min_recovery_end_timeline from pg_control_recovery()) then
    return false;
  end if;
  for attempt in 1..20 loop
    if pg_last_wal_replay_lsn() >= reached then return true; end if;
    perform pg_sleep(0.001);
  end loop;
  return false;
end $$;
