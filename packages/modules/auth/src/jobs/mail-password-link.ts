import { composition, defineJob, mailer, systemSession } from '@plinth/core'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { issuePasswordLink } from '../commands/issue-password-link.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { mailTexts } from '../mail/texts.ts'
import { LocaleName } from '../messages.ts'
import { loadAccount } from '../sessions/account.ts'

/** Minutes a link works (sections 7.3 and 7.18). */
const MINUTES = { invitation: 48 * 60, reset: 60 }

/**
 * Mails an account the link by which its password is chosen. The token is made by the attempt that sends it, so that
 * it is never stored readably; another attempt sends another link and ends the earlier one.
 */
export const mailPasswordLink = defineJob({
  id: 'auth.mail-password-link',
  payload: z.object({ userId: z.uuid(), kind: z.enum(['invitation', 'reset']), locale: LocaleName }),
  // With the queue's delays, three quarters of an hour of a mail server that is away.
  retries: 12,
  async run(ctx) {
    const { payload, asSystem, get } = ctx
    const { userId, kind, locale } = payload
    const account = await loadAccount(ctx, userId)
    const tenant = account && (await get(tenants).find(account.tenantId))
    if (!tenant) return
    const { organizationId, email: to } = account
    const scope = { tenantId: tenant.id, organizationId, organizationIds: null }
    const { token } = await asSystem('issue a password link', ({ within }) =>
      within(systemSession('password link', scope, userId), ({ run }) =>
        run(issuePasswordLink, { userId, minutes: MINUTES[kind] }),
      ),
    )
    const link = `${get(composition).origin}/reset/${token}`
    await get(mailer).send(composeMail({ texts: mailTexts[kind][locale], locale, to, tenantName: tenant.name, link }))
  },
})
