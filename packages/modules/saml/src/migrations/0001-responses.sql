-- Verified responses. Not recorded, as sessions are not.
create table saml_responses (
  id uuid not null, tenant_id uuid not null, connection_id uuid not null, request_id text not null,
  person jsonb not null, is_taken boolean not null default false, expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, connection_id) references sso_connections (tenant_id, id) on delete cascade
);
create index on saml_responses (tenant_id, connection_id);
create index saml_responses_by_expiry on saml_responses (expires_at);
comment on index saml_responses_by_expiry is 'all tenants: expired ones are purged together';
select plinth.guard('saml_responses', 'tenant_id = (select plinth.tenant())');
