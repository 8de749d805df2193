import { createHash, createHmac } from 'node:crypto'

/** Gives each log entry an undo token that nobody can guess and nothing has to store. */
export interface UndoTokens {
  /** 32 bytes, base64url. `round` counts the redos, so that each token works once. */
  tokenOf(entryId: string, round: number): string
  /** What the log keeps, to find an entry by its token. */
  hash(token: string): string
}

/** Derives tokens from the platform's secret (decision 20). */
export function createUndoTokens(secret: string): UndoTokens {
  return {
    tokenOf: (entryId, round) => createHmac('sha256', secret).update(`undo:${entryId}:${round}`).digest('base64url'),
    hash: (token) => createHash('sha256').update(token).digest('hex'),
  }
}
