select plinth.scoped_table('users', $$
  email text not null, name text, password_hash text, is_confirmed boolean not null default true,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$, '{password_hash}');
create unique index users_email_unique on users (tenant_id, lower(email));
create index users_email_order on users (tenant_id, email, id);
create index users_sign_in on users (lower(email));
comment on index users_sign_in is 'all tenants: sign-in looks an e-mail up before a tenant is known';

create table roles (
  id uuid primary key, tenant_id uuid, name text not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now()
);
create unique index roles_name_unique on roles (tenant_id, lower(name)) nulls not distinct;
select plinth.guard('roles', 'tenant_id = (select plinth.tenant())'), plinth.record('roles');
create policy shared on roles for select to plinth_app using (tenant_id is null and (select plinth.tenant()) is not null);

select plinth.tenant_table('role_acls', $$
  role_id uuid not null references roles on delete cascade,
  is_super_admin boolean not null default false, features text[] not null default '{}', organizations text[],
  unique (tenant_id, role_id)
$$);

select plinth.tenant_table('user_acls', $$
  user_id uuid not null,
  is_super_admin boolean not null default false, features text[] not null default '{}', organizations text[],
  unique (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);

select plinth.tenant_table('user_roles', $$
  user_id uuid not null, role_id uuid not null references roles,
  unique (tenant_id, user_id, role_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);
create index on user_roles (tenant_id, role_id);

select plinth.tenant_table('user_sidebars', $$
  user_id uuid not null, organization_id uuid, locale text not null, settings jsonb not null,
  unique nulls not distinct (tenant_id, user_id, organization_id, locale),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);

select plinth.tenant_table('role_sidebars', $$
  role_id uuid not null references roles on delete cascade, locale text not null, settings jsonb not null,
  unique (tenant_id, role_id, locale)
$$);

select plinth.scoped_table('user_consents', $$
  user_id uuid not null, consent_type text not null, is_granted boolean not null,
  granted_at timestamptz, withdrawn_at timestamptz, source text, ip_address text, signature text,
  unique (tenant_id, user_id, consent_type),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);
