import { defineModule } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { features } from './contract.ts'
import { ownMails, reportAfterUpgrade, reportInvalid, tellAdministrator } from './invalid-templates.ts'
import { templates as migration } from './migrations/0001-templates.ts'
import { order } from './migrations/0002-order-online.ts'
import { templates } from './resources/templates.ts'
import { preview, sendTest } from './routes/drafts.ts'
import { listMailsRoute, readMail } from './routes/mails.ts'
import { storedTemplates } from './stored-templates.ts'
import { translations } from './translations.ts'

/** Texts of emails that tenants edit. */
export const mailTemplates = defineModule({
  id: 'mail_templates',
  title: 'Email Templates',
  translations,
  migrations: [migration, order],
  features,
  contributes: [pages.of(readmePage({ title: 'Email templates', access: features.view }, import.meta.url)), ownMails],
  roles: { admin: ['mail_templates.*'] },
  services: [storedTemplates],
  resources: [templates],
  commands: [reportInvalid],
  jobs: [tellAdministrator],
  routes: [listMailsRoute, readMail, preview, sendTest],
  upgrade: reportAfterUpgrade,
})
