import { credentials, loadAccount, LocaleName } from '@plinth/auth'
import { composition, defineJob } from '@plinth/core'
import { toLocale } from '@plinth/core/http'
import { tenants } from '@plinth/directory'
import { sendMail } from '@plinth/points'
import { z } from 'zod'
import { linkMails } from './own-mails.ts'

/** Tells the owner of an account that it was linked to an identity of a provider, or that the link was ended. */
export const mailLink = defineJob({
  id: 'sso.mail-link',
  payload: z.object({
    userId: z.uuid(),
    news: z.enum(['linked', 'unlinked']),
    /** The name of the connection. */
    detail: z.string(),
    locale: LocaleName,
  }),
  // As for links to passwords, retries cover 45 minutes of an unavailable email server.
  retries: 12,
  async run(ctx) {
    const { payload, inject } = ctx
    const { userId, news, detail, locale: requested } = payload
    const account = await loadAccount(ctx, userId)
    const tenant = account && (await inject(tenants).find(account.tenantId))
    if (!tenant) return
    const { language } = toLocale([account.locale, tenant.locale], requested)
    const link = `${inject(composition).origin}${inject(credentials).loginPath}`
    const values = { tenant: tenant.name, detail, link }
    await sendMail(ctx, linkMails[news], { to: account.email, language, tenantId: tenant.id, values })
  },
})
