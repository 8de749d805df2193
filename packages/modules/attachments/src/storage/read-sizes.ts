import type { Readable } from 'node:stream'
import { MIB } from '@plinth/core'

/** Files up to this size are read in one go, since each additional read and write costs more than the bytes of a small file. */
const WHOLE = MIB
/** Usual chunk size of larger files, and the chunk size while too many files are being read. */
const [USUAL, LEAST] = [256 * 1024, 64 * 1024]

/** Limits the total bytes buffered by streams to `most`, apart from the minimum each one needs. */
export class ReadSizes {
  readonly #most: number
  #held = 0

  constructor(most = 64 * MIB) {
    this.#most = most
  }

  /** Opens a stream for a file of this length. Its share is released when it is closed. */
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

  /** Returns the bytes that may be buffered for this length; release them afterwards. */
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
