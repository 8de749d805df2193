import type { Sql } from '../data/query/sql.ts'
import type { KeyRing } from '../security/key-ring.ts'
import type { Context } from './context.ts'
import type { Logger } from './logger.ts'

/** What a rotation of the secret renews: values that were made with keys of a retired secret. */
export interface Rekey {
  /** As it appears in the result of a rotation: `api_keys.keys`. */
  readonly id: string
  /** The column declared with `rekey`. Its former values, which undo can restore, are renewed as well. */
  readonly column?: RekeyedColumn
  /**
   * Renews everything, in transactions of moderate size. It must be repeatable: a rotation that was interrupted starts over, and
   * skips what is current.
   */
  run(rotation: Rotation): Promise<void>
}

/** A column of values that the key ring made. */
export interface RekeyedColumn {
  readonly table: string
  readonly column: string
  readonly isJson: boolean
  readonly purpose: string
  /** Default: the platform's. */
  readonly ring?: ((inject: Context['inject']) => KeyRing) | undefined
}

/** A running rotation. */
export interface Rotation extends Pick<Context, 'inject' | 'now'> {
  readonly ring: KeyRing
  readonly log: Logger
  /** Aborted when the process is asked to stop. Finish the current transaction and return. */
  readonly signal: AbortSignal
  /**
   * Works as the owner of the database, who sees all tenants and whose writes are not recorded, because renewing a value does
   * not change what it stands for. Hosts continue to work meanwhile, so lock what you read and write. Repeated after a deadlock
   * or a lock timeout.
   */
  transaction<T>(work: (db: Sql) => Promise<T>): Promise<T>
  /** Counts values that were renewed, and values that could not be renewed and are left as they are. */
  count(done: { readonly renewed?: number; readonly left?: number }): void
}

/**
 * Declares how to renew what `rekey` cannot: signatures over several values, files, your own formats.
 *
 * @example
 * defineRekey({ id: 'shop.receipts', run: ({ transaction, ring, signal }) => signAgain({ transaction, ring, signal }) })
 */
export function defineRekey(spec: Omit<Rekey, 'column'>): Rekey {
  return Object.freeze({ ...spec })
}
