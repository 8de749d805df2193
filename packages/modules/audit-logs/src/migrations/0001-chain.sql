-- The hash chain over the action log, and the logs by month. Entries are chained in batches after they are written, so that a
-- tenant's writers never wait for each other; chained entries are never changed.

-- Indexes for the queries of action lists, each in list order, so that the cost of a page does not depend on the number of
-- entries. Actions of API keys are filed under the key (decision 49).
create index action_log_by_user on plinth.action_log (tenant_id, actor_user_id, created_at desc)
  where actor_user_id is not null;
create index action_log_by_key on plinth.action_log (tenant_id, actor_id, created_at desc)
  where actor_id like 'api_key:%';
create index action_log_by_organization on plinth.action_log (tenant_id, organization_id, created_at desc);
create index action_log_by_kind on plinth.action_log (tenant_id, resource_kind, created_at desc);
create index action_log_by_parent on plinth.action_log
  (tenant_id, parent_resource_kind, parent_resource_id, created_at desc) where parent_resource_id is not null;
create index action_log_undoable on plinth.action_log (tenant_id, created_at desc) where undo_token_hash is not null;

create table plinth.seals (
  tenant_id uuid not null,
  number bigint not null,
  entry_id uuid not null,
  digest bytea not null,
  hash bytea not null,
  primary key (tenant_id, number),
  unique (tenant_id, entry_id)
);

create table plinth.checkpoints (
  tenant_id uuid not null,
  number bigint not null,
  hash bytea not null,
  created_at timestamptz not null,
  signature bytea not null,
  primary key (tenant_id, number)
);

-- Up to where all entries are chained. Entries get their number before they commit, so an entry may appear late: `low` advances
-- to a number once every transaction that was running when it was seen has ended.
create table plinth.sealing (
  only_one boolean primary key default true check (only_one),
  low bigint not null default 0,
  seen bigint not null default 0,
  seen_by xid8 not null default '0',
  seen_at timestamptz not null default '-infinity'
);
insert into plinth.sealing default values;

alter table plinth.seals enable row level security, force row level security;
alter table plinth.checkpoints enable row level security, force row level security;
create policy tenant on plinth.seals for select to plinth_app using (tenant_id = (select plinth.tenant()));
create policy tenant on plinth.checkpoints for select to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.seals to plinth_system using (true);
create policy system on plinth.checkpoints to plinth_system using (true);
grant select on plinth.seals, plinth.checkpoints to plinth_app;
grant select, insert on plinth.seals, plinth.checkpoints to plinth_system;
grant select, update on plinth.sealing to plinth_system;
grant select on sequence plinth.action_log_seq_seq to plinth_system;
