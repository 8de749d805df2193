import { del, get, notFound } from '@plinth/core'
import { z } from 'zod'
import { resetFactors } from '../commands/reset-factors.ts'
import { features } from '../contract.ts'
import { countRecoveryCodes } from '../factors/recovery-codes.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { administerOwner } from '../rights/administered-scope.ts'
import { findUser } from '../users/user-rows.ts'
import { FactorView, readFactors } from './factors.ts'

const query = z.object({ userId: z.uuid().toLowerCase() })

/** GET /auth/users/factors */
export const readUserFactors = get(
  '/auth/users/factors',
  {
    operation: 'getUserFactors',
    access: features['factors.reset'],
    reads: { kind: 'auth.user', id: ({ query }) => query['userId'] },
    summary: 'List the second factors of a user.',
    query,
    response: z.object({
      factors: z.array(FactorView),
      recoveryCodesLeft: z.int(),
      policy: z.enum(['off', 'optional', 'required']),
      requiredFrom: z.string().nullable(),
    }),
    errors: [400, 404],
  },
  (ctx) => {
    const { userId } = ctx.query
    return administerOwner(ctx, { table: 'users', id: userId }, async (own) => {
      if (!(await findUser(own, userId))) throw notFound('User')
      const factors = await readFactors(own, userId)
      const recoveryCodesLeft = await countRecoveryCodes(own, userId)
      const { mode, requiredFrom } = await readSignInState(own, userId)
      return { factors, recoveryCodesLeft, policy: mode, requiredFrom: requiredFrom?.toISOString() ?? null }
    })
  },
)

/** DELETE /auth/users/factors */
export const resetUserFactors = del(
  '/auth/users/factors',
  {
    operation: 'resetUserFactors',
    access: resetFactors.access,
    runs: resetFactors,
    summary: "Reset the second factors of a user who has lost them. Ends all of the user's sessions.",
    isTool: false,
    query,
    response: resetFactors.output,
    errors: [400, 404],
  },
  (ctx) => {
    const { userId } = ctx.query
    const { locale } = ctx.request
    return administerOwner(ctx, { table: 'users', id: userId }, ({ run }) => run(resetFactors, { userId, locale }))
  },
)
