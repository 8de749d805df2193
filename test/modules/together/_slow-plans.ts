const REASONS: Readonly<Record<string, readonly string[]>> = {
  'a trigger counts up to the limit of the table': [
    'attachment_partitions',
    'catalog_categories',
    'custom_entities',
    'dictionaries',
    'POST /auth/list-views list_views',
    'PUT /auth/list-views list_views',
    'DELETE /auth/list-views list_views',
    'rule_sets',
    'service_accounts',
    'teams',
    'transfer_imports',
    'transfer_templates',
    'POST /auth/roles roles',
    'PUT /auth/roles roles',
    'DELETE /auth/roles roles',
    'GET /auth/roles/acl roles',
    'PUT /auth/roles/acl roles',
    'GET /auth/roles/export roles',
    'GET /auth/roles/row-policies roles',
    'PUT /auth/roles/row-policies roles',
    'POST /auth/roles/row-policies/try roles',
    'POST /auth/roles/import roles',
    'GET /auth/roles/field-policies roles',
    'PUT /auth/roles/field-policies roles',
    'POST /audit_logs/audit-logs/actions/undo roles',
    'POST /audit_logs/audit-logs/actions/redo roles',
  ],
  'what is shown is the whole tree': ['GET /directory/organizations organizations'],
  'there are as many rows as tenants, so the whole table is shorter than its index': [
    'GET /directory/organizations/lookup organizations',
    'GET /directory/organizations tenants',
    'GET /directory/tenants tenants',
    'write_suspensions',
  ],
  'who holds a right is found among all accounts': [
    'GET /auth/access/holders role_acls',
    'GET /auth/access/holders users',
    'GET /auth/access/holders user_roles',
    'GET /auth/access/holders null',
  ],
  'the check does not fill the log, which is shorter than its index': [partitionOf(new Date())],
  // What follows is open.
  'undo reads the catalog of the database each time': ['pg_class', 'pg_constraint', 'pg_description', 'pg_trigger'],
  'undo reads what refers to deleted rows, of the whole tenant': [
    'dashboard_role_widgets',
    'role_acls',
    'role_sidebars',
    'user_roles',
  ].flatMap((table) => ['undo', 'redo'].map((what) => `POST /audit_logs/audit-logs/actions/${what} ${table}`)),
  'the list is sorted by the time of creation without an index': [
    'GET /auth/roles roles',
    'GET /progress/jobs progress_jobs',
    'GET /progress/active progress_jobs',
    'GET /scim/groups scim_groups',
    'GET /sso/connections sso_connections',
  ],
  'an organization is looked for in all accounts and permissions when it is deleted': [
    'DELETE /directory/organizations role_acls',
    'DELETE /directory/organizations user_acls',
    'DELETE /directory/organizations users',
  ],
  'rights are read by a plan that reads those of all tenants': [
    'POST /auth/login role_acls',
    'GET /auth/logout role_acls',
    'POST /auth/logout role_acls',
    'POST /auth/session/refresh role_acls',
    'DELETE /directory/organizations user_roles',
    'DELETE /directory/tenants user_roles',
    'DELETE /directory/tenants role_acls',
    'DELETE /directory/tenants users',
  ],
  'the policy of roles, which may be those of all tenants, hides their index': [
    'GET /auth/users roles',
    'GET /sso/users/identities roles',
    'POST /auth/users/hand-over roles',
    'PUT /cases/cases roles',
    'PUT /cases/notes roles',
    'jobs roles',
    'PUT /dashboards/roles/widgets roles',
    'GET /entities/records/{id}/shares roles',
    'POST /entities/records/{id}/shares roles',
    'DELETE /entities/records/{id}/shares/{shareId} roles',
  ],
  'the object of one file is found among those of the tenant': [
    'POST /transfer/imports/{id}/run attachment_objects',
    'POST /transfer/imports/{id}/undo attachment_objects',
    'POST /transfer/imports/{id}/redo attachment_objects',
    'GET /transfer/imports/{id}/refused attachment_objects',
  ],
  'the column has no index': [
    'DELETE /dictionaries/{id} custom_field_definitions',
    'GET /attachments/image/{id} attachment_renditions',
    'GET /attachments/image/{id}/{slug} attachment_renditions',
    'GET /business_rules/logs business_rules',
    'GET /business_rules/logs/{id} business_rules',
    'POST /entities/encryption custom_entity_records',
    'jobs custom_entity_records',
  ],
}

/** What may take longer the more rows there are, and why. */
export const slow: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(REASONS).flatMap(([reason, names]) => names.map((name) => [name, reason])),
)

/** The partition of the log for the month. */
function partitionOf(day: Date): string {
  return `changes_${day.toISOString().slice(0, 7).replace('-', '_')}`
}
