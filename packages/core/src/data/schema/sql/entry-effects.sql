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
create policy system on plinth.entry_effects to plinth_system using (true);
do $$ begin execute format('create policy owner on plinth.entry_effects to %I using (true)', current_user); end $$;
grant insert on plinth.entry_effects to plinth_app;
grant select, insert on plinth.entry_effects to plinth_system;

create or replace function plinth.forget_secrets(older_than timestamptz) returns void language sql security definer
  set search_path = pg_catalog, plinth, pg_temp
  as $$
    update plinth.kept_secrets set before = null, after = null, is_forgotten = true
      where created_at < older_than and not is_forgotten;
    update plinth.entry_effects set sealed = null where created_at < older_than and sealed is not null
  $$;
