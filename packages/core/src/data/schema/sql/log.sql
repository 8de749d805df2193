-- The log: entries, the changes that they recorded, and what undo needs. It is append-only.
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
  cache_tags jsonb not null default '[]',
  seq bigint generated always as identity,
  primary key (tenant_id, id)
);
create index on plinth.action_log (tenant_id, created_at desc, id desc);
create index on plinth.action_log (tenant_id, resource_kind, resource_id, created_at desc);
create index on plinth.action_log (tenant_id, undo_token_hash) where undo_token_hash is not null;
alter table plinth.action_log enable row level security, force row level security;
create policy tenant on plinth.action_log to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.action_log to plinth_system using ((select plinth.holds_key()));
grant select, insert on plinth.action_log to plinth_app, plinth_system;

-- The number of the newest migration, under which rows are recorded. `migrate` replaces it: as a column default a function
-- costs nothing, and no session can keep the old number after a migration.
create function plinth.schema_number() returns bigint language sql stable parallel safe as 'select 0::bigint';

create table plinth.changes (
  tenant_id uuid not null,
  entry_id uuid not null,
  seq bigint generated always as identity,
  table_name text not null,
  row_id uuid not null,
  before jsonb,
  after jsonb,
  schema bigint not null default plinth.schema_number(),
  primary key (tenant_id, entry_id, seq)
);
create index on plinth.changes (tenant_id, table_name, row_id, seq);
alter table plinth.changes enable row level security, force row level security;
create policy tenant on plinth.changes to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.changes to plinth_system using ((select plinth.holds_key()));
do $$ begin execute format('create policy owner on plinth.changes to %I using (true)', current_user); end $$;
grant select on plinth.changes to plinth_app, plinth_system;

-- What each migration did to recorded tables, so that rows in the log can be upgraded before they are restored.
create table plinth.schema_changes (
  number bigint not null,
  table_name text not null,
  change jsonb not null,
  primary key (number, table_name)
);
grant select on plinth.schema_changes to plinth_system;

-- The secret columns of recorded rows, which readers of the log never see: password hashes, token hashes, keys. They are
-- deleted after a while; an entry whose secrets are deleted can no longer be undone.
create table plinth.kept_secrets (
  tenant_id uuid not null,
  entry_id uuid not null,
  seq bigint not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  is_forgotten boolean not null default false,
  primary key (tenant_id, entry_id, seq)
);
create index kept_secrets_by_age on plinth.kept_secrets (created_at) where not is_forgotten;
comment on index plinth.kept_secrets_by_age is 'all tenants: secrets are forgotten by age alone';
alter table plinth.kept_secrets enable row level security, force row level security;
create policy system on plinth.kept_secrets for select to plinth_system using ((select plinth.holds_key()));
do $$ begin execute format('create policy owner on plinth.kept_secrets to %I using (true)', current_user); end $$;
grant select on plinth.kept_secrets to plinth_system;

-- The effects of entries beyond their rows, encrypted: inputs of commands that can be reverted, and queued jobs. They are
-- deleted together with the secrets.
create table plinth.entry_effects (
  tenant_id uuid not null,
  entry_id uuid not null,
  sealed text,
  created_at timestamptz not null,
  primary key (tenant_id, entry_id)
);
create index entry_effects_by_age on plinth.entry_effects (created_at) where sealed is not null;
comment on index plinth.entry_effects_by_age is 'all tenants: effects are forgotten by age alone';
alter table plinth.entry_effects enable row level security, force row level security;
create policy tenant on plinth.entry_effects to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.entry_effects to plinth_system using ((select plinth.holds_key()));
do $$ begin execute format('create policy owner on plinth.entry_effects to %I using (true)', current_user); end $$;
grant insert on plinth.entry_effects to plinth_app;
grant select, insert on plinth.entry_effects to plinth_system;

create function plinth.forget_secrets(older_than timestamptz) returns void language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
begin
  perform plinth.assert_key();
  update plinth.kept_secrets set before = null, after = null, is_forgotten = true
    where created_at < older_than and not is_forgotten;
  update plinth.entry_effects set sealed = null where created_at < older_than and sealed is not null;
end $$;
revoke all on function plinth.forget_secrets from public;
grant execute on function plinth.forget_secrets to plinth_system;

-- Deletes the next expired secrets, up to a limit so that no statement exceeds its timeout. Returns the larger of the two
-- numbers that it found.
create function plinth.forget_next_secrets(older_than timestamptz, most integer) returns bigint language plpgsql
  security definer set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets bigint;
  effects bigint;
begin
  perform plinth.assert_key();
  update plinth.kept_secrets set before = null, after = null, is_forgotten = true
    where (tenant_id, entry_id, seq) in (select s.tenant_id, s.entry_id, s.seq from plinth.kept_secrets s
      where s.created_at < older_than and not s.is_forgotten limit most for update skip locked);
  get diagnostics secrets = row_count;
  update plinth.entry_effects set sealed = null
    where (tenant_id, entry_id) in (select e.tenant_id, e.entry_id from plinth.entry_effects e
      where e.created_at < older_than and e.sealed is not null limit most for update skip locked);
  get diagnostics effects = row_count;
  return greatest(secrets, effects);
end $$;
revoke all on function plinth.forget_next_secrets from public;
grant execute on function plinth.forget_next_secrets to plinth_system;

-- Entries that were undone or redone. The primary key lets only one of several concurrent attempts succeed.
create table plinth.turns (
  tenant_id uuid not null,
  source_id uuid not null,
  kind text not null check (kind in ('undo', 'redo')),
  entry_id uuid not null,
  actor_id text not null,
  created_at timestamptz not null,
  primary key (tenant_id, source_id, kind)
);
alter table plinth.turns enable row level security, force row level security;
create policy tenant on plinth.turns to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.turns to plinth_system using ((select plinth.holds_key()));
grant select, insert on plinth.turns to plinth_app, plinth_system;
