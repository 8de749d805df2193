import type { Context } from '../define/context.ts'
import { defineService } from '../define/service.ts'
import { findEntry } from './entries.ts'

/** Derives the undo token of a log entry. Tokens cannot be guessed and are not stored. */
export interface UndoTokens {
  /** 44 bytes, base64url. Changes with the platform's secret; tokens given out before stay valid. */
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
