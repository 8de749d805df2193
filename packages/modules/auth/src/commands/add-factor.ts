import { conflict, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { tags } from '../contract.ts'
import { AuthSession, SecondFactor, User } from '../entities.ts'
import { FRESH } from '../factors/fresh-sign-in.ts'
import { spendChallenge } from '../factors/passkeys.ts'
import { spendEnrollment } from '../factors/totp.ts'
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { sendNotice } from '../mail/mail-notice.ts'
import { LocaleName } from '../messages.ts'

/** Factors per account. */
const MAX_FACTORS = 20

export const FactorName = z.string().trim().min(1).max(100)

/**
 * Adds an authenticator app or a passkey to the caller's account. The first factor comes with recovery codes, and other
 * sessions of the account have to prove the new factor before they count as fresh.
 */
export const addFactor = defineCommand({
  id: 'auth.factors.add',
  label: 'Add second factor',
  access: FRESH,
  // Undo would remove a credential (decision: Credentials and undo).
  undoable: false,
  resource: 'auth.second_factor',
  input: z.object({
    userId: z.uuid(),
    sessionId: z.uuid().nullable(),
    name: FactorName,
    locale: LocaleName,
    factor: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('totp'), enrollmentId: z.uuid(), secret: z.string(), step: z.number() }),
      z.object({
        kind: z.literal('passkey'),
        credentialId: z.string(),
        publicKey: z.string(),
        counter: z.number(),
        transports: z.array(z.string()),
        isBackedUp: z.boolean(),
        challenge: z.string(),
      }),
    ]),
  }),
  output: z.object({ id: z.uuid(), recoveryCodes: z.array(z.string()).nullable() }),
  constraints: { second_factors_by_credential_id_pkey: () => conflict('This passkey is already in use.') },
  async run(ctx) {
    const { input, from, now, invalidate } = ctx
    const { userId, sessionId, name, factor, locale } = input
    // One change of an account's factors at a time, so that the limit and the recovery codes are right.
    await from(User, 'u').select('u.id').where('u.id', '=', userId).forUpdate().executeTakeFirstOrThrow()
    const { mode, kinds } = await readSignInState(ctx, userId)
    if (mode === 'off') throw conflict('Your organization does not use second factors.', { code: 'factors_off' })
    if ((await countFactors(ctx, userId)) >= MAX_FACTORS)
      throw conflict(`An account has at most ${MAX_FACTORS} factors.`)
    if (factor.kind === 'passkey' && !(await spendChallenge(ctx, factor.challenge)))
      throw conflict('This passkey has already been added.')
    if (factor.kind === 'totp' && !(await spendEnrollment(ctx, factor.enrollmentId)))
      throw conflict('This authenticator app has already been added.')
    const { id } =
      factor.kind === 'totp'
        ? await from.create(SecondFactor, {
            userId,
            name,
            kind: 'totp',
            secret: factor.secret,
            lastStep: factor.step,
            lastUsedAt: now(),
          })
        : await from.create(SecondFactor, {
            userId,
            name,
            kind: 'passkey',
            credentialId: factor.credentialId,
            publicKey: factor.publicKey,
            counter: factor.counter,
            transports: factor.transports,
            isBackedUp: factor.isBackedUp,
          })
    if (kinds.length === 0) {
      const others = await from
        .update(AuthSession, 's')
        .set({ verifiedAt: null })
        .where('s.userId', '=', userId)
        .$if(sessionId !== null, (all) => all.where('s.id', '<>', sessionId!))
        .returning('s.id')
        .execute()
      invalidate(...others.map((session) => tags.session(session.id)))
    }
    if (sessionId !== null) {
      await from
        .update(AuthSession, 's')
        .set({ method: factor.kind, factorId: id, verifiedAt: now().toISOString() })
        .where('s.id', '=', sessionId)
        .where('s.userId', '=', userId)
        .execute()
      invalidate(tags.session(sessionId))
    }
    sendNotice(ctx, { userId, kind: 'factorAdded', locale, detail: name })
    const recoveryCodes = kinds.length === 0 ? await replaceRecoveryCodes(ctx, userId) : null
    return { id, recoveryCodes }
  },
})

async function countFactors({ from }: Parameters<typeof addFactor.run>[0], userId: string): Promise<number> {
  const row = await from(SecondFactor, 'f')
    .select(sql<number>`count(*)::int`.as('factors'))
    .where('f.userId', '=', userId)
    .executeTakeFirstOrThrow()
  return row.factors
}
