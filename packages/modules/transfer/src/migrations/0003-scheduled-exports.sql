-- Scheduled exports, which are recorded. When they are due and what became of them is the state of running work, which is not.
select plinth.scoped_table('transfer_exports', $$
  name text not null, list text not null, query text not null, format text not null,
  frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
  weekday integer check (weekday between 1 and 7), day integer check (day between 1 and 31),
  time text not null, time_zone text not null, kept_files integer not null,
  tells_owner boolean not null, is_active boolean not null, owner_id text not null$$);
select plinth.limit_rows('transfer_exports', 200, 'A tenant can have at most %s scheduled exports');
create index on transfer_exports (tenant_id, created_at, id);

-- When an export is due. Until it has been computed, that is when the export was changed.
create table transfer_export_clocks (
  tenant_id uuid not null,
  -- That of the export.
  id uuid not null,
  next_at timestamptz not null,
  is_computed boolean not null default false,
  primary key (tenant_id, id)
);
create index transfer_export_clocks_due on transfer_export_clocks (next_at);
comment on index transfer_export_clocks_due is 'all tenants: a job looks for exports that are due';
select plinth.guard('transfer_export_clocks', plinth.visible('transfer_export_clocks'));

create table transfer_export_runs (
  tenant_id uuid not null,
  id uuid not null,
  export_id uuid not null,
  due_at timestamptz not null,
  is_manual boolean not null,
  status text not null check (status in ('waiting', 'running', 'completed', 'failed')),
  attempts integer not null default 0,
  started_at timestamptz,
  ended_at timestamptz,
  row_count integer,
  -- In bytes.
  file_size bigint,
  file_name text,
  -- The held file; null if there is none, or not any more.
  file_id uuid,
  error_message text,
  -- When the export was deleted, which can be undone.
  orphaned_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, export_id, due_at)
);
create index transfer_export_runs_orphaned on transfer_export_runs (orphaned_at) where orphaned_at is not null;
comment on index transfer_export_runs_orphaned is 'all tenants: a job removes the files of deleted exports';
select plinth.guard('transfer_export_runs', plinth.visible('transfer_export_runs'));

-- Also when a change, or a deletion, is undone.
create function transfer_exports_changed() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from transfer_export_clocks where tenant_id = old.tenant_id and id = old.id;
  end if;
  if tg_op = 'DELETE' then
    update transfer_export_runs set orphaned_at = now() where tenant_id = old.tenant_id and export_id = old.id;
    return null;
  end if;
  if new.is_active then
    insert into transfer_export_clocks (tenant_id, id, next_at) values (new.tenant_id, new.id, new.updated_at);
  end if;
  if tg_op = 'INSERT' then
    update transfer_export_runs set orphaned_at = null where tenant_id = new.tenant_id and export_id = new.id;
  end if;
  return null;
end $$;
create trigger transfer_exports_changed after insert or update or delete on transfer_exports
  for each row execute function transfer_exports_changed();
