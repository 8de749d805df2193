update roles set tenant_id = plinth.all_tenants() where tenant_id is null;
-- squawk-ignore adding-not-nullable-field
alter table roles alter column tenant_id set not null;
alter policy shared on roles using (tenant_id = plinth.all_tenants() and (select plinth.tenant()) is not null);

create table role_places (tenant_id uuid not null, id uuid not null, primary key (tenant_id, id));
create index role_places_by_role on role_places (id);
comment on index role_places_by_role is 'all tenants: a role of all of them goes from each';
select plinth.guard('role_places', plinth.visible('role_places'));
revoke insert, update, delete on role_places from plinth_app, plinth_system;
do $$ begin execute format('create policy owner on role_places to %I using (true)', current_user); end $$;

create function auth_keep_role_places() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then
    delete from role_places p using old_rows o where p.id = o.id;
    return null;
  end if;
  insert into role_places (tenant_id, id) select n.tenant_id, n.id from new_rows n
    union select t.tenant_id, n.id from new_rows n cross join tenants t where n.tenant_id = plinth.all_tenants()
    on conflict do nothing;
  delete from role_places p using new_rows n
    where p.tenant_id = plinth.all_tenants() and p.id = n.id and n.tenant_id <> p.tenant_id;
  return null;
end $$;
-- Before what records a deletion, so that rows come back after the role that they refer to.
create trigger keep_places_of_new after insert on roles
  referencing new table as new_rows for each statement execute function auth_keep_role_places();
create trigger keep_places_of_moved after update on roles
  referencing new table as new_rows for each statement execute function auth_keep_role_places();
create trigger keep_places_of_gone after delete on roles
  referencing old table as old_rows for each statement execute function auth_keep_role_places();

create function auth_keep_tenant_places() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  insert into role_places (tenant_id, id) select n.tenant_id, p.id from new_rows n
    join role_places p on p.tenant_id = plinth.all_tenants() on conflict do nothing;
  return null;
end $$;
create trigger keep_places_of_roles after insert on tenants
  referencing new table as new_rows for each statement execute function auth_keep_tenant_places();
insert into role_places (tenant_id, id) select tenant_id, id from roles
  union select t.tenant_id, r.id from roles r cross join tenants t where r.tenant_id = plinth.all_tenants();

-- Nobody is given the role until the caller has ended. A tenant locks what it can see of it.
create function auth_lock_role(role uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform from role_places p where p.id = role and (p.tenant_id = plinth.tenant() or plinth.holds_key()) order by p.tenant_id for update;
end $$;
revoke execute on function auth_lock_role from public;
grant execute on function auth_lock_role to plinth_app, plinth_system;

select plinth.unique_among_tenants('users', 'id', false);
select plinth.unique_among_tenants('sessions', 'token_hash', false);
select plinth.unique_among_tenants('roles', 'id');
select plinth.unique_among_tenants('password_tokens', 'token_hash');
-- squawk-ignore require-concurrent-index-deletion
drop index password_tokens_by_token;
