create table progress_jobs (
  id uuid not null,
  tenant_id uuid not null,
  organization_id uuid,
  job_type text not null,
  name text not null,
  description text,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  event text not null default 'created',
  version integer not null default 1,
  progress_percent integer not null default 0 check (progress_percent between 0 and 100),
  processed_count integer not null default 0 check (processed_count >= 0),
  total_count integer check (total_count > 0),
  eta_seconds integer,
  cancellable boolean not null default false,
  is_stale boolean not null default false,
  meta jsonb,
  result_summary jsonb,
  error_message text,
  log_entry_id uuid,
  parent_job_id uuid,
  partition_index integer,
  partition_count integer,
  started_by_user_id uuid,
  cancelled_by_user_id uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  cancel_requested_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_job_id) references progress_jobs (tenant_id, id) on delete cascade
);
create index progress_jobs_by_time on progress_jobs (tenant_id, created_at, id);
create index progress_jobs_by_parent on progress_jobs (tenant_id, parent_job_id);
create index progress_jobs_recent on progress_jobs (tenant_id, updated_at);
create index progress_jobs_unfinished on progress_jobs (tenant_id, created_at) where status in ('pending', 'running');
create index progress_jobs_silent on progress_jobs (heartbeat_at) where status = 'running';
comment on index progress_jobs_silent is 'all tenants: the sweep looks for jobs whose worker is gone';
create index progress_jobs_waiting on progress_jobs (created_at) where status = 'pending';
comment on index progress_jobs_waiting is 'all tenants: the sweep looks for jobs that nobody began';
create index progress_jobs_finished on progress_jobs (finished_at) where finished_at is not null;
comment on index progress_jobs_finished is 'all tenants: the sweep purges what has ended long ago';
select plinth.guard('progress_jobs', plinth.visible('progress_jobs'));
