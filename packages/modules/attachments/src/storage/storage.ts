import type { Readable } from 'node:stream'
import { defineService } from '@plinth/core'

/** The address of an object: the partition determines the folder or prefix, the key identifies the object within it. */
export interface ObjectAddress {
  /** The code of a partition: 2 to 60 characters of `A-Z a-z 0-9 _ -`. */
  readonly partition: string
  /** Segments of `A-Z a-z 0-9 . _ -` separated by slashes, none of which is `.` or `..`. At most 500 characters. */
  readonly key: string
}

/** The metadata of a stored object. */
export interface StoredObject {
  /** Size in bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/** An object opened for reading. */
export interface ReadObject {
  readonly stream: Readable
  /** Size of the whole object in bytes, even if only a range is read. */
  readonly size: number
}

/** Inclusive on both ends, as in a `Range` header. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Options of a write. */
export interface WriteOptions {
  /** Aborting rejects the write and stops reading `source`. */
  readonly signal?: AbortSignal
  /**
   * Called once when all of `source` has been read and the rest takes only a moment, so that reversible work may start meanwhile.
   * Drivers that take longer never call it.
   */
  readonly onFlush?: () => void
}

/**
 * Stores the bytes of files. It is never listed: the database knows which objects exist. An object is written once and never
 * changed. Test a custom driver with `checkStorage` of `@plinth/attachments/testing`.
 */
export interface Storage {
  /** The name stored in rows, such as `local` or `s3`. */
  readonly driver: string
  /**
   * Stores all of `source`, and resolves once it would survive a power failure. If it rejects, `read` finds nothing. An existing
   * object at the address is replaced.
   */
  write(address: ObjectAddress, source: Readable, options?: WriteOptions): Promise<void>
  /** Returns the requested bytes, or null when there is no such object. Destroy the stream to stop reading. */
  read(address: ObjectAddress, range?: ByteRange): Promise<ReadObject | null>
  /** Null when there is no such object. */
  stat(address: ObjectAddress): Promise<StoredObject | null>
  /** Removes the object and the remains of interrupted writes. It is not an error if there is none. */
  delete(address: ObjectAddress): Promise<void>
}

/** The product's storage: `provide(storage, () => localStorage({ root }))`. */
export const storage = defineService<Storage>('attachments.storage')

/** The format of partition codes. */
export const PARTITION_CODE = /^[\w-]{2,60}$/
const SEGMENT = /^(?!\.{1,2}$)[\w.-]+$/

/** Throws for an address that could escape its partition. Every driver must call it first. */
export function assertAddress({ partition, key }: ObjectAddress): void {
  if (PARTITION_CODE.test(partition) && key.length <= 500 && key.split('/').every((segment) => SEGMENT.test(segment)))
    return
  throw new TypeError('An object address may hold plain names only')
}
