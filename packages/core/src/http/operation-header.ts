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

/** Parses an `x-om-operation` header; null for any other text. */
export function fromOperationHeader(header: string | null): Operation | null {
  if (!header?.startsWith(PREFIX)) return null
  return JSON.parse(decodeURIComponent(header.slice(PREFIX.length))) as Operation
}

const PREFIX = 'omop:'
