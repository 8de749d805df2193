import { defineCommand } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { mailPasswordLink } from '../mail/mail-password-link.ts'
import { tellOfReset } from '../mail/restoring-links.ts'
import { sendInvitation } from '../invitations.ts'
import { LinkOrder } from '../mail/mail-link.ts'
import { revokePasswordLinks } from '../password-links.ts'

/**
 * Revokes the earlier links of an account and queues an email with a new one. Invitations may be mailed by the caller first.
 */
export const sendPasswordLink = defineCommand({
  id: 'auth.passwords.send-link',
  label: 'Send password link',
  access: features['users.create'],
  undoable: false,
  resource: 'auth.user',
  input: LinkOrder,
  output: z.object({}),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, scope, emit, enqueue } = ctx
    await revokePasswordLinks(ctx, input.userId)
    if (input.kind === 'invitation') {
      sendInvitation(ctx, { id: input.userId, locale: input.locale, isTried: true })
      return {}
    }
    const { tenantId, organizationId } = scope
    // If requested again before the email has been sent, one email is enough.
    enqueue(mailPasswordLink, input, { key: `reset:${input.userId}` })
    await tellOfReset(ctx, input)
    emit(events['password.reset.requested'], { id: input.userId, tenantId, organizationId })
    return {}
  },
})
