import { defineCommand, randomToken, signedIn } from '@plinth/core'
import { z } from 'zod'
import { events } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { AuthSession } from '../entities.ts'

const DAY = 86_400_000

/** Opens a login for a user whose password was right. With `remember` it can be refreshed (section 2.2). */
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
    /** Set when the password was hashed with older parameters. */
    rehashed: z.string().optional(),
  }),
  output: z.object({ id: z.uuid(), refreshToken: z.string().nullable() }),
  async run({ input, em, db, emit, get, now, scope }) {
    const { accessTokens, rememberDays, hash } = get(credentials)
    const refreshToken = input.remember ? randomToken() : null
    const lifetime = input.remember ? rememberDays * DAY : accessTokens.lifetime * 1000
    const session = em.create(AuthSession, {
      userId: input.userId,
      tokenHash: refreshToken === null ? null : hash(refreshToken),
      expiresAt: new Date(now().getTime() + lifetime),
    })
    if (input.rehashed !== undefined) {
      await db
        .updateTable('users')
        .set({ password_hash: input.rehashed })
        .where('tenant_id', '=', scope.tenantId)
        .where('id', '=', input.userId)
        .execute()
    }
    emit(events['login.success'], {
      id: input.userId,
      email: input.email,
      tenantId: scope.tenantId,
      organizationId: input.organizationId,
    })
    return { id: session.id, refreshToken }
  },
})
