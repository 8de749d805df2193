import { conflict, defineCommand } from '@plinth/core'
import { z } from 'zod'
import { User } from '../entities.ts'
import { FRESH } from '../factors/fresh-sign-in.ts'
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'

/** Replaces the recovery codes of the caller's account. The former ones no longer work. */
export const renewRecoveryCodes = defineCommand({
  id: 'auth.recovery_codes.renew',
  label: 'Renew recovery codes',
  access: FRESH,
  undoable: false,
  resource: 'auth.user',
  input: z.object({ userId: z.uuid() }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from } = ctx
    const { userId } = input
    await from(User, 'u').select('u.id').where('u.id', '=', userId).forUpdate().executeTakeFirst()
    const { kinds } = await readSignInState(ctx, userId)
    if (kinds.length === 0) throw conflict('Add a second factor first.')
    return { recoveryCodes: await replaceRecoveryCodes(ctx, userId) }
  },
})
