import { defineMigration } from '@plinth/core'

/** Upload ids are unique across tenants, whose tables need not be in one database. */
export const lookUps = defineMigration(
  'attachments.look_ups',
  `
select plinth.unique_among_tenants('attachment_uploads', 'id');
-- squawk-ignore require-concurrent-index-deletion
drop index attachment_uploads_id;
`,
)
