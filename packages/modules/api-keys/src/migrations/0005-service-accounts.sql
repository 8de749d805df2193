select plinth.scoped_table('service_accounts', $$
  name text not null, description text, role_ids uuid[] not null default '{}',
  is_confined boolean not null default false, is_active boolean not null default true, deleted_at timestamptz,
  foreign key (tenant_id, organization_id) references organizations (tenant_id, id)
$$);
create unique index service_accounts_name_unique on service_accounts (tenant_id, lower(name)) where deleted_at is null;
select plinth.unique_among_tenants('service_accounts', 'id');

alter table api_keys add column service_account_id uuid;
alter table api_keys add constraint api_keys_service_account_fkey
  foreign key (tenant_id, service_account_id) references service_accounts (tenant_id, id) not valid;
