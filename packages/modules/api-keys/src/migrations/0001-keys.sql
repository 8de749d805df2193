select plinth.scoped_table('api_keys', $$
  name text not null, description text, key_prefix text not null, key_hash text not null,
  role_ids uuid[] not null default '{}', created_by uuid, expires_at timestamptz, deleted_at timestamptz,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$, '{key_hash}');
create index api_keys_newest on api_keys (tenant_id, created_at desc, id desc) where deleted_at is null;
create unique index api_keys_by_prefix on api_keys (key_prefix);
comment on index api_keys_by_prefix is 'all tenants: a prefix names one key, whoever reads it in a log';
create unique index api_keys_by_hash on api_keys (key_hash);
comment on index api_keys_by_hash is 'all tenants: a key is all that its bearer shows';

create table api_key_uses (
  tenant_id uuid not null, id uuid not null, last_used_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references api_keys (tenant_id, id) on delete cascade
);
select plinth.guard('api_key_uses', 'tenant_id = (select plinth.tenant())');

create table session_keys (
  id uuid not null, tenant_id uuid not null, organization_id uuid, user_id uuid, login_id uuid, api_key_id uuid,
  token_hash text not null, expires_at timestamptz not null, created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index session_keys_by_token on session_keys (token_hash);
comment on index session_keys_by_token is 'all tenants: a token is all that its bearer shows';
create index session_keys_by_expiry on session_keys (expires_at);
comment on index session_keys_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('session_keys', plinth.visible('session_keys'));
