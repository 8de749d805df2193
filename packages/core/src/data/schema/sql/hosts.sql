-- Invalidations by commands, read by the other hosts, and the heartbeat of each host. Neither needs to survive a crash of
-- the server: a host that loses its connection discards everything that it has cached. Readers go by `transaction`: numbers
-- are assigned before a commit, but rows become visible after it. A promoted standby cannot read the sequence of an unlogged
-- table, so there is none.
create unlogged table plinth.invalidations (
  transaction xid8 not null default pg_current_xact_id(),
  host_id uuid not null,
  tags text[] not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on plinth.invalidations (transaction);
alter table plinth.invalidations enable row level security, force row level security;
create policy tenant on plinth.invalidations for insert to plinth_app with check (true);
create policy system on plinth.invalidations to plinth_system using ((select plinth.holds_key()));
grant insert on plinth.invalidations to plinth_app;
grant select, insert, delete on plinth.invalidations to plinth_system;

create unlogged table plinth.hosts (
  id uuid primary key,
  pulse bigint not null,
  beat_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
alter table plinth.hosts enable row level security, force row level security;
create policy system on plinth.hosts to plinth_system using ((select plinth.holds_key()));
grant select, insert, update, delete on plinth.hosts to plinth_system;

-- The query that a host sends to a replica before reading from it: whether it is a standby of that system, follows that
-- timeline, and has replayed its log up to `reached`, for which it waits briefly. After a failover, a standby of the former
-- primary may have more of a log that nobody continues.
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
