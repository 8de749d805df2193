import { defineJob, sql } from '@plinth/core'
import { z } from 'zod'
import { LinkOrder, mailLink } from '../mail/mail-link.ts'

/** Mails a link for choosing a password, unless one has been mailed since somebody set out to do it themselves. */
export const mailPasswordLink = defineJob({
  id: 'auth.mail-password-link',
  payload: LinkOrder.extend({ unlessMailedSince: z.iso.datetime().optional() }),
  // With the queue's delays, three quarters of an hour of a mail server that is away.
  retries: 12,
  async run(ctx) {
    const { payload, db, scope } = ctx
    const { userId, unlessMailedSince = null } = payload
    const { rows } = await sql`select from password_tokens where tenant_id = ${scope.tenantId} and user_id = ${userId}
      and created_at >= ${unlessMailedSince}::timestamptz limit 1`.execute(db)
    if (rows.length === 0) await mailLink(ctx, payload)
  },
})
