-- Several requests for one address are possible, each with its own link and the browser that sent it (decision 39).
create table onboarding_requests (
  tenant_id uuid not null, id uuid not null, organization_id uuid not null,
  email text not null, first_name text not null, last_name text not null, organization_name text not null,
  locale text not null, password_hash text, marketing_consent boolean not null, ip_address text,
  status text not null default 'pending' check (status in ('pending', 'completed')),
  token_hash text not null, mailed_at timestamptz, expires_at timestamptz not null, completed_at timestamptz,
  created_at timestamptz not null, updated_at timestamptz not null,
  browser_hash text,
  primary key (tenant_id, id)
);
create index onboarding_requests_by_address on onboarding_requests (lower(email), mailed_at);
comment on index onboarding_requests_by_address is 'all tenants: the requests of one person, whose tenant is yet to come';
create index onboarding_requests_by_expiry on onboarding_requests (expires_at);
comment on index onboarding_requests_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('onboarding_requests', plinth.visible('onboarding_requests'));
select plinth.unique_among_tenants('onboarding_requests', 'token_hash');
