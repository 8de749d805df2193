import { createHash, createHmac } from 'node:crypto'
import { defineService } from '../define/service.ts'

/** Gives each log entry an undo token that nobody can guess and nothing has to store. */
export interface UndoTokens {
  /** 32 bytes, base64url. */
  tokenOf(entryId: string): string
  /** What the log keeps, to find an entry by its token. */
  hash(token: string): string
}

/** Resolve with `get(undoTokens)`; every platform provides it. */
export const undoTokens = defineService<UndoTokens>('core.undo-tokens')

/** Derives tokens from the platform's secret (decision 20). */
export function createUndoTokens(secret: string): UndoTokens {
  return {
    tokenOf: (entryId) => createHmac('sha256', secret).update(`undo:${entryId}`).digest('base64url'),
    hash: (token) => createHash('sha256').update(token).digest('hex'),
  }
}
