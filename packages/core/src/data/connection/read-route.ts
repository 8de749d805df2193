import type { Transaction, TransactionOptions } from './transaction.ts'

/** Where the reads of one request go. */
export interface ReadRoute {
  open(options: TransactionOptions): Transaction
  /** From now on, reads go to the primary server: a cached value must not be older than its last invalidation. */
  usePrimary(): void
}
