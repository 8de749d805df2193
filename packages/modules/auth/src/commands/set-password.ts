import { badInput, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { confirmAddress } from '../confirmed-addresses.ts'
import { events, features } from '../contract.ts'
import { emailTaken } from '../email-taken.ts'
import { endRestoringLinks } from '../former-address.ts'
import { LocaleName, say } from '../messages.ts'
import { revokePasswordLinks } from '../password-links.ts'
import { staleTags } from '../user-rows.ts'
import { deleteSessions } from './end-sessions.ts'

/**
 * Sets a password by a mailed link. The link is used up by the statement that checks it, so of any number of attempts
 * at once one succeeds; every login of the account ends. Some links give the account an address back as
 * well (decision 44).
 */
export const setPassword = defineCommand({
  id: 'auth.passwords.set',
  label: 'Set password',
  access: features['users.edit'],
  undoable: false,
  resource: 'auth.user',
  input: z.object({ userId: z.uuid(), tokenHash: z.string(), passwordHash: z.string(), locale: LocaleName }),
  output: z.object({}),
  constraints: emailTaken,
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, db, scope, now, emit, invalidate } = ctx
    const { tenantId, organizationId } = scope
    const { userId } = input
    const time = now().toISOString()
    const { rows } = await sql<{
      restoresEmail: string | null
    }>`update password_tokens set used_at = ${time} where tenant_id = ${tenantId}
      and user_id = ${userId} and token_hash = ${input.tokenHash} and used_at is null and expires_at > ${time}
      returning restores_email as "restoresEmail"`.execute(db)
    const [link] = rows
    if (!link) throw badInput(say(input.locale, 'invalidToken'))
    if (link.restoresEmail !== null) await endRestoringLinks(ctx, input)
    await revokePasswordLinks(ctx, userId)
    await sql`update users set password_hash = ${input.passwordHash},
      email = coalesce(${link.restoresEmail}, email), updated_at = ${time}
      where tenant_id = ${tenantId} and id = ${userId}`.execute(db)
    await confirmAddress(ctx, userId)
    await deleteSessions(ctx, { userId })
    invalidate(...staleTags(tenantId, userId))
    if (link.restoresEmail !== null) emit(events['user.updated'], { id: userId, tenantId, organizationId })
    emit(events['password.reset.completed'], { id: userId, tenantId, organizationId })
    return {}
  },
})
