import { type Context, forbidden, resource } from '@plinth/core'
import { assertLanguage, checkText, findMail, invalid } from '../check-template.ts'
import { assertMayRevertTenantRows } from '@plinth/core/data'
import { features } from '../contract.ts'
import { MailTemplate } from '../entities.ts'
import { TemplateFields } from '../fields.ts'

/** The texts that the tenant has written in place of the declared ones. Deleting one brings the declared text back. */
export const templates = resource('/mail_templates/templates', MailTemplate, {
  kind: 'mail_templates.template',
  title: 'Email template',
  access: { read: features.view, write: features.manage },
  input: TemplateFields,
  fixed: ['mail', 'language'],
  constraints: {
    mail_templates_once: () => invalid('language', 'There is a template for this email and language already.'),
  },
  async complete(ctx, { fields, row }) {
    const { mail: id = '', language = '', subject = '', text = '', html = null } = { ...row, ...fields }
    const mail = findMail(ctx, id)
    if (!mail) throw invalid('mail', 'There is no such email')
    assertLanguage(ctx, language)
    return { ...(await checkText(mail, { subject, text, html })), reportedAt: null }
  },
  onWritten: (ctx) => assertWholeTenant(ctx),
  beforeRevert: assertMayRevertTenantRows,
  list: {
    summary: 'List the texts that the tenant has written.',
    select: ['id', 'mail', 'language', 'subject', 'text', 'html', 'createdAt', 'updatedAt'],
    search: ['subject', 'text'],
    sort: ['mail', 'language', 'updatedAt'],
    defaultSort: { field: 'mail' },
    filter: ['mail', 'language'],
  },
  routes: {
    create: { summary: 'Replace the declared text of an email in a language.' },
    delete: { summary: 'Delete a text, so that the declared one is used again.' },
  },
})

function assertWholeTenant({ actor }: Pick<Context, 'actor'>): void {
  if (actor.allowedOrganizationIds !== null) throw forbidden('Email templates apply to the whole tenant.')
}
