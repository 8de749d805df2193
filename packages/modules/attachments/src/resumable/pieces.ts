import type { Readable } from 'node:stream'

/** A stream in pieces. It ends where its source breaks, and `error` says of what. */
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

  /** The next bytes, at most so many. */
  async *take(most: number): AsyncGenerator<Buffer> {
    for (let remaining = most; remaining > 0 && (await this.hasMore());) {
      const piece = this.#rest.subarray(0, remaining)
      this.#rest = this.#rest.subarray(piece.length)
      remaining -= piece.length
      yield piece
    }
  }

  /** Lets the rest of a refused request pass: what stays unread keeps its connection from the requests that follow. */
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
