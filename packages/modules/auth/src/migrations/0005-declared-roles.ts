import { defineMigration } from '@plinth/core'

/**
 * Which roles of a tenant modules declare, under which name, and what those roles have been offered. The rows stay when
 * roles go or are renamed: what an administrator has taken away does not come back. The roles of tenants of before are
 * those that came with the tenant in one action; what they had been offered by then is not known (null).
 */
export const declaredRoles = defineMigration(
  'auth.declared_roles',
  `
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
`,
)
