import type { Readable } from 'node:stream'
import { defineService } from '@plinth/core'

/** Where an object lies: the partition decides the folder or prefix, the key names the object within it. */
export interface ObjectAddress {
  /** The code of a partition: 2 to 60 characters out of `A-Z a-z 0-9 _ -`. */
  readonly partition: string
  /** Segments of `A-Z a-z 0-9 . _ -`, joined by slashes; none is `.` or `..`. At most 500 characters. */
  readonly key: string
}

/** A stored object: its size, and what the store says of it. */
export interface StoredObject {
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

/** An object that is being read. */
export interface ReadObject {
  readonly stream: Readable
  /** Bytes of the whole object, whatever part of it is read. */
  readonly size: number
}

/** Both ends are included, as in a `Range` header. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** What a write may be told. */
export interface WriteOptions {
  /** Its abort rejects and stops reading. */
  readonly signal?: AbortSignal
  /**
   * Called once when all of `source` has been read and the rest takes a moment: work that can be taken back may begin
   * meanwhile. Drivers for which it takes longer never call it.
   */
  readonly onFlush?: () => void
}

/**
 * Keeps the bytes of files. It is never listed: which objects exist is in the database. An object is written once
 * and never changed. Check a driver of your own with `checkStorage` of `@plinth/attachments/testing`.
 */
export interface Storage {
  /** How rows name it: `local`, `s3`. */
  readonly driver: string
  /**
   * Stores all of `source` and resolves when it would survive a power failure. When it rejects, `read` finds nothing.
   * An object of that address is replaced.
   */
  write(address: ObjectAddress, source: Readable, options?: WriteOptions): Promise<void>
  /** The bytes that are asked for; null when there is no such object. Destroy the stream to stop reading. */
  read(address: ObjectAddress, range?: ByteRange): Promise<ReadObject | null>
  /** Null when there is no such object. */
  stat(address: ObjectAddress): Promise<StoredObject | null>
  /** Removes the object and what interrupted writes of it have left. Absent ones are no error. */
  delete(address: ObjectAddress): Promise<void>
}

/** The storage of the product: `provide(storage, () => localStorage({ root }))`. */
export const storage = defineService<Storage>('attachments.storage')

/** What names a partition. */
export const PARTITION_CODE = /^[\w-]{2,60}$/
const SEGMENT = /^(?!\.{1,2}$)[\w.-]+$/

/** Throws for an address that could lead out of its partition. Every driver calls it before it touches anything. */
export function assertAddress({ partition, key }: ObjectAddress): void {
  if (PARTITION_CODE.test(partition) && key.length <= 500 && key.split('/').every((segment) => SEGMENT.test(segment)))
    return
  throw new TypeError('An object address may hold plain names only')
}
