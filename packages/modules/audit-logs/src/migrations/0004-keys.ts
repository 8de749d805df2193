import { defineMigration } from '@plinth/core'

/**
 * What API keys do is filed under the key, with its owner beside it (decision 49): the access log learns of keys, and
 * both logs are read by them in the order of their lists. Lines of before stay where they were. The indexes are made in the
 * migration's transaction, as all are: writers of the logs wait until they stand.
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
