import { defineMigration } from '@plinth/core'

/** Indexes for queries across tenants, or over the many users of one tenant. */
export const lookups = defineMigration(
  'auth.lookups',
  `
create unique index users_by_id on users (id);
comment on index users_by_id is 'all tenants: tokens and super admins name a user by nothing but the id';
create index users_by_organization on users (tenant_id, organization_id, email, id);
create index user_roles_by_role on user_roles (role_id);
comment on index user_roles_by_role is 'all tenants: a global role may be held in any of them';
create index user_acls_super_admin on user_acls (user_id) where is_super_admin;
comment on index user_acls_super_admin is 'all tenants: the flag counts in each of them';
create index role_acls_super_admin on role_acls (role_id) where is_super_admin;
comment on index role_acls_super_admin is 'all tenants: the flag counts in each of them';
`,
)
