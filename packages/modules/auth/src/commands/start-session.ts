import { defineCommand, signedIn, unauthenticated } from '@plinth/core'
import type { ExpressionBuilder, Row } from '@plinth/core/data'
import { z } from 'zod'
import { events } from '../contract.ts'
import { User } from '../entities.ts'
import { createLogin } from '../sessions/create-login.ts'

/** Creates a login for a user whose password has been verified. With `remember` it can be refreshed. */
export const startSession = defineCommand({
  id: 'auth.sessions.start',
  label: 'Log in',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({
    userId: z.uuid(),
    email: z.string(),
    organizationId: z.uuid().nullable(),
    remember: z.boolean(),
    /** The hash that the password was verified against: a login must not survive a concurrent change of the password. */
    passwordHash: z.string(),
    /** Set if the stored hash has outdated parameters. */
    rehashed: z.string().optional(),
  }),
  output: z.object({ id: z.uuid(), refreshToken: z.string().nullable() }),
  async run(ctx) {
    const { input, from, emit, scope } = ctx
    const { userId, passwordHash, rehashed } = input
    const isUnchanged = ({ eb, and }: ExpressionBuilder<{ readonly u: Row<User> }, 'u'>) =>
      and([eb('u.id', '=', userId), eb('u.passwordHash', '=', passwordHash)])
    const rows = await (
      rehashed === undefined
        ? from(User, 'u').select('u.id').where(isUnchanged).forShare()
        : from
            .update(User, 'u')
            // Rehashing is not an edit of the account, so `updatedAt` is kept for optimistic locking.
            .set(({ ref }) => ({ passwordHash: rehashed, updatedAt: ref('u.updatedAt') }))
            .where(isUnchanged)
            .returning('u.id')
    ).execute()
    if (rows.length === 0) throw unauthenticated()
    emit(events['login.success'], {
      id: userId,
      email: input.email,
      tenantId: scope.tenantId,
      organizationId: input.organizationId,
    })
    return createLogin(ctx, input)
  },
})
