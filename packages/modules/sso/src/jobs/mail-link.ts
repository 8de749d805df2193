import { composeMail, credentials, loadAccount, LocaleName } from '@plinth/auth'
import { composition, defineJob, mailer } from '@plinth/core'
import { texts, toLocale } from '@plinth/core/http'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { mailTexts } from './mail-texts.ts'

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
    const { language: locale } = toLocale([account.locale, tenant.locale], requested)
    const link = `${inject(composition).origin}${inject(credentials).loginPath}`
    await inject(mailer).send(
      composeMail({
        texts: mailTexts[news],
        translations: inject(texts),
        locale,
        to: account.email,
        tenantName: tenant.name,
        detail,
        link,
      }),
    )
  },
})
