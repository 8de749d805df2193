import { createHmac, createSecretKey, hash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../define/context.ts'
import { defineService } from '../define/service.ts'
import type { PlatformKeys } from '../security/secret-keys.ts'
import { findEntry } from './entries.ts'

/** Derives the undo token of a log entry. Tokens cannot be guessed and are not stored. */
export interface UndoTokens {
  /** 44 bytes, base64url. Changes with the platform's secret; tokens that were issued before stay valid. */
  tokenOf(entryId: string): string
  /** The entry of a token made with an accepted secret; null for any other text. */
  entryOf(token: string): string | null
  /** The hash stored in the log, to find the entry of a token made with a secret that is no longer accepted. */
  hash(token: string): string
}

/** Resolve with `inject(undoTokens)`; available on every platform. */
export const undoTokens = defineService<UndoTokens>('core.undo-tokens')

/**
 * The token with which the caller can undo one of their own entries, such as what a job did on their behalf. Null for entries of
 * others and of the platform, and for entries that cannot be undone or have been undone.
 */
export async function findUndoToken(
  ctx: Pick<Context, 'db' | 'scope' | 'actor' | 'inject'>,
  entryId: string,
): Promise<string | null> {
  const entry = await findEntry(ctx, { id: entryId }, { state: 'done' })
  return entry && ctx.inject(undoTokens).tokenOf(entry.id)
}

/**
 * Derives undo tokens (decision: Undo tokens): the id of the key, the id of the entry, and 24 bytes of an HMAC over it. The entry
 * is read from the token, so that the tokens of old entries can be derived again from another secret.
 */
export function createUndoTokens(keys: Pick<PlatformKeys, 'ids' | 'all'>): UndoTokens {
  const accepted = keys.all('core.undo').map((key, index) => ({
    id: Buffer.from(keys.ids[index]!.slice(1), 'hex'),
    key: createSecretKey(key),
  }))
  const sign = ({ id, key }: (typeof accepted)[number], entry: Buffer) =>
    Buffer.concat([id, entry, createHmac('sha256', key).update(entry).digest().subarray(0, UNDO_CODE)])
  return {
    tokenOf: (entryId) => sign(accepted[0]!, Buffer.from(entryId.replaceAll('-', ''), 'hex')).toString('base64url'),
    entryOf(token) {
      const bytes = Buffer.from(token, 'base64url')
      if (bytes.byteLength !== UNDO_KEY_ID + UUID_BYTES + UNDO_CODE) return null
      const key = accepted.find(({ id }) => id.equals(bytes.subarray(0, UNDO_KEY_ID)))
      const entry = bytes.subarray(UNDO_KEY_ID, UNDO_KEY_ID + UUID_BYTES)
      if (!key || !timingSafeEqual(bytes, sign(key, entry))) return null
      return entry.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
    hash: (token) => hash('sha256', token, 'hex'),
  }
}

/** Bytes of a key's id, an entry's id, and a code. */
const UNDO_KEY_ID = 4
const UUID_BYTES = 16
const UNDO_CODE = 24
