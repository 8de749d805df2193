import { defineMigration } from './migration.ts'
import { answers } from './answer-migrations.ts'
import { entryEffects, revertPlans, schemaVersions } from './revert-migrations.ts'
import { keysByTenant, lookUps, revertsByTenant, textKeysRead, textsByTenant } from './distribution-migrations.ts'
import { search, searchMatches } from './search-migrations.ts'
import { invalidations, unnumberedInvalidations } from './invalidation-migrations.ts'
import { fullTextPlans, fullTexts } from './full-text-migrations.ts'
import { credentialsStay, forgetting, recordedBytes, turnPlans, turns } from './undo-migrations.ts'
import { backups, wallMigrations } from './wall-migrations.ts'

/**
 * The two roles every unit of work runs as. `plinth_app` is bound by row level security; `plinth_system` is what
 * `asSystem` switches to. Roles belong to the whole cluster, hence the tolerance for another host creating them.
 */
const roles = defineMigration(
  'core.roles',
  `
do $$
declare
  wanted text;
  privilege text := case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end;
begin
  foreach wanted in array array['plinth_app', 'plinth_system'] loop
    for attempt in 1..20 loop
      begin
        if not exists (select from pg_roles where rolname = wanted) then execute format('create role %I nologin', wanted); end if;
        if not pg_has_role(session_user, wanted, privilege) then execute format('grant %I to %I', wanted, session_user); end if;
        exit;
      exception when duplicate_object or unique_violation or internal_error then perform pg_sleep(random() / 20);
      end;
    end loop;
  end loop;
end $$;

create schema plinth;
grant usage on schema plinth, public to plinth_app, plinth_system;
`,
)

const scope = defineMigration(
  'core.scope',
  `
create function plinth.tenant() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('plinth.tenant', true), '')::uuid $$;

create function plinth.all_organizations() returns boolean language sql stable parallel safe
  as $$ select current_setting('plinth.organizations', true) = '*' $$;

create function plinth.organizations() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(nullif(nullif(current_setting('plinth.organizations', true), '*'), ''), ',')::uuid[] $$;

create function plinth.entry() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('plinth.entry', true), '')::uuid $$;
`,
)

const log = defineMigration(
  'core.log',
  `
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
`,
)

const images = {
  insert: 'select n.id, null::jsonb as before, to_jsonb(n) as after from new_rows n',
  // A row whose id changes is one that went and one that came.
  update: `select coalesce(o.id, n.id) as id, to_jsonb(o) as before, to_jsonb(n) as after
    from old_rows o full join new_rows n on n.id = o.id where to_jsonb(o) is distinct from to_jsonb(n)`,
  delete: 'select o.id, to_jsonb(o) as before, null::jsonb as after from old_rows o',
}

const transitions = {
  insert: 'new table as new_rows',
  update: 'old table as old_rows new table as new_rows',
  delete: 'old table as old_rows',
}

const operations = ['insert', 'update', 'delete'] as const

/**
 * Recording happens in the database, so that no write can escape it: unit of work, bulk statement, cascade alike.
 * Statement-level triggers keep bulk writes set-based.
 */
const recording = defineMigration(
  'core.recording',
  operations
    .map(
      (operation) => `
create function plinth.record_${operation}() returns trigger language plpgsql security definer
  set search_path = pg_catalog, plinth, pg_temp as $$
declare
  secrets text[] := tg_argv[0]::text[];
  tenant uuid := plinth.tenant();
  entry uuid := plinth.entry();
begin
  if entry is null then
    if current_setting('role') in ('plinth_app', 'plinth_system') then
      raise exception 'rows of % are written by commands only', tg_table_name using errcode = 'PL001';
    end if;
    return null;
  end if;
  if cardinality(secrets) = 0 then
    insert into plinth.changes (tenant_id, entry_id, table_name, row_id, before, after)
    select tenant, entry, tg_table_name, i.id, i.before, i.after from (${images[operation]}) i;
    return null;
  end if;
  with images as (select nextval('plinth.changes_seq_seq') as seq, i.* from (${images[operation]}) i),
  secret as (
    select i.seq, (select jsonb_object_agg(k, i.before -> k) from unnest(secrets) k where i.before is not null) as before,
      (select jsonb_object_agg(k, i.after -> k) from unnest(secrets) k where i.after is not null) as after
    from images i where cardinality(secrets) > 0
  ),
  kept as (
    insert into plinth.kept_secrets (tenant_id, entry_id, seq, before, after)
    select tenant, entry, seq, before, after from secret where before is distinct from after
  )
  insert into plinth.changes (tenant_id, entry_id, seq, table_name, row_id, before, after) overriding system value
  select tenant, entry, i.seq, tg_table_name, i.id, i.before - secrets, i.after - secrets from images i;
  return null;
end $$;`,
    )
    .join('\n'),
)

