import { defineMigration } from '@plinth/core'

/**
 * Indexes for the queries of action lists, each in list order, so that the cost of a page does not depend on the number of
 * entries.
 */
export const indexes = defineMigration(
  'audit_logs.indexes',
  `
create index action_log_by_user on plinth.action_log (tenant_id, actor_user_id, created_at desc)
  where actor_user_id is not null;
create index action_log_by_key on plinth.action_log (tenant_id, actor_id, created_at desc) where actor_user_id is null;
create index action_log_by_organization on plinth.action_log (tenant_id, organization_id, created_at desc);
create index action_log_by_kind on plinth.action_log (tenant_id, resource_kind, created_at desc);
create index action_log_by_parent on plinth.action_log
  (tenant_id, parent_resource_kind, parent_resource_id, created_at desc) where parent_resource_id is not null;
create index action_log_undoable on plinth.action_log (tenant_id, created_at desc) where undo_token_hash is not null;
`,
)
