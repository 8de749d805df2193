import { on } from '@plinth/core'
import { findAccountsByEmail } from '../accounts-by-email.ts'
import { sendPasswordLink } from '../commands/send-password-link.ts'
import { events } from '../contract.ts'
import { atHome } from '../sessions/at-home.ts'
import { loadCaller } from '../sessions/load-caller.ts'

/** Most accounts of one e-mail that are mailed. */
const MAX_ACCOUNTS = 50

/** Looks up whom a reset is for after the answer has gone out, so that the answer says nothing, not even by its time. */
export const startResets = on(events['password.reset.submitted'], async (ctx) => {
  const { payload } = ctx
  const accounts = await findAccountsByEmail(ctx, { email: payload.email, most: MAX_ACCOUNTS })
  for (const { id: userId } of accounts) {
    const opened = await loadCaller(ctx, userId)
    if (!opened) continue
    const { tenantId, organizationId } = opened.account
    await atHome(ctx, { reason: 'password reset', userId, tenantId, organizationId }, ({ run }) =>
      run(sendPasswordLink, { userId, kind: 'reset', locale: payload.locale }),
    )
  }
})
