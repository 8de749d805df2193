alter table plinth.action_log
  add column cache_tags jsonb not null default '[]', add column seq bigint generated always as identity;

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
create policy system on plinth.turns to plinth_system using (true);
grant select, insert on plinth.turns to plinth_app, plinth_system;

create policy system on plinth.kept_secrets for select to plinth_system using (true);
grant select on plinth.kept_secrets to plinth_system;
