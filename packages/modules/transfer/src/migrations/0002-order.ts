import { defineOnlineMigration } from '@plinth/core'

/** The list of templates is sorted by name in the caller's language. */
export const order = defineOnlineMigration(
  'transfer.order',
  ['und', 'es', 'pl']
    .map(
      (language) => `drop index concurrently if exists transfer_templates_name_${language}_idx;
create index concurrently transfer_templates_name_${language}_idx
  on transfer_templates (tenant_id, name collate "${language}-x-icu", id);`,
    )
    .join('\n'),
)
