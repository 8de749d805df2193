-- Ids of transactions are 32 bits of a number that only grows: which of those it was is told by how near it is.
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
