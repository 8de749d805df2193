import { createHmac, createSecretKey, hash } from 'node:crypto'
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
  const key = createSecretKey(secret, 'utf8')
  return {
    tokenOf: (entryId) => createHmac('sha256', key).update(`undo:${entryId}`).digest('base64url'),
    hash: (token) => hash('sha256', token, 'hex'),
  }
}
