select plinth.tenant_table('sso_connections', $$
  name text not null, protocol text not null default 'oidc', issuer text not null, client_id text not null,
  auth_method text not null check (auth_method in ('client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none')),
  secret text, scopes text[] not null default '{openid,email,profile}', groups_claim text,
  creates_accounts boolean not null default true, home_organization_id uuid not null, default_role_ids uuid[] not null default '{}',
  group_roles jsonb not null default '[]', settings jsonb not null default '{}', mapped_by uuid,
  is_active boolean not null default true, is_enforced boolean not null default false,
  asks_second_factor boolean not null default false,
  break_glass_user_ids uuid[] not null default '{}',
  foreign key (tenant_id, home_organization_id) references organizations (tenant_id, id)
$$, '{secret}');
select plinth.unique_among_tenants('sso_connections', 'id');

select plinth.tenant_table('sso_domains', $$
  connection_id uuid not null, domain text not null, token text not null, verified_domain text, verified_at timestamptz,
  unique (tenant_id, domain),
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
$$);
create index on sso_domains (tenant_id, connection_id);
select plinth.unique_among_tenants('sso_domains', 'verified_domain');

-- An account as its provider knows it: issuer and subject, never an e-mail address (decision 93).
select plinth.tenant_table('sso_identities', $$
  user_id uuid not null, connection_id uuid not null, issuer text not null, subject text not null,
  unique (tenant_id, connection_id, issuer, subject),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
$$);
create index on sso_identities (tenant_id, user_id);

-- Sessions that a provider may end. Not recorded, as sessions are not.
create table sso_sessions (
  id uuid not null, tenant_id uuid not null, connection_id uuid not null, user_id uuid not null,
  subject text not null, provider_session text, id_token text not null, expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index on sso_sessions (tenant_id, connection_id, subject);
create index on sso_sessions (tenant_id, user_id);
create index sso_sessions_by_expiry on sso_sessions (expires_at);
comment on index sso_sessions_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('sso_sessions', 'tenant_id = (select plinth.tenant())');

-- Ids of logout tokens that have been used.
create table sso_spent_tokens (
  id uuid not null, tenant_id uuid not null, expires_at timestamptz not null, primary key (tenant_id, id)
);
create index sso_spent_tokens_by_expiry on sso_spent_tokens (expires_at);
comment on index sso_spent_tokens_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('sso_spent_tokens', 'tenant_id = (select plinth.tenant())');
