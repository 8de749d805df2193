import type { Writable } from 'node:stream'

/** Milliseconds after which an answer ends whose reader takes nothing of it. */
const STALLED = 30_000

/** The answer of Node, where there is one. */
export type NodeAnswer = Writable & { setTimeout?(milliseconds: number, end: () => void): unknown }

/** Bytes in memory that are on their way to clients: slow ones hold theirs for long. */
export class LentBytes {
  #total = 0

  get total(): number {
    return this.#total
  }

  /**
   * Counts bytes as long as they are on their way, and ends an answer that nobody reads. Without Node's own answer there
   * is no event when they have arrived.
   */
  lend(bytes: number, answer: NodeAnswer | undefined): void {
    if (!answer || answer.closed) return
    this.#total += bytes
    answer.setTimeout?.(STALLED, () => answer.destroy())
    answer.once('close', () => (this.#total -= bytes))
  }
}
