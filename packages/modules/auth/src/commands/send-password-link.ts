import { defineCommand } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { mailPasswordLink } from '../jobs/mail-password-link.ts'
import { tellOfReset } from '../former-address.ts'
import { LocaleName } from '../messages.ts'
import { revokePasswordLinks } from '../password-links.ts'

/** Ends the earlier links of an account and queues the mail with another one (sections 7.3 and 7.18). */
export const sendPasswordLink = defineCommand({
  id: 'auth.passwords.send-link',
  label: 'Send password link',
  access: features['users.create'],
  undoable: false,
  resource: 'auth.user',
  input: z.object({ userId: z.uuid(), kind: z.enum(['invitation', 'reset']), locale: LocaleName }),
  output: z.object({}),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, scope, emit, enqueue } = ctx
    await revokePasswordLinks(ctx, input.userId)
    // Asked again before the mail has gone out, one mail is enough.
    enqueue(mailPasswordLink, input, { key: `${input.kind}:${input.userId}` })
    if (input.kind === 'reset') {
      const { tenantId, organizationId } = scope
      await tellOfReset(ctx, input)
      emit(events['password.reset.requested'], { id: input.userId, tenantId, organizationId })
    }
    return {}
  },
})
