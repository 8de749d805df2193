import { on } from '@plinth/core'
import { findAccountsByEmail } from '../accounts-by-email.ts'
import { sendPasswordLink } from '../commands/send-password-link.ts'
import { events } from '../contract.ts'
import { atHome } from '../sessions/at-home.ts'
import { openSession } from '../sessions/open-session.ts'

/** Looks up whom a reset is for after the answer has gone out, so that the answer says nothing, not even by its time. */
export const startResets = on(events['password.reset.submitted'], async (ctx) => {
  const { payload } = ctx
  const ids = await findAccountsByEmail(ctx, payload.email)
  for (const userId of ids) {
    const opened = await openSession(ctx, userId)
    if (!opened) continue
    const { tenantId, organizationId } = opened.account
    await atHome(ctx, { reason: 'password reset', userId, tenantId, organizationId }, ({ run }) =>
      run(sendPasswordLink, { userId, kind: 'reset', locale: payload.locale }),
    )
  }
})
