import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Items per page. */
const PAGE_SIZE = 250

/** A page of a list, and its next cursor. */
export interface CursorPage<T> {
  readonly items: readonly T[]
  readonly next: { readonly nextCursor?: string }
}

/** The page after a cursor, ordered by key. Invalid cursors are rejected. */
export function partOf<T>(
  all: readonly T[],
  { keyOf, cursor }: { readonly keyOf: (item: T) => string; readonly cursor: string | undefined },
): CursorPage<T> {
  const ordered = all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const before = cursor === undefined ? -1 : ordered.findIndex((item) => toCursor(keyOf(item)) === cursor)
  if (cursor !== undefined && before < 0) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown cursor')
  const items = ordered.slice(before + 1, before + 1 + PAGE_SIZE)
  const last = items.at(-1)
  const isLast = before + 1 + PAGE_SIZE >= ordered.length
  return { items, next: isLast || last === undefined ? {} : { nextCursor: toCursor(keyOf(last)) } }
}

/** Encodes the key of the last listed item. */
const toCursor = (key: string) => Buffer.from(key).toString('base64url')
