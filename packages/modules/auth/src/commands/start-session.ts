import { defineCommand, signedIn, sql, unauthenticated } from '@plinth/core'
import { z } from 'zod'
import { events } from '../contract.ts'
import { createLogin } from '../sessions/create-login.ts'

/** Opens a login for a user whose password was right. With `remember` it can be refreshed. */
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
    /** What the password was checked against: a login must not survive a change of password at the same time. */
    passwordHash: z.string(),
    /** Set when the password was hashed with older parameters. */
    rehashed: z.string().optional(),
  }),
  output: z.object({ id: z.uuid(), refreshToken: z.string().nullable() }),
  async run(ctx) {
    const { input, db, emit, scope } = ctx
    const { userId, passwordHash, rehashed } = input
    const isUnchanged = sql`tenant_id = ${scope.tenantId} and id = ${userId} and password_hash = ${passwordHash}`
    const { rows } = await (
      rehashed === undefined
        ? sql`select id from users where ${isUnchanged} for share`
        : sql`update users set password_hash = ${rehashed} where ${isUnchanged} returning id`
    ).execute(db)
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
