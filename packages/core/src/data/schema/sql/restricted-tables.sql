-- Lets row policies restrict the tables that are there, one at a time: requests wait for none of them, and no two are locked together.
do $$
declare target regclass;
begin
  for target in select c.oid from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and (
      c.oid in ('plinth.changes'::regclass, 'plinth.action_log'::regclass)
      or c.relnamespace = 'public'::regnamespace and exists (select from pg_policy p
        where p.polrelid = c.oid and p.polname = 'tenant' and 'plinth_app'::regrole = any (p.polroles)))
    order by c.oid
  loop
    call plinth.restrict(target);
  end loop;
end $$;
