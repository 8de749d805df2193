select plinth.tenant_table('second_factors', $$
  user_id uuid not null, kind text not null check (kind in ('totp', 'passkey')), name text not null,
  secret text, last_step bigint, last_used_at timestamptz,
  credential_id text, public_key text, counter bigint, transports text[], is_backed_up boolean,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$, '{secret}');
create index on second_factors (tenant_id, user_id);
select plinth.unique_among_tenants('second_factors', 'credential_id');

select plinth.tenant_table('recovery_codes', $$
  user_id uuid not null, code_hash text not null, used_at timestamptz,
  unique (tenant_id, user_id, code_hash),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$, '{code_hash}');

select plinth.tenant_table('sign_in_policies', $$
  role_id uuid, second_factor text not null default 'optional' check (second_factor in ('off', 'optional', 'required')),
  grace_days integer not null default 0, required_since timestamptz, idle_minutes integer, lifetime_hours integer,
  unique nulls not distinct (tenant_id, role_id),
  foreign key (tenant_id, role_id) references role_places (tenant_id, id) on delete cascade
$$);

-- A sign-in whose password was right and whose second factor is missing.
create table login_challenges (
  id uuid not null, tenant_id uuid not null, user_id uuid not null, token_hash text not null, browser_hash text not null, network text not null,
  password_digest text, remember boolean not null, must_enroll boolean not null, failures integer not null default 0,
  expires_at timestamptz not null, created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index on login_challenges (tenant_id, user_id);
create index login_challenges_by_expiry on login_challenges (expires_at);
comment on index login_challenges_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('login_challenges', 'tenant_id = (select plinth.tenant())');
select plinth.unique_among_tenants('login_challenges', 'token_hash');

-- Challenges that passkeys have answered, until they would have expired anyway.
create table spent_challenges (
  id uuid not null, tenant_id uuid not null, expires_at timestamptz not null, primary key (tenant_id, id)
);
create index spent_challenges_by_expiry on spent_challenges (expires_at);
comment on index spent_challenges_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('spent_challenges', 'tenant_id = (select plinth.tenant())');

alter table sessions
  add column method text not null default 'password', add column verified_at timestamptz, add column factor_id uuid,
  add column user_agent text, add column ip_address text, add column device_hash text;

-- Who signed in when and from where, and who tried to. Not recorded: nothing of it is ever undone.
create table sign_ins (
  id uuid not null, tenant_id uuid not null, user_id uuid not null, method text not null, outcome text not null,
  user_agent text, ip_address text, device_hash text, created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index on sign_ins (tenant_id, user_id, created_at desc, id desc);
create index sign_ins_by_time on sign_ins (created_at);
comment on index sign_ins_by_time is 'all tenants: old ones are purged together';
select plinth.guard('sign_ins', 'tenant_id = (select plinth.tenant())');
