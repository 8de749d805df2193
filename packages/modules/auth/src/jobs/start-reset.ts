import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { sendPasswordLink } from '../commands/send-password-link.ts'
import { LocaleName } from '../messages.ts'
import { atHome } from '../sessions/account-home.ts'
import { loadCaller } from '../sessions/load-caller.ts'

/** Starts the password reset of one account, independently of other accounts with the same address. */
export const startReset = defineJob({
  id: 'auth.start-reset',
  payload: z.object({ userId: z.uuid(), locale: LocaleName }),
  async run(ctx) {
    const { userId, locale } = ctx.payload
    const opened = await loadCaller(ctx, userId)
    if (!opened) return
    const { tenantId, organizationId } = opened.account
    await atHome(ctx, { reason: 'password reset', userId, tenantId, organizationId }, ({ run }) =>
      run(sendPasswordLink, { userId, kind: 'reset', locale }),
    )
  },
})
