-- A key ends together with the key that created it (decision 40). Its organization confines it if its creator named it,
-- otherwise it is only its home (decision 32).
select plinth.scoped_table('api_keys', $$
  name text not null, description text, key_prefix text not null, key_hash text not null,
  role_ids uuid[] not null default '{}', created_by uuid, expires_at timestamptz, deleted_at timestamptz,
  created_by_key uuid, is_confined boolean not null default true,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$, '{key_hash}');
select plinth.unique_among_tenants('api_keys', 'id');
create index api_keys_newest on api_keys (tenant_id, created_at desc, id desc) where deleted_at is null;
select plinth.unique_among_tenants('api_keys', 'key_prefix');
select plinth.unique_among_tenants('api_keys', 'key_hash');

-- When keys were last used, in a separate table because this is never undone and a busy key must not lock its row.
create table api_key_uses (
  tenant_id uuid not null, id uuid not null, last_used_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references api_keys (tenant_id, id) on delete cascade
);
select plinth.guard('api_key_uses', 'tenant_id = (select plinth.tenant())');

-- Session keys of conversations, which are neither recorded nor listed.
create table session_keys (
  id uuid not null, tenant_id uuid not null, organization_id uuid, user_id uuid, login_id uuid, api_key_id uuid,
  token_hash text not null, expires_at timestamptz not null, created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index session_keys_by_expiry on session_keys (expires_at);
comment on index session_keys_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('session_keys', plinth.visible('session_keys'));
select plinth.unique_among_tenants('session_keys', 'token_hash');
