import { badInput, defineCommand, emailAddress, notFound, signedIn } from '@plinth/core'
import { z } from 'zod'
import { events, tags } from '../contract.ts'
import { emailTaken } from '../users/email-taken.ts'
import { AuthSession, User } from '../entities.ts'
import { assertAddressAllowed } from '../users/allowed-addresses.ts'
import { notifyFormerAddress } from '../mail/restoring-links.ts'
import { assertProvenOwner } from '../factors/fresh-sign-in.ts'
import { userRules } from '../rule-points.ts'
import { LocaleName, authText } from '../messages.ts'
import { revokePasswordLinks } from '../password-links.ts'
import { createSession } from '../sessions/create-session.ts'
import { staleTags } from '../users/user-rows.ts'
import { updateUser } from './update-user.ts'

/**
 * Changes the caller's own email address or password. An address alone needs a caller who has just proved who they are, and a
 * password the current one. A new password ends all logins including the current one and opens a new
 * one. It is rejected if the old password has been changed since it was verified. If the address changes, the former address is
 * notified (decision: Changed addresses and failed sign-ins).
 */
export const updateProfile = defineCommand({
  id: 'auth.profile.update',
  label: 'Update profile',
  access: signedIn,
  // Undo would restore an old password.
  undoable: false,
  resource: 'auth.user',
  entity: User,
  // Asked about a new address, and not about a new password.
  rules: userRules.update,
  input: z.object({
    userId: z.uuid(),
    sessionId: z.uuid().nullable(),
    email: emailAddress().optional(),
    password: z.object({ hash: z.string(), previousHash: z.string() }).optional(),
    locale: LocaleName,
  }),
  output: z.object({
    email: z.string(),
    login: z.object({ id: z.uuid(), refreshToken: z.string().nullable() }).nullable(),
  }),
  constraints: emailTaken,
  // Published under this name; none of it can be undone.
  target: ({ input }) => ({ id: input.userId, commandId: updateUser.id }),
  async run(ctx) {
    const { input, from, scope, emit, invalidate } = ctx
    const { userId, email, password } = input
    const { tenantId, organizationId } = scope
    const previousHash = password?.previousHash
    if (email !== undefined) {
      const former = await from(User, 'u').select('u.email').where('u.id', '=', userId).executeTakeFirst()
      if (former && former.email !== email) {
        // With a new password, the current one has been checked.
        if (!password) assertProvenOwner(ctx, userId)
        await assertAddressAllowed(ctx, { userId, tenantId, email, formerEmail: former.email, by: 'owner' })
      }
    }
    const row = await from
      .update(User, 'u')
      .from(from(User, 'f').select(['f.id', 'f.email']).where('f.id', '=', userId).forUpdate().as('former'))
      .set({
        ...(email !== undefined && { email }),
        ...(password && { passwordHash: password.hash }),
      })
      .whereRef('u.id', '=', 'former.id')
      // A new login must not be created beside the deactivation of the account.
      .where('u.isActive', '=', true)
      .$if(previousHash != null, (all) => all.where('u.passwordHash', '=', previousHash!))
      .returning(['u.email', 'former.email as formerEmail'])
      .executeTakeFirst()
    if (!row) throw password ? wrongPassword(input.locale) : notFound('User')
    // Links that were sent to the old address or before the new password are no longer valid.
    await revokePasswordLinks(ctx, userId)
    await notifyFormerAddress(ctx, { userId, email: row.formerEmail, locale: input.locale })
    const payload = { id: userId, tenantId, organizationId }
    emit(events['user.updated'], payload)
    invalidate(...staleTags(tenantId, userId))
    if (!password) return { email: row.email, login: null }
    const ended = await from
      .delete(AuthSession, 's')
      .where('s.userId', '=', userId)
      .returning(['s.id', 's.method', 's.factorId', 's.verifiedAt', 's.userAgent', 's.ipAddress', 's.deviceHash'])
      .returning((eb) => eb('s.tokenHash', 'is not', null).$castTo<boolean>().as('remember'))
      .execute()
    invalidate(...ended.map(({ id }) => tags.session(id)))
    emit(events['password.changed'], payload)
    // The new login counts as proved in the same way as the one that it replaces.
    const former = ended.find(({ id }) => id === input.sessionId)
    const { method = 'password', factorId = null, verifiedAt = null, remember = false } = former ?? {}
    const proven = { method, factorId, verifiedAt: verifiedAt === null ? null : new Date(verifiedAt) }
    return { email: row.email, login: await createSession(ctx, { userId, remember, ...proven, device: former }) }
  },
})

/** 400 as published for a wrong current password. */
export function wrongPassword(locale: z.output<typeof LocaleName>) {
  const message = authText(locale, 'wrongPassword')
  return badInput(message, { issues: [{ path: ['currentPassword'], message }] })
}
