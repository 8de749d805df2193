import { composition, defineJob, mailer, sql } from '@plinth/core'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { credentials } from '../credentials.ts'
import { composeMail } from '../mail/compose-mail.ts'
import { mailTexts } from '../mail/texts.ts'
import { LocaleName } from '../messages.ts'

/** Mails a link to the address that an account had, unless the link has been used or is no longer valid. */
export const mailFormerAddress = defineJob({
  id: 'auth.mail-former-address',
  payload: z.object({ linkId: z.uuid(), kind: z.enum(['addressChanged', 'resetElsewhere']), locale: LocaleName }),
  // As for other links: three quarters of an hour of a mail server that is away.
  retries: 12,
  async run({ payload, asSystem, get, now }) {
    const { linkId, kind, locale } = payload
    const { hash, restoringToken } = get(credentials)
    const token = restoringToken(linkId)
    const link = await asSystem('find whom a changed address is told', async ({ db }) => {
      const { rows } = await sql<{ tenantId: string; email: string }>`
        select tenant_id as "tenantId", restores_email as email from password_tokens
        where token_hash = ${hash(token)} and used_at is null and expires_at > ${now().toISOString()}`.execute(db)
      return rows[0]
    })
    const tenant = link && (await get(tenants).find(link.tenantId))
    if (!tenant) return
    await get(mailer).send(
      composeMail({
        texts: mailTexts[kind][locale],
        locale,
        to: link.email,
        tenantName: tenant.name,
        link: `${get(composition).origin}/reset/${token}`,
      }),
    )
  },
})
