create table plinth.answers (
  tenant_id uuid not null,
  actor_id text not null,
  key_hash text not null,
  fingerprint text not null,
  entry_id uuid not null,
  answer text,
  created_at timestamptz not null,
  primary key (tenant_id, actor_id, key_hash)
);
create index answers_by_age on plinth.answers (created_at);
comment on index plinth.answers_by_age is 'all tenants: the purge forgets by age alone';
alter table plinth.answers enable row level security, force row level security;
create policy tenant on plinth.answers to plinth_app using (tenant_id = (select plinth.tenant()));
create policy system on plinth.answers to plinth_system using (true);
grant select, insert, update on plinth.answers to plinth_app;
grant select, insert, update, delete on plinth.answers to plinth_system;
