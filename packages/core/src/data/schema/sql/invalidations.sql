create unlogged table plinth.invalidations (
  id bigint generated always as identity primary key,
  transaction xid8 not null default pg_current_xact_id(),
  host_id uuid not null,
  tags text[] not null,
  created_at timestamptz not null default clock_timestamp()
);
create index on plinth.invalidations (transaction);
alter table plinth.invalidations enable row level security, force row level security;
create policy tenant on plinth.invalidations for insert to plinth_app with check (true);
create policy system on plinth.invalidations to plinth_system using (true);
grant insert on plinth.invalidations to plinth_app;
grant select, insert, delete on plinth.invalidations to plinth_system;

create unlogged table plinth.hosts (
  id uuid primary key,
  pulse bigint not null,
  beat_at timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
alter table plinth.hosts enable row level security, force row level security;
create policy system on plinth.hosts to plinth_system using (true);
grant select, insert, update, delete on plinth.hosts to plinth_system;
