import type { Sql } from '@plinth/core'

/** Something that is not as it was when it was chained. */
export interface Fault {
  /** Null for a line of the sink that names none. */
  readonly tenantId: string | null
  readonly kind: 'changed' | 'removed' | 'inserted' | 'reordered' | 'forged'
  /** The place in the tenant's chain; null for an entry that is in none. */
  readonly number: number | null
  /** The entry, where it is known. */
  readonly entryId: string | null
  readonly detail: string
}

/** Faults that are reported one by one; of more of them, only the first ones. */
export const MAX_FAULTS = 1_000

/** Reads with the platform's authority, in a transaction of its own. */
export type TrailRead = <T>(work: (db: Sql) => Promise<T>) => Promise<T>
