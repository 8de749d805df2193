import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { TenantScoped } from '@plinth/core'

/** The text of an email in one language, as a tenant has written it. */
export const MailTemplate = defineEntity({
  name: 'MailTemplate',
  tableName: 'mail_templates',
  extends: TenantScoped,
  properties: {
    mail: p.string().length(100),
    language: p.string().length(3),
    subject: p.string().length(200),
    text: p.text(),
    html: p.text().nullable(),
    /** When administrators were told that the text no longer fits the email. */
    reportedAt: p.datetime().nullable(),
  },
  uniques: [{ properties: ['tenantId', 'mail', 'language'], name: 'mail_templates_once' }],
})
export type MailTemplate = InferEntity<typeof MailTemplate>
