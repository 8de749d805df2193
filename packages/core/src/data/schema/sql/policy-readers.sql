-- The readers, and the tables whose policies call them; null for one whose table is gone. The order of the joins is fixed: in a database
-- that has not been analyzed, the planner expects one reader, and would read the dependencies of all policies again for each.
create or replace function plinth.readers() returns table (name text, target regclass) language sql stable
  set search_path = pg_catalog, pg_temp as $$
  with used as materialized (
    select policy.polrelid, d.refobjid from pg_policy policy cross join lateral (
      select refobjid from pg_depend where classid = 'pg_policy'::regclass and objid = policy.oid and refclassid = 'pg_proc'::regclass
      offset 0) d
    where policy.polname = 'rows')
  select p.proname, used.polrelid from used cross join lateral (
    select proname from pg_proc where oid = used.refobjid and pronamespace = 'plinth'::regnamespace and proargnames = '{r,field}'
    offset 0) p
  union all
  select proname, null from pg_proc where pronamespace = 'plinth'::regnamespace and proargnames = '{r,field}'
    and oid <> all (array(select refobjid from used))
$$;
