create function plinth.tenant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('plinth.tenant', true), '')::uuid $$;

create function plinth.all_organizations() returns boolean language sql stable parallel safe
  as $$ select current_setting('plinth.organizations', true) = '*' $$;

create function plinth.organizations() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(nullif(nullif(current_setting('plinth.organizations', true), '*'), ''), ',')::uuid[] $$;

create function plinth.entry() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('plinth.entry', true), '')::uuid $$;
