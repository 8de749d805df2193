import { on } from '@plinth/core'
import { findAccountsByEmail } from '../users/accounts-by-email.ts'
import { events } from '../contract.ts'
import { startReset } from '../jobs/start-reset.ts'

/** Maximum number of accounts with one address that are mailed. */
const MAX_ACCOUNTS = 50

/**
 * Looks up the accounts of a reset after the response has been sent, so that neither the response nor its timing reveals
 * anything. Durable, because the response has promised an email.
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