const tables = defineMigration(
  'core.tables',
  `
create function plinth.record(target regclass, secrets text[] default '{}') returns void language plpgsql as $$
declare secret text;
begin
  if not exists (select from pg_attribute where attrelid = target and attname = 'id' and atttypid = 'uuid'::regtype) then
    raise exception 'table % is recorded by rows, so it needs a column id of type uuid', target;
  end if;
  foreach secret in array secrets loop
    if not exists (select from pg_attribute where attrelid = target and attname = secret and not attisdropped) then
      raise exception 'table % has no column % to keep secret', target, secret;
    end if;
  end loop;
${operations
  .map(
    (operation) => `  execute format('create trigger plinth_record_${operation} after ${operation} on %s
    referencing ${transitions[operation]} for each statement execute function plinth.record_${operation}(%L)', target, secrets);`,
  )
  .join('\n')}
end $$;

create function plinth.guard(target regclass, visible text) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security, force row level security', target);
  execute format('create policy tenant on %s to plinth_app using (%s)', target, visible);
  execute format('create policy system on %s to plinth_system using (true)', target);
  execute format('grant select, insert, update, delete on %s to plinth_app, plinth_system', target);
end $$;

create function plinth.visible(target regclass) returns text language sql stable as $$
  select 'tenant_id = (select plinth.tenant())' || case when exists (
    select from pg_attribute where attrelid = target and attname = 'organization_id' and not attisdropped
  ) then ' and (organization_id is null or (select plinth.all_organizations())'
    ' or organization_id = any ((select plinth.organizations())::uuid[]))' else '' end
$$;

create function plinth.protect(target regclass, secrets text[] default '{}') returns void language sql as $$
  select plinth.guard(target, plinth.visible(target)), plinth.record(target, secrets)
$$;

create function plinth.tenant_table(name text, columns text, secrets text[] default '{}') returns void language plpgsql as $$
begin
  execute format('create table %I (
    id uuid not null, tenant_id uuid not null,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
    %s, primary key (tenant_id, id))', name, columns);
  perform plinth.protect(name::regclass, secrets);
end $$;

create function plinth.scoped_table(name text, columns text, secrets text[] default '{}') returns void language plpgsql as $$
begin
  perform plinth.tenant_table(name, 'organization_id uuid, ' || columns, secrets);
  execute format('create index on %I (tenant_id, organization_id)', name);
end $$;
`,
)

/** Counters of a minute need not outlive a crash of the server, and must not make a login wait for its disk. */
const counters = defineMigration('core.unlogged_rate_limits', 'alter table plinth.rate_limits set unlogged;')

/** The platform's own schema, run before any module's. */
export const coreMigrations = [
  roles,
  scope,
  log,
  recording,
  tables,
  turns,
  answers,
  forgetting,
  turnPlans,
  counters,
  search,
  invalidations,
  credentialsStay,
  schemaVersions,
  revertPlans,
  entryEffects,
  searchMatches,
  fullTexts,
  recordedBytes,
  ...wallMigrations,
  fullTextPlans,
  unnumberedInvalidations,
  backups,
  lookUps,
  keysByTenant,
  revertsByTenant,
  textsByTenant,
  textKeysRead,
]
