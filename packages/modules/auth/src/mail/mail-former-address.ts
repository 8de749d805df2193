import { composition, defineJob } from '@plinth/core'
import { tenants } from '@plinth/directory'
import { sendMail } from '@plinth/points'
import { z } from 'zod'
import { credentials } from '../credentials.ts'
import { LocaleName } from '../messages.ts'
import { formerAddressMails } from './own-mails.ts'
import { findMailedLink } from '../password-links.ts'

/** Mails a link to the former address of an account, unless the link has been used or has expired. */
export const mailFormerAddress = defineJob({
  id: 'auth.mail-former-address',
  payload: z.object({ linkId: z.uuid(), kind: z.enum(['addressChanged', 'resetElsewhere']), locale: LocaleName }),
  // As for other links, retries cover 45 minutes of an unavailable email server.
  retries: 12,
  async run(ctx) {
    const { payload, inject } = ctx
    const { linkId, kind, locale } = payload
    const { hashes, restoringTokens } = inject(credentials)
    const found = await Promise.all(
      restoringTokens(linkId).map(async (token) => ({ token, link: await findMailedLink(ctx, hashes(token)) })),
    )
    // The token is that of the secret with which the link was created.
    const { token, link } = found.find((one) => one.link !== null) ?? found[0]!
    const tenant = link && (await inject(tenants).find(link.tenantId))
    if (!tenant || link.restoresEmail === null) return
    await sendMail(ctx, formerAddressMails[kind], {
      to: link.restoresEmail,
      language: locale,
      tenantId: tenant.id,
      values: { tenant: tenant.name, link: `${inject(composition).origin}/reset/${token}` },
    })
  },
})
