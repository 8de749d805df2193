import { on } from '@plinth/core'
import { findAccountsByEmail } from '../users/accounts-by-email.ts'
import { events } from '../contract.ts'
import { startReset } from '../jobs/start-reset.ts'

/** Most accounts of one e-mail that are mailed. */
const MAX_ACCOUNTS = 50

/**
 * Looks up whom a reset is for after the answer has gone out, so that the answer says nothing, not even by its time. It is
 * durable, for the answer has promised a mail.
 */
export const startResets = on(
  events['password.reset.submitted'],
  async (ctx) => {
    const { email, locale } = ctx.payload
    const accounts = await findAccountsByEmail(ctx, { email, most: MAX_ACCOUNTS })
    for (const { id: userId } of accounts) ctx.enqueue(startReset, { userId, locale }, { key: `start-reset:${userId}` })
  },
  { durable: 'auth.start-resets' },
)
