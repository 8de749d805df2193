-- Responses to writes that had an `Idempotency-Key`, encrypted, because some contain a secret.
create table plinth.answers (
  tenant_id uuid not null,
  actor_id text not null,
  key_hash text not null,
  fingerprint text not null,
  entry_id uuid not null,
  answer text,
  created_at timestamptz not null,
  primary key (tenant_id, actor_id, key_hash)
);
create index answers_by_age on plinth.answers (created_at);
comment on index plinth.answers_by_age is 'all tenants: the purge forgets by age alone';
alter table plinth.answers enable row level security, force row level security;
create policy tenant on plinth.answers to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.answers to plinth_system using ((select plinth.holds_key()));
grant select, insert, update on plinth.answers to plinth_app;
grant select, insert, update, delete on plinth.answers to plinth_system;

-- Counters of rate limits live for a minute. They need not survive a crash of the server, and a login must not wait for its
-- disk.
create unlogged table plinth.rate_limits (key text primary key, points integer not null default 0, expire bigint);
grant select, insert, update, delete on plinth.rate_limits to plinth_system;

-- Whether a locked row has changed since the command read what its change depends on (docs/concurrency.md). Transaction ids
-- are the lower 32 bits of a number that only grows; the epoch is the one that brings it closest.
create function plinth.assert_unchanged(version xid, name text, stored record) returns void language plpgsql as $$
declare
  since pg_snapshot := nullif(current_setting('plinth.since', true), '')::pg_snapshot;
  newest bigint; distance bigint; writer xid8;
begin
  if since is null then return; end if;
  newest := pg_snapshot_xmax(since)::text::bigint;
  distance := (version::text::bigint - newest % 4294967296 + 6442450944) % 4294967296 - 2147483648;
  if distance < -newest then return; end if;
  writer := (newest + distance)::text::xid8;
  if pg_visible_in_snapshot(writer, since) then return; end if;
  -- Not given out yet: the row is as old as that id was the last time.
  if writer >= pg_snapshot_xmax(pg_current_snapshot()) then return; end if;
  -- Under its lock, whose work is not done is this transaction itself.
  if pg_xact_status(writer) = 'in progress' then return; end if;
  raise exception using errcode = '40001', message = 'a row has changed since the command read',
    detail = format('Row %s of %s', to_jsonb(stored) ->> 'id', name);
end $$;
