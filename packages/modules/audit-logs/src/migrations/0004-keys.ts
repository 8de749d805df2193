import { defineMigration } from '@plinth/core'

/**
 * What API keys do is filed under the key, with its owner beside it (decision 49): the access log learns of keys, and
 * both logs are read by them in the order of their lists. Lines of before stay where they were.
 */
export const keys = defineMigration(
  'audit_logs.keys',
  `
alter table plinth.access_log add column key_id uuid;
create index access_log_by_key on plinth.access_log (tenant_id, key_id, created_at desc, id desc)
  where key_id is not null;
drop index plinth.action_log_by_key;
create index action_log_by_key on plinth.action_log (tenant_id, actor_id, created_at desc)
  where actor_id like 'api_key:%';
`,
)
