import type { Scope } from '../data/query/scope.ts'
import type { Context } from './context.ts'

/** Which records a route returns: those in `items`, otherwise the body itself, by their `id`. */
export interface Reads {
  /** The kind of resource, as in the log: `auth.user`. */
  readonly kind: string
  /** The id of a single record, if the body does not contain it. */
  readonly id?: (asked: {
    readonly query: Readonly<Record<string, unknown>>
    readonly params: Readonly<Record<string, unknown>>
    readonly scope: Scope
  }) => unknown
}

/** A completed read. */
export interface Read {
  readonly resourceKind: string
  /** Distinct ids, at most `MOST_RECORDS`. */
  readonly resourceIds: readonly string[]
  /** How many records were returned; `resourceIds` can be shorter. */
  readonly resultCount: number
  readonly accessType: 'read' | 'read:item' | 'read:list'
  /** The properties that at least one record had. */
  readonly fields: readonly string[]
  /** Names of the filters and parameters that the caller used. */
  readonly queryKeys: readonly string[]
  /** Includes the `/api` prefix. */
  readonly path: string
}

/** Maximum number of record ids listed per read. */
export const MOST_RECORDS = 1_000

/** Called for each read before the response is sent. It should only `record` it in a batched log. */
export type ReadListener = (ctx: Context, read: Read) => void
