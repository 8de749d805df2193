import { badInput, defineCommand } from '@plinth/core'
import { z } from 'zod'
import { confirmAddress } from '../users/confirmed-addresses.ts'
import { events, features } from '../contract.ts'
import { emailTaken } from '../users/email-taken.ts'
import { PasswordToken, User } from '../entities.ts'
import { assertAddressAllowed } from '../users/allowed-addresses.ts'
import { endRestoringLinks } from '../mail/restoring-links.ts'
import { LocaleName, authText } from '../messages.ts'
import { revokePasswordLinks } from '../password-links.ts'
import { staleTags } from '../users/user-rows.ts'
import { deleteSessions } from '../sessions/delete-sessions.ts'

/**
 * Sets a password with a mailed link. The statement that checks the link also uses it up, so only one of several concurrent
 * attempts succeeds. All logins of the account are ended. Some links also restore the account's former address (decision: Changed
 * addresses and failed sign-ins).
 */
export const setPassword = defineCommand({
  id: 'auth.passwords.set',
  label: 'Set password',
  access: features['users.edit'],
  undoable: false,
  resource: 'auth.user',
  input: z.object({
    userId: z.uuid(),
    tokenHashes: z.array(z.string()).min(1),
    passwordHash: z.string(),
    locale: LocaleName,
  }),
  output: z.object({}),
  constraints: emailTaken,
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from, scope, now, emit, invalidate } = ctx
    const { tenantId, organizationId } = scope
    const { userId } = input
    const time = now().toISOString()
    const link = await from
      .update(PasswordToken, 't')
      .set({ usedAt: time })
      .where('t.userId', '=', userId)
      .where('t.tokenHash', 'in', input.tokenHashes)
      .where('t.usedAt', 'is', null)
      .where('t.expiresAt', '>', time)
      .returning('t.restoresEmail')
      .executeTakeFirst()
    if (!link) throw badInput(authText(input.locale, 'invalidToken'))
    if (link.restoresEmail !== null) await endRestoringLinks(ctx, input)
    await revokePasswordLinks(ctx, userId)
    const { restoresEmail: email } = link
    if (email !== null) {
      const former = await from(User, 'u').select('u.email').where('u.id', '=', userId).executeTakeFirst()
      if (former?.email !== email)
        await assertAddressAllowed(ctx, { userId, tenantId, email, formerEmail: former?.email ?? null, by: 'link' })
    }
    await from
      .update(User, 'u')
      .set({ passwordHash: input.passwordHash, isClaimed: true, ...(email !== null && { email }) })
      .where('u.id', '=', userId)
      .execute()
    await confirmAddress(ctx, userId)
    await deleteSessions(ctx, { userId })
    invalidate(...staleTags(tenantId, userId))
    if (link.restoresEmail !== null) emit(events['user.updated'], { id: userId, tenantId, organizationId })
    emit(events['password.reset.completed'], { id: userId, tenantId, organizationId })
    return {}
  },
})
