import type { Sql } from '@plinth/core'

/** Something that differs from when it was chained. */
export interface Fault {
  /** Null for a line of the sink that names no tenant. */
  readonly tenantId: string | null
  readonly kind: 'changed' | 'removed' | 'inserted' | 'reordered' | 'forged'
  /** Position in the tenant's chain; null for an entry that is not chained. */
  readonly number: number | null
  /** The entry id, if known. */
  readonly entryId: string | null
  readonly detail: string
}

/** Maximum number of faults to report; later ones are omitted. */
export const MAX_FAULTS = 1_000

/** Reads with the platform's authority, in its own transaction. */
export type TrailRead = <T>(work: (db: Sql) => Promise<T>) => Promise<T>
