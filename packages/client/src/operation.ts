/** A write that can be undone, as the response describes it. */
export interface Operation {
  readonly id: string
  readonly undoToken: string
  readonly commandId: string
  readonly actionLabel: string | null
  readonly resourceKind: string | null
  readonly resourceId: string | null
  /** ISO 8601. */
  readonly executedAt: string
}

/** The operation in the response to a write; null if the write cannot be undone. */
export function operationOf(response: Response | undefined): Operation | null {
  const header = response?.headers.get('x-om-operation')
  if (!header?.startsWith(PREFIX)) return null
  return JSON.parse(decodeURIComponent(header.slice(PREFIX.length))) as Operation
}

const PREFIX = 'omop:'
