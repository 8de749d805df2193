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

-- How far every entry is chained. Entries get their place before they commit, so a place may be filled late:
-- `low` moves up to a place that was seen when all transactions of then have ended.
create table plinth.sealing (
  only_one boolean primary key default true check (only_one),
  low bigint not null default 0,
  seen bigint not null default 0,
  seen_by xid8 not null default '0',
  seen_at timestamptz not null default '-infinity'
);
insert into plinth.sealing default values;

create unique index action_log_by_place on plinth.action_log (seq);
comment on index plinth.action_log_by_place is 'all tenants: entries are chained in the order in which they came';

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
