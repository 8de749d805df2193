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
