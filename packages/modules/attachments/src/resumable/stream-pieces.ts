import type { Readable } from 'node:stream'

/** Divides a stream into pieces. It ends where its source fails; `error` then contains the reason. */
export class Pieces {
  error: unknown = null
  readonly #source: Readable
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: Readable) {
    this.#source = source
    this.#chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  }

  /** Waits for another byte; false at the end. */
  async hasMore(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const chunk = await this.#next()
      if (chunk === null) return false
      this.#rest = chunk
    }
    return true
  }

  /** Yields the next bytes, up to a limit. */
  async *take(most: number): AsyncGenerator<Buffer> {
    for (let remaining = most; remaining > 0 && (await this.hasMore());) {
      const piece = this.#rest.subarray(0, remaining)
      this.#rest = this.#rest.subarray(piece.length)
      remaining -= piece.length
      yield piece
    }
  }

  /** Drains the rest of a rejected request: unread bytes would block further requests on the connection. */
  async discard(): Promise<void> {
    await this.#chunks.return?.()
    this.#source.on('error', () => {}).resume()
  }

  async #next(): Promise<Buffer | null> {
    try {
      const { done, value } = await this.#chunks.next()
      return done ? null : value
    } catch (error) {
      this.error = error
      return null
    }
  }
}
