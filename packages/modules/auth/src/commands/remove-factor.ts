import { conflict, defineCommand, forbidden, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { AuthSession, SecondFactor, type SignInMethod, User } from '../entities.ts'
import { FRESH } from '../factors/fresh-sign-in.ts'
import { deleteRecoveryCodes } from '../factors/recovery-codes.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { sendNotice } from '../mail/mail-notice.ts'
import { LocaleName } from '../messages.ts'

const SECOND: readonly SignInMethod[] = ['totp', 'passkey', 'recovery_code']

/**
 * Removes a factor of the caller's account. The session must have been proved with another factor or a recovery code
 * (decision: Second factors are credentials): whoever holds the session and one factor cannot leave the account without it.
 */
export const removeFactor = defineCommand({
  id: 'auth.factors.remove',
  label: 'Remove second factor',
  access: FRESH,
  // Undo would restore a credential (decision: Credentials and undo).
  undoable: false,
  resource: 'auth.second_factor',
  input: z.object({ id: z.uuid(), userId: z.uuid(), sessionId: z.uuid().nullable(), locale: LocaleName }),
  output: Ok,
  async run(ctx) {
    const { input, from } = ctx
    const { id, userId, sessionId, locale } = input
    await from(User, 'u').select('u.id').where('u.id', '=', userId).forUpdate().executeTakeFirst()
    const factors = await from(SecondFactor, 'f').select(['f.id', 'f.name']).where('f.userId', '=', userId).execute()
    const factor = factors.find((one) => one.id === id)
    if (!factor) throw notFound('Second factor')
    const session =
      sessionId === null
        ? undefined
        : await from(AuthSession, 's')
            .select(['s.method', 's.factorId'])
            .where('s.id', '=', sessionId)
            .where('s.userId', '=', userId)
            .executeTakeFirst()
    if (!session || !SECOND.includes(session.method) || session.factorId === id)
      throw forbidden('Verify your identity with another factor or a recovery code first.', {
        code: 'another_factor_required',
      })
    const { requiredFrom } = await readSignInState(ctx, userId)
    const isLast = factors.length === 1
    if (isLast && requiredFrom !== null)
      throw conflict('Your organization requires a second factor. Add another one first.', { code: 'factor_required' })
    await from.delete(SecondFactor, 'f').where('f.id', '=', id).execute()
    if (isLast) await deleteRecoveryCodes(ctx, userId)
    sendNotice(ctx, { userId, kind: 'factorRemoved', locale, detail: factor.name })
    return { ok: true as const }
  },
})
