import { refused } from '../errors.ts'

/**
 * A deterministic allowance of evaluation steps: the same condition on the same data always costs the same, on any
 * machine. One step is roughly one comparison or one character looked at.
 */
export class Meter {
  readonly limit: number
  #left: number

  constructor(limit: number) {
    this.limit = limit
    this.#left = limit
  }

  get used(): number {
    return this.limit - this.#left
  }

  /** Takes `steps` from the allowance; throws `refused` when it is spent. */
  charge(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw refused(`Evaluation exceeded its budget of ${this.limit} steps`)
  }
}
