-- The changes that this transaction has made to rows behind one of its changes.
create function plinth.changes_since(ids uuid[], since bigint) returns table (row_id uuid, changes bigint[]) language sql stable
  security definer set search_path = pg_catalog, pg_temp as $$
  select c.row_id, array_agg(c.seq order by c.seq) from plinth.changes c
  where c.tenant_id = plinth.tenant() and c.entry_id = plinth.entry() and c.seq > since and c.row_id = any (ids) group by c.row_id
$$;
revoke execute on function plinth.changes_since from public;
grant execute on function plinth.changes_since to plinth_app, plinth_system;
