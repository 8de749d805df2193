create table plinth.action_log (
  tenant_id uuid not null,
  id uuid not null,
  organization_id uuid,
  command_id text not null,
  action_label text,
  actor_id text not null,
  actor_user_id uuid,
  resource_kind text,
  resource_id text,
  parent_resource_kind text,
  parent_resource_id text,
  undo_token_hash text,
  context jsonb,
  request_id text,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index on plinth.action_log (tenant_id, created_at desc, id desc);
create index on plinth.action_log (tenant_id, resource_kind, resource_id, created_at desc);
create index on plinth.action_log (tenant_id, undo_token_hash) where undo_token_hash is not null;

create table plinth.changes (
  tenant_id uuid not null,
  entry_id uuid not null,
  seq bigint generated always as identity,
  table_name text not null,
  row_id uuid not null,
  before jsonb,
  after jsonb,
  primary key (tenant_id, entry_id, seq)
);
create index on plinth.changes (tenant_id, table_name, row_id, seq);

-- What undo needs and no reader of the log may see: password hashes, token hashes, key secrets.
create table plinth.kept_secrets (
  tenant_id uuid not null,
  entry_id uuid not null,
  seq bigint not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, entry_id, seq)
);

alter table plinth.action_log enable row level security, force row level security;
alter table plinth.changes enable row level security, force row level security;
alter table plinth.kept_secrets enable row level security, force row level security;
create policy tenant on plinth.action_log to plinth_app using (tenant_id = (select plinth.tenant()));
create policy tenant on plinth.changes to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.action_log to plinth_system using (true);
create policy system on plinth.changes to plinth_system using (true);
do $$ begin execute format('create policy owner on plinth.changes to %I using (true)', current_user); end $$;
do $$ begin execute format('create policy owner on plinth.kept_secrets to %I using (true)', current_user); end $$;
-- Kept by the platform itself, outside any tenant.
create table plinth.rate_limits (key text primary key, points integer not null default 0, expire bigint);

grant select, insert on plinth.action_log to plinth_app, plinth_system;
grant select on plinth.changes to plinth_app, plinth_system;
