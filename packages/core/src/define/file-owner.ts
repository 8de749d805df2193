import type { Declared } from '../data/query/row-types.ts'
import type { Access } from './access.ts'

/** A resource whose records have files. */
export interface FileOwner {
  /** The name of its records in uploads: `shop:order`. */
  readonly id: string
  /** The kind of its records in the log: `shop.order`. */
  readonly kind: string
  /** The name of a record in error messages: `Order`. */
  readonly title: string
  readonly entity: Declared<{ id: string }>
  /** Who may read the files of a record that they may read, and who may change those of one that they may update. */
  readonly access: { readonly read: Access; readonly write: Access }
}

/** A record that has files. */
export interface FileRecord {
  readonly owner: FileOwner
  readonly id: string
}
