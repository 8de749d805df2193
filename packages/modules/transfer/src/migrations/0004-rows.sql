-- Null for chunks of earlier versions, whose rows are not known.
alter table transfer_chunks add column source_entry_id uuid;

create table transfer_rows (
  id uuid not null,
  tenant_id uuid not null,
  import_id uuid not null,
  chunk_id uuid not null,
  row_number integer not null,
  record_id uuid not null,
  is_new boolean not null,
  changes_after bigint not null,
  last_change bigint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, import_id, row_number),
  foreign key (tenant_id, import_id) references transfer_imports (tenant_id, id) on delete cascade
);
select plinth.guard('transfer_rows', plinth.visible('transfer_rows'));

select plinth.tenant_table('transfer_undone_rows', $$
  import_id uuid not null, row_number integer not null, entry_id uuid not null,
  unique (tenant_id, import_id, row_number)$$);
