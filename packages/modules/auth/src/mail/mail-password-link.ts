import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { PasswordToken } from '../entities.ts'
import { MailOrder, mailLink } from './mail-link.ts'

/** Mails a link for choosing a password, unless one has been mailed since the request. */
export const mailPasswordLink = defineJob({
  id: 'auth.mail-password-link',
  payload: MailOrder.extend({ unlessMailedSince: z.iso.datetime().optional() }),
  // With the queue's delays, retries cover 45 minutes of an unavailable email server.
  retries: 12,
  async run(ctx) {
    const { payload, from } = ctx
    const { userId, unlessMailedSince: since } = payload
    const mailed =
      since === undefined
        ? undefined
        : await from(PasswordToken, 't')
            .select('t.id')
            .where('t.userId', '=', userId)
            .where('t.createdAt', '>=', since)
            .limit(1)
            .executeTakeFirst()
    if (!mailed) await mailLink(ctx, payload)
  },
})
