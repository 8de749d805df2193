import { defineCommand } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { SecondFactor, User } from '../entities.ts'
import { isSuperAdmin } from '../rights/super-admins.ts'
import { lockUser, staleTags } from '../users/user-rows.ts'

/**
 * Claims an account that was provisioned and that nobody has used, for the identity that signs in to it first (decision: Unclaimed
 * accounts). `isClaimed` is true for exactly one caller, and only if the account is active, has neither a password nor a second
 * factor, and is not a super admin. Whoever calls it has to know that the identity's provider may speak for the account's address.
 */
export const claimAccount = defineCommand({
  id: 'auth.users.claim',
  label: 'Claim account',
  access: features['users.edit'],
  // Undo would let another identity have the account.
  undoable: false,
  resource: 'auth.user',
  entity: User,
  input: z.object({ userId: z.uuid().toLowerCase() }),
  output: z.object({ isClaimed: z.boolean() }),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from, scope, invalidate } = ctx
    const { userId } = input
    await lockUser(ctx, userId)
    if (await isSuperAdmin(ctx, userId)) return { isClaimed: false }
    const claimed = await from
      .update(User, 'u')
      .set({ isClaimed: true })
      .where('u.id', '=', userId)
      .where('u.isClaimed', '=', false)
      .where('u.isActive', '=', true)
      .where('u.passwordHash', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom(from.table(SecondFactor, 'f')).select('f.id').whereRef('f.userId', '=', 'u.id'))),
      )
      .returning('u.id')
      .executeTakeFirst()
    if (claimed) invalidate(...staleTags(scope.tenantId, userId))
    return { isClaimed: claimed !== undefined }
  },
})
