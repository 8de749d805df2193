export interface FairSlotsOptions {
  readonly slots: number
  /** Maximum number of slots per owner. */
  readonly share: number
  /** Maximum queue length of one owner; further requests are refused immediately. */
  readonly longestLine: number
  /** Maximum waiting time in milliseconds. */
  readonly patience: number
  /** The error of a refusal: the queue is full, or no slot became free in time. */
  readonly refuse: (why: 'full' | 'late') => Error
}

interface Waiter {
  readonly admit: () => void
}

/**
 * Slots shared by owners such as tenants (decision 43): none holds more than its share. When some wait, owners take turns,
 * however long one owner's queue is. When none waits, this costs two map lookups. `createQueue` runs tasks instead, and prefers
 * known owners.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions
  readonly #held = new Map<string, number>()
  /** Owners in the order of their turns. */
  readonly #lines = new Map<string, Set<Waiter>>()
  #total = 0

  constructor(options: FairSlotsOptions) {
    this.#options = options
  }

  /** Waits for a slot. Release it with `leave`. */
  async enter(owner: string): Promise<void> {
    if (this.#mayEnter(owner)) this.#enter(owner)
    else await this.#wait(owner)
  }

  /** The number of slots in use; undefined if the owner would have to wait. */
  takenBefore(owner: string): number | undefined {
    return this.#mayEnter(owner) ? this.#total : undefined
  }

  leave(owner: string): void {
    this.#total--
    const remaining = (this.#held.get(owner) ?? 1) - 1
    if (remaining === 0) this.#held.delete(owner)
    else this.#held.set(owner, remaining)
    this.#admitNext()
  }

  #mayEnter(owner: string): boolean {
    return this.#total < this.#options.slots && (this.#held.get(owner) ?? 0) < this.#options.share
  }

  #enter(owner: string): void {
    this.#total++
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
  }

  #wait(owner: string): Promise<void> {
    const { longestLine, patience, refuse } = this.#options
    const line = this.#lines.get(owner) ?? new Set()
    if (line.size >= longestLine) return Promise.reject(refuse('full'))
    this.#lines.set(owner, line)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#drop(owner, waiter)
        reject(refuse('late'))
      }, patience)
      const waiter: Waiter = {
        admit: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      line.add(waiter)
    })
  }

  #drop(owner: string, waiter: Waiter): void {
    const line = this.#lines.get(owner)
    line?.delete(waiter)
    if (line?.size === 0) this.#lines.delete(owner)
  }

  #admitNext(): void {
    if (this.#lines.size === 0) return
    for (const [owner, line] of this.#lines) {
      if (!this.#mayEnter(owner)) continue
      const [waiter] = line
      if (!waiter) continue
      this.#drop(owner, waiter)
      // An owner that had its turn moves to the end.
      if (this.#lines.delete(owner)) this.#lines.set(owner, line)
      this.#enter(owner)
      waiter.admit()
      return
    }
  }
}
