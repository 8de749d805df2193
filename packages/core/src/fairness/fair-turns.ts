/** Milliseconds of one turn of the event loop after which work that has not begun waits for the next one. */
const SLICE = 4

/**
 * Shares the event loop between owners such as tenants. When much work begins at once, the rest of it waits: each following turn
 * of the event loop begins one piece, and the owners take turns, however much work of one is waiting. When little is going on,
 * this costs the reading of a clock.
 */
export class FairTurns {
  /** Owners in the order of their turns. */
  readonly #lines = new Map<string, (() => void)[]>()
  #sliceEnd = 0
  #isScheduled = false

  /** What to await before a piece of work begins; undefined if it may begin at once. */
  take(owner: string): Promise<void> | undefined {
    const now = performance.now()
    if (!this.#isScheduled) {
      this.#sliceEnd = now + SLICE
      this.#schedule()
    }
    if (this.#lines.size === 0 && now < this.#sliceEnd) return undefined
    return new Promise((begin) => {
      const line = this.#lines.get(owner)
      if (line) line.push(begin)
      else this.#lines.set(owner, [begin])
    })
  }

  #schedule(): void {
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      this.#beginNext()
      if (this.#lines.size > 0) this.#schedule()
    })
  }

  #beginNext(): void {
    const [first] = this.#lines
    if (!first) return
    const [owner, line] = first
    const begin = line.shift()
    this.#lines.delete(owner)
    if (line.length > 0) this.#lines.set(owner, line)
    begin?.()
  }
}
