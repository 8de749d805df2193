select plinth.scoped_table('users', $$
  email text not null, name text, password_hash text, is_confirmed boolean not null default true,
  is_active boolean not null default true,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$, '{password_hash}');
create unique index users_email_unique on users (tenant_id, lower(email));
create index users_email_order on users (tenant_id, email, id);
create index users_by_organization on users (tenant_id, organization_id, email, id);
create index users_sign_in on users (lower(email));
comment on index users_sign_in is 'all tenants: sign-in looks an e-mail up before a tenant is known';
select plinth.unique_among_tenants('users', 'id');

-- All keys of roles begin with a tenant, which is that of `plinth.all_tenants` for roles of all tenants.
create table roles (
  id uuid not null, tenant_id uuid not null, name text not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index roles_name_unique on roles (tenant_id, lower(name)) nulls not distinct;
select plinth.guard('roles', 'tenant_id = (select plinth.tenant())'), plinth.record('roles');
create policy shared on roles for select to plinth_app
  using (tenant_id = plinth.all_tenants() and (select plinth.tenant()) is not null);
select plinth.unique_among_tenants('roles', 'id');

-- The pairs of a role and a tenant in which it may be held, which foreign keys reference. Triggers maintain them from the
-- rows of roles and tenants; a role that is moved keeps its existing ones.
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

-- A new role has no place yet, and most belong to one tenant. Reads of roles are not blocked meanwhile.
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

-- Before the triggers that record a deletion, so that rows are restored after the role that they reference.
create trigger keep_places_of_new after insert on roles
  referencing new table as new_rows for each statement execute function auth_keep_new_role_places();
create trigger keep_places_of_new_shared after insert on roles
  for each row when (new.tenant_id = '00000000-0000-0000-0000-000000000000') execute function auth_keep_new_shared_places();
create trigger keep_places_of_moved after update on roles
  referencing new table as new_rows for each statement execute function auth_keep_role_places();
create trigger keep_places_of_gone after delete on roles
  referencing old table as old_rows for each statement execute function auth_keep_role_places();
revoke execute on function auth_keep_new_role_places, auth_keep_new_shared_places from public;

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

-- Prevents anybody from being given the role until the caller's transaction has ended. A tenant locks the places it can see.
create function auth_lock_role(role uuid) returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  perform from role_places p where p.id = role and (p.tenant_id = plinth.tenant() or plinth.holds_key()) order by p.tenant_id for update;
end $$;
revoke execute on function auth_lock_role from public;
grant execute on function auth_lock_role to plinth_app, plinth_system;

select plinth.tenant_table('role_acls', $$
  role_id uuid not null,
  is_super_admin boolean not null default false, features text[] not null default '{}', organizations text[],
  unique (tenant_id, role_id),
  constraint role_acls_role_id_fkey foreign key (tenant_id, role_id) references role_places (tenant_id, id) on delete cascade
$$);
comment on column role_acls.role_id is 'refers to roles';
create index role_acls_super_admin on role_acls (role_id) where is_super_admin;
comment on index role_acls_super_admin is 'all tenants: the flag counts in each of them';

select plinth.tenant_table('user_acls', $$
  user_id uuid not null,
  is_super_admin boolean not null default false, features text[] not null default '{}', organizations text[],
  unique (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);
create index user_acls_super_admin on user_acls (user_id) where is_super_admin;
comment on index user_acls_super_admin is 'all tenants: the flag counts in each of them';

select plinth.tenant_table('user_roles', $$
  user_id uuid not null, role_id uuid not null,
  unique (tenant_id, user_id, role_id),
  constraint user_roles_role_id_fkey foreign key (tenant_id, role_id) references role_places (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);
comment on column user_roles.role_id is 'refers to roles';
create index on user_roles (tenant_id, role_id);
create index user_roles_by_role on user_roles (role_id);
comment on index user_roles_by_role is 'all tenants: a global role may be held in any of them';

select plinth.tenant_table('user_sidebars', $$
  user_id uuid not null, organization_id uuid, locale text not null, settings jsonb not null,
  unique nulls not distinct (tenant_id, user_id, organization_id, locale),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);

select plinth.tenant_table('role_sidebars', $$
  role_id uuid not null, locale text not null, settings jsonb not null,
  unique (tenant_id, role_id, locale),
  constraint role_sidebars_role_id_fkey foreign key (tenant_id, role_id) references role_places (tenant_id, id) on delete cascade
$$);
comment on column role_sidebars.role_id is 'refers to roles';

select plinth.scoped_table('user_consents', $$
  user_id uuid not null, consent_type text not null, is_granted boolean not null,
  granted_at timestamptz, withdrawn_at timestamptz, source text, ip_address text, signature text,
  unique (tenant_id, user_id, consent_type),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);

-- The roles of a tenant that modules declare, under which name, and which features those roles have been offered. The rows
-- remain when roles are deleted or renamed, so that what an administrator has removed is not added again.
select plinth.tenant_table('declared_roles', 'role_id uuid not null, name text not null, offered text[],
  unique (tenant_id, role_id), unique (tenant_id, name)');
