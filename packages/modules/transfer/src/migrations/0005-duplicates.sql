create table transfer_duplicates (
  id uuid not null,
  tenant_id uuid not null,
  import_id uuid not null,
  row_number integer not null,
  record_id uuid,
  other_row integer,
  reason text not null,
  column_name text,
  choice text check (choice in ('create', 'update', 'skip')),
  found_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, import_id, row_number),
  check (num_nonnulls(record_id, other_row) = 1),
  foreign key (tenant_id, import_id) references transfer_imports (tenant_id, id) on delete cascade
);
select plinth.guard('transfer_duplicates', plinth.visible('transfer_duplicates'));
