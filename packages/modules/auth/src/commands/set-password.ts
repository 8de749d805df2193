import { badInput, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { confirmAddress } from '../confirmed-addresses.ts'
import { events, features, tags } from '../contract.ts'
import { LocaleName, say } from '../messages.ts'
import { revokePasswordLinks } from '../password-links.ts'
import { deleteSessions } from './end-sessions.ts'

/**
 * Sets a password by a mailed link. The link is used up by the statement that checks it, so of any number of attempts
 * at once one succeeds; every login of the account ends (section 7.4).
 */
export const setPassword = defineCommand({
  id: 'auth.passwords.set',
  label: 'Set password',
  access: features['users.edit'],
  undoable: false,
  resource: 'auth.user',
  input: z.object({ userId: z.uuid(), tokenHash: z.string(), passwordHash: z.string(), locale: LocaleName }),
  output: z.object({}),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, db, scope, now, emit, invalidate } = ctx
    const { tenantId, organizationId } = scope
    const { userId } = input
    const time = now().toISOString()
    const { rows } = await sql`update password_tokens set used_at = ${time} where tenant_id = ${tenantId}
      and user_id = ${userId} and token_hash = ${input.tokenHash} and used_at is null and expires_at > ${time}
      returning id`.execute(db)
    if (rows.length === 0) throw badInput(say(input.locale, 'invalidToken'))
    await revokePasswordLinks(ctx, userId)
    await sql`update users set password_hash = ${input.passwordHash}, updated_at = ${time}
      where tenant_id = ${tenantId} and id = ${userId}`.execute(db)
    await confirmAddress(ctx, userId)
    await deleteSessions(ctx, { userId })
    invalidate(tags.user(userId))
    emit(events['password.reset.completed'], { id: userId, tenantId, organizationId })
    return {}
  },
})
