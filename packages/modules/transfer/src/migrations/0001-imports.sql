select plinth.scoped_table('transfer_templates', $$
  name text not null, entity text not null, settings jsonb not null,
  unique nulls not distinct (tenant_id, organization_id, entity, name)$$);
select plinth.limit_rows('transfer_templates', 1000, 'A tenant can have at most %s import templates');

select plinth.tenant_table('transfer_external_ids', $$
  source text not null, kind text not null, external_id text not null, record_id uuid not null,
  constraint transfer_external_ids_key unique (tenant_id, source, kind, external_id)$$);
create index on transfer_external_ids (tenant_id, kind, record_id);

create table transfer_imports (
  id uuid not null,
  tenant_id uuid not null,
  organization_id uuid,
  name text not null,
  attachment_id uuid not null,
  entity text not null,
  status text not null default 'draft'
    check (status in ('draft', 'rehearsing', 'running', 'completed', 'cancelled', 'failed', 'undoing', 'undone', 'redoing')),
  settings jsonb not null,
  columns jsonb not null,
  actor_id text not null,
  selected_organization_id uuid,
  progress_job_id uuid,
  last_row integer not null default 0,
  counts jsonb,
  rehearsal jsonb,
  error_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index transfer_imports_by_time on transfer_imports (tenant_id, created_at, id);
create index transfer_imports_old on transfer_imports (created_at);
comment on index transfer_imports_old is 'all tenants: the purge looks for old imports';
select plinth.guard('transfer_imports', plinth.visible('transfer_imports'));
select plinth.limit_rows('transfer_imports', 10000, 'A tenant can have at most %s imports: delete old ones');

create table transfer_chunks (
  id uuid not null,
  tenant_id uuid not null,
  import_id uuid not null,
  first_row integer not null,
  last_row integer not null,
  log_entry_id uuid not null,
  counts jsonb not null,
  is_undone boolean not null default false,
  kept jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, import_id, first_row),
  foreign key (tenant_id, import_id) references transfer_imports (tenant_id, id) on delete cascade
);
select plinth.guard('transfer_chunks', plinth.visible('transfer_chunks'));

create table transfer_refusals (
  id uuid not null,
  tenant_id uuid not null,
  import_id uuid not null,
  is_rehearsal boolean not null,
  row_number integer not null,
  problems jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, import_id, is_rehearsal, row_number),
  foreign key (tenant_id, import_id) references transfer_imports (tenant_id, id) on delete cascade
);
select plinth.guard('transfer_refusals', plinth.visible('transfer_refusals'));
