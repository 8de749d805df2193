import { defineMigration } from '@plinth/core'

/** Texts of emails that tenants have written, at most one for each email and language. */
export const templates = defineMigration(
  'mail_templates.templates',
  `select plinth.tenant_table('mail_templates', $$
    mail varchar(100) not null, language varchar(3) not null, subject varchar(200) not null,
    text text not null check (length(text) <= 20000), html text check (length(html) <= 400000),
    reported_at timestamptz,
    constraint mail_templates_once unique (tenant_id, mail, language) $$);
  comment on column mail_templates.reported_at is 'bookkeeping'`,
)
