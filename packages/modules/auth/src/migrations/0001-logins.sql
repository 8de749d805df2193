-- Logins and mailed links. They have row-level security but are not recorded: logins are never undone, and the log must not
-- contain anything that a token could be tested against.
create table sessions (
  id uuid not null, tenant_id uuid not null, user_id uuid not null, token_hash text, expires_at timestamptz not null,
  last_used_at timestamptz, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index on sessions (tenant_id, user_id);
create index sessions_by_expiry on sessions (expires_at);
comment on index sessions_by_expiry is 'all tenants: expired logins are purged together';
select plinth.guard('sessions', 'tenant_id = (select plinth.tenant())');
select plinth.unique_among_tenants('sessions', 'token_hash');

-- Mailed links set a password, or restore the former address of an account (decision 44).
create table password_tokens (
  id uuid not null, tenant_id uuid not null, user_id uuid not null, token_hash text not null,
  expires_at timestamptz not null, used_at timestamptz,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  restores_email text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index on password_tokens (tenant_id, user_id);
create index password_tokens_by_expiry on password_tokens (expires_at);
comment on index password_tokens_by_expiry is 'all tenants: expired links are purged together';
select plinth.guard('password_tokens', 'tenant_id = (select plinth.tenant())');
select plinth.unique_among_tenants('password_tokens', 'token_hash');

-- Records that the owner of an e-mail address uses an account (decision 39). It applies to the address as well as the
-- account, so a new address has to be confirmed again. Undo reverts what was done with an account, not the fact that its owner
-- used it.
create table confirmed_addresses (
  id uuid not null, tenant_id uuid not null, user_id uuid not null, email text not null,
  created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, user_id, email),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index confirmed_addresses_by_email on confirmed_addresses (email);
comment on index confirmed_addresses_by_email is 'all tenants: whoever signs up is known by nothing but the address';
select plinth.guard('confirmed_addresses', 'tenant_id = (select plinth.tenant())');
