import { type CommandContext, sql } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { keyRing } from '@plinth/core/security'
import { randomBytes } from 'node:crypto'
import { RecoveryCode } from '../entities.ts'

const CODES = 10
/** 80 random bits, which are too many to guess. */
const BYTES = 10
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A recovery code as entered, without the spaces and dashes that make it readable. */
export const isRecoveryCode = (code: string) => /^[A-Z2-7]{16}$/.test(code)

/** A code as people type it: spaces and dashes do not matter, nor does case. */
export const normalizeCode = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase()

/** Replaces the recovery codes of an account, inside a command. They are returned once and stored as keyed hashes. */
export async function replaceRecoveryCodes(ctx: CommandContext, userId: string): Promise<string[]> {
  await deleteRecoveryCodes(ctx, userId)
  const codes = Array.from({ length: CODES }, createCode)
  const hashOf = (code: string) =>
    ctx.inject(keyRing).keyedHash(RECOVERY_CODE_HASH, toHashed(userId, normalizeCode(code)))
  await Promise.all(codes.map((code) => ctx.from.create(RecoveryCode, { userId, codeHash: hashOf(code) })))
  return codes
}

export async function deleteRecoveryCodes({ from }: Pick<CommandContext, 'from'>, userId: string): Promise<void> {
  await from.delete(RecoveryCode, 'c').where('c.userId', '=', userId).execute()
}

/** Uses up a code. The statement that checks it also marks it, so only one of several concurrent attempts succeeds. */
export async function useRecoveryCode(
  { from, inject, now }: Pick<CommandContext, 'from' | 'inject' | 'now'>,
  { userId, code }: { readonly userId: string; readonly code: string },
): Promise<boolean> {
  const hashes = inject(keyRing).keyedHashes(RECOVERY_CODE_HASH, toHashed(userId, code))
  const used = await from
    .update(RecoveryCode, 'c')
    .set({ usedAt: now().toISOString() })
    .where('c.userId', '=', userId)
    .where('c.codeHash', '=', anyOf(hashes, 'text'))
    .where('c.usedAt', 'is', null)
    .returning('c.id')
    .execute()
  return used.length > 0
}

/** The number of codes that have not been used. */
export async function countRecoveryCodes({ from }: Pick<CommandContext, 'from'>, userId: string): Promise<number> {
  const row = await from(RecoveryCode, 'c')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('c.userId', '=', userId)
    .where('c.usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return row.left
}

/** The name under which recovery codes are hashed. */
export const RECOVERY_CODE_HASH = 'auth.recovery-code'

/** The account is part of what is hashed, so that equal codes of two accounts differ. */
const toHashed = (userId: string, code: string) => `${userId} ${code}`

function createCode(): string {
  let bits = 0n
  for (const byte of randomBytes(BYTES)) bits = (bits << 8n) | BigInt(byte)
  const letters = Array.from({ length: 16 }, (_, index) => ALPHABET[Number((bits >> BigInt(index * 5)) & 31n)])
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-')
}
