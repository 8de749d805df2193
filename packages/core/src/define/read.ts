import type { Scope } from '../data/scope.ts'
import type { Context } from './context.ts'

/** The records of which a route tells: those of `items`, else the answer itself, by their `id`. */
export interface Reads {
  /** The kind of resource, as in the log: `auth.user`. */
  readonly kind: string
  /** Says of which one record the answer tells, where the answer does not. */
  readonly id?: (asked: {
    readonly query: Readonly<Record<string, unknown>>
    readonly params: Readonly<Record<string, unknown>>
    readonly scope: Scope
  }) => unknown
}

/** A read that was answered. */
export interface Read {
  readonly resourceKind: string
  /** Distinct; no more than `MOST_RECORDS`. */
  readonly resourceIds: readonly string[]
  /** How many records were told, however many of them are listed. */
  readonly resultCount: number
  readonly accessType: 'read' | 'read:item' | 'read:list'
  /** The members that at least one record had. */
  readonly fields: readonly string[]
  /** Names of what the caller asked by. */
  readonly queryKeys: readonly string[]
  /** With the `/api` prefix. */
  readonly path: string
}

/** Records of one answer that a read lists. */
export const MOST_RECORDS = 1_000

/** Hears of reads. It holds up the answer, so it must not do more than note them: `record` in a batched log. */
export type ReadListener = (ctx: Context, read: Read) => void
