import { defineMigration } from '@plinth/core'

/**
 * Actions of API keys are filed under the key, with its owner in a separate column (decision 49): the access log gains key
 * columns, and both logs get indexes on them in list order. Existing rows are not moved. As with all indexes, these are
 * created within the migration's transaction, and writers of the logs wait until it ends.
 */
export const keys = defineMigration(
  'audit_logs.keys',
  `
alter table plinth.access_log add column key_id uuid;
-- squawk-ignore require-concurrent-index-creation
create index access_log_by_key on plinth.access_log (tenant_id, key_id, created_at desc, id desc)
  where key_id is not null;
-- squawk-ignore require-concurrent-index-deletion
drop index plinth.action_log_by_key;
-- squawk-ignore require-concurrent-index-creation
create index action_log_by_key on plinth.action_log (tenant_id, actor_id, created_at desc)
  where actor_id like 'api_key:%';
`,
)
