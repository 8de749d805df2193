import type { CommandContext } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import { z } from 'zod'
import { SecondFactor, type SignInMethod } from '../entities.ts'
import { PasskeyProof, provePasskey } from './passkeys.ts'
import { isRecoveryCode, normalizeCode, useRecoveryCode } from './recovery-codes.ts'
import { stepOf, TOTP_SECRET } from './totp.ts'

/** What a person presents as a second factor: a code from their app, a recovery code, or a passkey's answer. */
export const Proof = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('code'), code: z.string() }),
  PasskeyProof.extend({ kind: z.literal('passkey') }),
])
export type Proof = z.output<typeof Proof>

/** The factor that was proved. */
export interface ProvenFactor {
  readonly method: SignInMethod
  /** Null for a recovery code. */
  readonly factorId: string | null
}

/** Checks a second factor of an account, inside a command, and uses it up: the same proof never works twice. Null if it is wrong. */
export async function proveFactor(ctx: CommandContext, userId: string, proof: Proof): Promise<ProvenFactor | null> {
  if (proof.kind === 'passkey') {
    const factorId = await provePasskey(ctx, userId, proof)
    return factorId === null ? null : { method: 'passkey', factorId }
  }
  const code = normalizeCode(proof.code)
  if (isRecoveryCode(code))
    return (await useRecoveryCode(ctx, { userId, code })) ? { method: 'recovery_code', factorId: null } : null
  const factorId = /^\d{6}$/.test(code) ? await proveAuthenticator(ctx, userId, code) : null
  return factorId === null ? null : { method: 'totp', factorId }
}

async function proveAuthenticator(
  { from, inject, now }: CommandContext,
  userId: string,
  code: string,
): Promise<string | null> {
  const apps = await from(SecondFactor, 'f')
    .select(['f.id', 'f.secret'])
    .where('f.userId', '=', userId)
    .where('f.kind', '=', 'totp')
    .execute()
  for (const { id, secret } of apps) {
    const step = secret && stepOf({ secret: inject(keyRing).decrypt(TOTP_SECRET, secret), code, now: now() })
    if (!step) continue
    // The condition is evaluated by the statement that writes, so only one of several concurrent attempts succeeds.
    const used = await from
      .update(SecondFactor, 'f')
      .set({ lastStep: step, lastUsedAt: now().toISOString() })
      .where('f.id', '=', id)
      .where((eb) => eb.or([eb('f.lastStep', 'is', null), eb('f.lastStep', '<', step)]))
      .returning('f.id')
      .execute()
    return used.length > 0 ? id : null
  }
  return null
}
