import { createHmac, createSecretKey, hash } from 'node:crypto'
import { defineService } from '../define/service.ts'

/** What a client needs to offer "undo" after a write. */
export interface Operation {
  readonly id: string
  readonly undoToken: string
  readonly commandId: string
  readonly actionLabel: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  readonly executedAt: string
}

/** The value of the `x-om-operation` header. */
export function toOperationHeader(operation: Operation): string {
  const { id, undoToken, commandId, actionLabel, resourceKind, resourceId, executedAt } = operation
  const ordered = { id, undoToken, commandId, actionLabel, resourceKind, resourceId, executedAt }
  return `${PREFIX}${encodeURIComponent(JSON.stringify(ordered))}`
}

/** Reads what `toOperationHeader` wrote; null for anything else. */
export function fromOperationHeader(header: string | null): Operation | null {
  if (!header?.startsWith(PREFIX)) return null
  return JSON.parse(decodeURIComponent(header.slice(PREFIX.length))) as Operation
}

const PREFIX = 'omop:'

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
