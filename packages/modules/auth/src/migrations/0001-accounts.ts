import { defineMigration } from '@plinth/core'

/** Accounts, roles, rights and logins. */
export const accounts = defineMigration(
  'auth.accounts',
  `
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
`,
)

/**
 * Logins and mailed links. They are guarded like everything of a tenant, but not recorded: nobody undoes a login, and
 * the log must not hold what a token could be tested against.
 */
export const logins = defineMigration(
  'auth.logins',
  `
create table sessions (
  id uuid not null, tenant_id uuid not null, user_id uuid not null, token_hash text, expires_at timestamptz not null,
  last_used_at timestamptz, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index on sessions (tenant_id, user_id);
create index sessions_by_token on sessions (token_hash) where token_hash is not null;
comment on index sessions_by_token is 'all tenants: a refresh token is all that its bearer shows';
create index sessions_by_expiry on sessions (expires_at);
comment on index sessions_by_expiry is 'all tenants: expired logins are purged together';
select plinth.guard('sessions', 'tenant_id = (select plinth.tenant())');

create table password_tokens (
  id uuid not null, tenant_id uuid not null, user_id uuid not null, token_hash text not null,
  expires_at timestamptz not null, used_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index on password_tokens (tenant_id, user_id);
create unique index password_tokens_by_token on password_tokens (token_hash);
comment on index password_tokens_by_token is 'all tenants: a mailed link is all that its bearer shows';
create index password_tokens_by_expiry on password_tokens (expires_at);
comment on index password_tokens_by_expiry is 'all tenants: expired links are purged together';
select plinth.guard('password_tokens', 'tenant_id = (select plinth.tenant())');
`,
)
