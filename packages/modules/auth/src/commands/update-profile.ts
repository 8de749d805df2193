import { badInput, defineCommand, notFound, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { events, tags } from '../contract.ts'
import { emailTaken } from '../email-taken.ts'
import { tellFormerAddress } from '../former-address.ts'
import { LocaleName, say } from '../messages.ts'
import { revokePasswordLinks } from '../password-links.ts'
import { createLogin } from '../sessions/create-login.ts'
import { staleTags } from '../user-rows.ts'
import { updateUser } from './update-user.ts'

/**
 * Changes one's own e-mail or password. A new password ends every login, the caller's included, and
 * opens another one in its place; it is refused when the old password has changed since it was checked.
 * A former address is told of another one (decision 44).
 */
export const updateProfile = defineCommand({
  id: 'auth.profile.update',
  label: 'Update profile',
  access: signedIn,
  // Undo would bring an old password back.
  undoable: false,
  resource: 'auth.user',
  input: z.object({
    userId: z.uuid(),
    sessionId: z.uuid().nullable(),
    email: z.email().optional(),
    password: z.object({ hash: z.string(), previousHash: z.string() }).optional(),
    locale: LocaleName,
  }),
  output: z.object({
    email: z.string(),
    login: z.object({ id: z.uuid(), refreshToken: z.string().nullable() }).nullable(),
  }),
  constraints: emailTaken,
  // Published under this name; nothing of it can be undone.
  target: ({ input }) => ({ id: input.userId, commandId: updateUser.id }),
  async run(ctx) {
    const { input, db, scope, now, emit, invalidate } = ctx
    const { userId, email = null, password } = input
    const { tenantId, organizationId } = scope
    const { rows } = await sql<{ email: string; formerEmail: string }>`
      update users u set email = coalesce(${email}, u.email),
        password_hash = coalesce(${password?.hash ?? null}, u.password_hash),
        updated_at = ${now().toISOString()}
      from (select id, email from users where tenant_id = ${tenantId} and id = ${userId} for update) former
      where u.tenant_id = ${tenantId} and u.id = former.id
        and (${password?.previousHash ?? null}::text is null or u.password_hash = ${password?.previousHash ?? null})
      returning u.email, former.email as "formerEmail"`.execute(db)
    const [row] = rows
    if (!row) throw password ? wrongPassword(input.locale) : notFound('User')
    // A link that went to the old address, or came before the new password, has lost its meaning.
    await revokePasswordLinks(ctx, userId)
    await tellFormerAddress(ctx, { userId, email: row.formerEmail, locale: input.locale })
    const payload = { id: userId, tenantId, organizationId }
    emit(events['user.updated'], payload)
    invalidate(...staleTags(tenantId, userId))
    if (!password) return { email: row.email, login: null }
    const ended = await sql<{ id: string; remember: boolean }>`
      delete from sessions where tenant_id = ${tenantId} and user_id = ${userId}
      returning id, token_hash is not null as remember`.execute(db)
    invalidate(...ended.rows.map(({ id }) => tags.session(id)))
    emit(events['password.changed'], payload)
    const remember = ended.rows.some(({ id, remember }) => remember && id === input.sessionId)
    return { email: row.email, login: createLogin(ctx, { userId, remember }) }
  },
})

/** 400 as published for a wrong current password. */
export function wrongPassword(locale: z.output<typeof LocaleName>) {
  const message = say(locale, 'wrongPassword')
  return badInput(message, { issues: [{ path: ['currentPassword'], message }] })
}
