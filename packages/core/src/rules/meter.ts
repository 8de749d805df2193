import { refused } from '../errors.ts'

/**
 * A deterministic budget of evaluation steps: the same condition on the same data always costs the same, on any machine. One step
 * is roughly one comparison or one character examined. Each rule may use `limit` steps, all rules together `total`.
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

  /** Starts the budget of the next rule. Returns false if the total budget is spent. */
  next(): boolean {
    this.#total -= this.limit - this.#remaining
    this.#remaining = this.limit
    return this.#total > 0
  }

  /** Deducts `steps` from the budget. Throws `refused` when it is spent. */
  charge(steps: number): void {
    this.#remaining -= steps
    if (this.#remaining < 0) throw refused(`Evaluation exceeded its budget of ${this.limit} steps`)
  }
}
