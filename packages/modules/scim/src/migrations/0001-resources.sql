select plinth.tenant_table('scim_users', $$
  user_id uuid not null, service_account_id uuid not null, user_name text not null, user_name_key text not null, external_id text,
  attributes jsonb not null default '{}', deactivated_at timestamptz, deleted_at timestamptz,
  unique (tenant_id, user_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);
create unique index scim_users_user_name on scim_users (tenant_id, service_account_id, user_name_key);
-- Not beginning as the index of names does: without statistics, PostgreSQL would find people by this one, and read them all.
create index on scim_users (tenant_id, external_id, service_account_id);

select plinth.tenant_table('scim_groups', $$
  service_account_id uuid not null, display_name text not null, display_name_key text not null, external_id text, role_id uuid,
  foreign key (tenant_id, role_id) references role_places (tenant_id, id) on delete set null (role_id)
$$);
create unique index scim_groups_display_name on scim_groups (tenant_id, service_account_id, display_name_key);

select plinth.tenant_table('scim_members', $$
  group_id uuid not null, user_id uuid not null,
  unique (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references scim_groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
$$);
create index on scim_members (tenant_id, user_id);
