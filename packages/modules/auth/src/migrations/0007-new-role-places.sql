-- A new role has no place yet, and most belong to one tenant. Reads of roles go on meanwhile.
create function auth_keep_new_role_places() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.role_places (tenant_id, id) select n.tenant_id, n.id from new_rows n;
  return null;
end $$;

create function auth_keep_new_shared_places() returns trigger language plpgsql security definer
  set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.role_places (tenant_id, id) select t.tenant_id, new.id from public.tenants t;
  return null;
end $$;

create or replace trigger keep_places_of_new after insert on roles
  referencing new table as new_rows for each statement execute function auth_keep_new_role_places();
create trigger keep_places_of_new_shared after insert on roles
  for each row when (new.tenant_id = '00000000-0000-0000-0000-000000000000') execute function auth_keep_new_shared_places();
revoke execute on function auth_keep_new_role_places, auth_keep_new_shared_places from public;
