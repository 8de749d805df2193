import { defineMigration } from './migration.ts'

/**
 * What commands have made stale, for the other hosts to read, and the pulse of each host. Neither needs to outlive a
 * crash of the server: whoever loses a connection forgets all that it cached. `transaction` is what readers go by:
 * identities are given before a commit, and rows are seen after it.
 */
export const invalidations = defineMigration(
  'core.invalidations',
  `
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
`,
)

/**
 * A standby that is promoted cannot read the sequence of an unlogged table ("bad magic number"), so that no command would
 * commit there. Nobody needs the number.
 */
export const unnumberedInvalidations = defineMigration(
  'core.unnumbered_invalidations',
  `-- squawk-ignore ban-drop-column
alter table plinth.invalidations drop column id;`,
)
