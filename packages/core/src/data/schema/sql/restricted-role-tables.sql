-- Changes the policies of the tables that are there, one table at a time: requests wait for none of them.
do $$
declare target regclass;
begin
  for target in select p.polrelid from pg_policy p
    where p.polname = 'rows' and 'plinth_app'::regrole = any (p.polroles) order by p.polrelid
  loop
    call plinth.restrict(target);
  end loop;
end $$;
