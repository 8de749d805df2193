import { provide } from '@plinth/core'
import { mailTemplates } from '@plinth/points'
import { MailTemplate } from './entities.ts'

/** The stored texts for whoever sends an email, in whatever tenant it is sent. */
export const storedTemplates = provide(mailTemplates, ({ widenScope }) => ({
  async find(tenantId, mailId, languages) {
    const rows = await widenScope('allTenants', 'read the text of an email', ({ from }) =>
      from(MailTemplate, 't')
        .select(['t.language', 't.subject', 't.text', 't.html'])
        .where('t.tenantId', '=', tenantId)
        .where('t.mail', '=', mailId)
        .where('t.language', 'in', [...languages])
        .execute(),
    )
    return new Map(rows.map(({ language, ...text }) => [language, text]))
  },
}))
