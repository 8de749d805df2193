import { conflict, defineCommand, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { PasswordToken, User } from '../entities.ts'
import { lockUser, staleTags } from '../users/user-rows.ts'

/** The address of an account whose own one is free for somebody else. Nothing can be mailed to it (RFC 2606). */
export const releasedAddress = (userId: string) => `${userId}@released.invalid`

/**
 * Takes the address from an inactive account, so that somebody new can have it. Its mailed links end, those that restore a former
 * address included: the address belongs to another person now (decision: Unclaimed accounts). Throws 409 for an active account.
 */
export const releaseAddress = defineCommand({
  id: 'auth.users.release_address',
  label: 'Release address of user',
  access: features['users.edit'],
  undoable: { because: 'the address belongs to somebody else now' },
  resource: 'auth.user',
  entity: User,
  input: z.object({ userId: z.uuid().toLowerCase() }),
  output: Ok,
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from, now, scope, invalidate } = ctx
    const { userId } = input
    await lockUser(ctx, userId)
    const user = await from(User, 'u').select('u.isActive').where('u.id', '=', userId).executeTakeFirst()
    if (!user) throw notFound('User')
    if (user.isActive) throw conflict('The account is active.')
    await from
      .update(User, 'u')
      .set({ email: releasedAddress(userId) })
      .where('u.id', '=', userId)
      .execute()
    await from
      .update(PasswordToken, 't')
      .set({ usedAt: now().toISOString() })
      .where('t.userId', '=', userId)
      .where('t.usedAt', 'is', null)
      .execute()
    invalidate(...staleTags(scope.tenantId, userId))
    return { ok: true as const }
  },
})
