create table onboarding_requests (
  tenant_id uuid not null, id uuid not null, organization_id uuid not null,
  email text not null, first_name text not null, last_name text not null, organization_name text not null,
  locale text not null, password_hash text, marketing_consent boolean not null, ip_address text,
  status text not null default 'pending' check (status in ('pending', 'completed')),
  token_hash text not null, mailed_at timestamptz, expires_at timestamptz not null, completed_at timestamptz,
  created_at timestamptz not null, updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index onboarding_requests_by_email on onboarding_requests (lower(email));
comment on index onboarding_requests_by_email is 'all tenants: one request for each person';
create unique index onboarding_requests_by_token on onboarding_requests (token_hash);
comment on index onboarding_requests_by_token is 'all tenants: a mailed link is all that its bearer shows';
create index onboarding_requests_by_expiry on onboarding_requests (expires_at);
comment on index onboarding_requests_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('onboarding_requests', plinth.visible('onboarding_requests'));
