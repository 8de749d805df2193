select plinth.scoped_table('webhook_endpoints', $$
  url text check (length(url) <= 2000), description text, events jsonb not null check (octet_length(events::text) <= 32768),
  condition jsonb, enabled boolean not null default true, ordered boolean not null default false,
  ed25519 boolean not null default false, public_key text, keys jsonb, owner_id uuid not null, disabled_reason text$$, '{keys}');
create index on webhook_endpoints (tenant_id, created_at, id);
select plinth.limit_rows('webhook_endpoints', 100, 'A tenant can have at most %s webhook endpoints');

-- Written in the transaction that caused the event, and not recorded. It has the organization of its endpoint, without a reference:
-- a deletion of the endpoint would wait for all its deliveries.
create table webhook_deliveries (
  id uuid not null,
  tenant_id uuid not null,
  organization_id uuid,
  endpoint_id uuid not null,
  position bigint not null generated always as identity,
  event text not null,
  record_id uuid not null,
  payload jsonb not null,
  status text not null check (status in ('pending', 'delivered', 'failed', 'skipped', 'pulled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  leased_until timestamptz,
  last_attempt_at timestamptz,
  answer_status integer,
  answer text,
  error text,
  milliseconds integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 70);
-- What is due, for each endpoint.
create index webhook_deliveries_due on webhook_deliveries (tenant_id, endpoint_id, next_attempt_at, position) where status = 'pending';
-- The earlier events of a record.
create index webhook_deliveries_of_record on webhook_deliveries (tenant_id, endpoint_id, record_id, position) where status = 'pending';
create index webhook_deliveries_by_endpoint on webhook_deliveries (tenant_id, endpoint_id, created_at, id);
create index webhook_deliveries_by_time on webhook_deliveries (tenant_id, created_at, id);
create index webhook_deliveries_waiting on webhook_deliveries (next_attempt_at) where status = 'pending';
comment on index webhook_deliveries_waiting is 'all tenants: a job looks for deliveries that are due';
create index webhook_deliveries_old on webhook_deliveries (created_at);
comment on index webhook_deliveries_old is 'all tenants: the purge looks for old deliveries';
select plinth.guard('webhook_deliveries', plinth.visible('webhook_deliveries'));
