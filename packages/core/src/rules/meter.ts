import { refused } from '../errors.ts'

/**
 * A deterministic allowance of evaluation steps: the same condition on the same data always costs the same, on any
 * machine. One step is roughly one comparison or one character looked at. Each rule may use `limit` of them, all
 * rules together `total`.
 */
export class Meter {
  readonly limit: number
  #remaining: number
  #total: number

  constructor(limit: number, total = limit) {
    this.limit = limit
    this.#remaining = limit
    this.#total = total
  }

  /** Steps that the current rule has used. */
  get used(): number {
    return this.limit - this.#remaining
  }

  get left(): number {
    return this.#remaining
  }

  /** Starts the allowance of the next rule; false when all rules together have used up theirs. */
  next(): boolean {
    this.#total -= this.limit - this.#remaining
    this.#remaining = this.limit
    return this.#total > 0
  }

  /** Takes `steps` from the allowance; throws `refused` when it is spent. */
  charge(steps: number): void {
    this.#remaining -= steps
    if (this.#remaining < 0) throw refused(`Evaluation exceeded its budget of ${this.limit} steps`)
  }
}
