-- The settings of a unit of work: its tenant, its organizations, and the log entry of its command.
create function plinth.tenant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('plinth.tenant', true), '')::uuid $$;

create function plinth.all_organizations() returns boolean language sql stable parallel safe
  as $$ select current_setting('plinth.organizations', true) = '*' $$;

create function plinth.organizations() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(nullif(nullif(current_setting('plinth.organizations', true), '*'), ''), ',')::uuid[] $$;

create function plinth.entry() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('plinth.entry', true), '')::uuid $$;

-- The tenant of rows that belong to all tenants: a primary key cannot contain null.
create function plinth.all_tenants() returns uuid language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid;
