import { defineOnlineMigration } from '@plinth/core'

/** The list is sorted by email in the caller's language. */
export const order = defineOnlineMigration(
  'mail_templates.order',
  ['und', 'es', 'pl']
    .map(
      (language) => `drop index concurrently if exists mail_templates_mail_${language}_idx;
create index concurrently mail_templates_mail_${language}_idx
  on mail_templates (tenant_id, mail collate "${language}-x-icu", id);`,
    )
    .join('\n'),
)
