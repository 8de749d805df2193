select plinth.tenant_table('declared_roles', 'role_id uuid not null, name text not null, offered text[],
  unique (tenant_id, role_id), unique (tenant_id, name)');
alter table plinth.changes no force row level security;
insert into declared_roles (id, tenant_id, role_id, name)
  select gen_random_uuid(), role.tenant_id, role.row_id, lower(role.after ->> 'name')
  from plinth.changes tenant join plinth.changes role using (tenant_id, entry_id)
  where tenant.table_name = 'tenants' and tenant.row_id = tenant.tenant_id and tenant.before is null
    and role.table_name = 'roles' and role.before is null and role.after ->> 'tenant_id' = role.tenant_id::text
  on conflict do nothing;
alter table plinth.changes force row level security;
