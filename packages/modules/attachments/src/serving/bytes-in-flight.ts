import type { Writable } from 'node:stream'

/** Milliseconds after which a response that the client does not read is ended. */
const STALLED = 30_000

/** Node's response, if there is one. */
export type NodeAnswer = Writable & { setTimeout?(milliseconds: number, end: () => void): unknown }

/** Counts bytes in memory that are being sent to clients, since slow clients hold them for long. */
export class BytesInFlight {
  #total = 0

  get total(): number {
    return this.#total
  }

  /**
   * Counts bytes while they are being sent, and ends a stalled response. Without Node's response there is no event for
   * completion.
   */
  add(bytes: number, answer: NodeAnswer | undefined): void {
    if (!answer || answer.closed) return
    this.#total += bytes
    answer.setTimeout?.(STALLED, () => answer.destroy())
    answer.once('close', () => (this.#total -= bytes))
  }
}
