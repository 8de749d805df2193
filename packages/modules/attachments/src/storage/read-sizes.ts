import type { Readable } from 'node:stream'
import { MIB } from '@plinth/core'

/** A file up to this size is read in one go: each further read and write of a small file costs more than its bytes. */
const WHOLE = MIB
/** Bytes of a larger file that are read at once, and of any file where too many are being read. */
const [USUAL, LEAST] = [256 * 1024, 64 * 1024]

/** How many bytes streams hold at once. Together they hold no more than `most`, but for the least that each needs. */
export class ReadSizes {
  readonly #most: number
  #held = 0

  constructor(most = 64 * MIB) {
    this.#most = most
  }

  /** For a stream of that length. What it gets, it has until it is closed. */
  open<T extends Readable>(length: number, start: (size: number) => T): T {
    const size = this.take(length)
    try {
      const stream = start(size)
      stream.once('close', () => this.give(size))
      return stream
    } catch (error) {
      this.give(size)
      throw error
    }
  }

  /** How many bytes of that length may be held, which are released when they are not. */
  take(length: number): number {
    const preferred = length <= WHOLE ? length : USUAL
    const size = this.#held + preferred > this.#most ? Math.min(preferred, LEAST) : preferred
    this.#held += size
    return size
  }

  give(size: number): void {
    this.#held -= size
  }
}
