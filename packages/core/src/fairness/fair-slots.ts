export interface FairSlotsOptions {
  readonly slots: number
  /** Maximum number of slots per owner. */
  readonly share: number
  /** Maximum queue length of one owner; further requests are refused immediately. */
  readonly longestLine: number
  /** Maximum waiting time in milliseconds. */
  readonly patience: number
  /** Limits owners further while others are at work. */
  readonly crowded?: Crowded
  /** The error of a refusal: the queue is full, or no slot became free in time. */
  readonly refuse: (why: 'full' | 'late') => Error
}

/** What an owner may take while others are at work, so that it leaves them most of the processor. */
interface Crowded {
  /** Number of busy slots of an owner from which on it waits for another one. A slot is busy unless `rest` was called. */
  readonly busy: number
  /** Milliseconds after which it no longer waits for that reason. */
  readonly patience: number
  /** Whether it is such an owner: others neither wait nor make anybody wait. */
  readonly isOwner: (owner: string) => boolean
}

interface Taken {
  readonly owner: string
  readonly at: number
}

const NOBODY: Taken = { owner: '', at: -Infinity }

interface Waiter {
  readonly since: number
  readonly admit: () => void
}

/** Milliseconds for which an owner counts as being at work after it took a slot. */
const RECENT = 5_000

/**
 * Slots shared by owners such as tenants (decision: Limits per tenant): none holds more than its share. When some wait, owners take
 * turns, however long one owner's queue is. When none waits, this costs two map lookups. `createQueue` runs tasks instead, and
 * prefers known owners.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions
  readonly #held = new Map<string, number>()
  /** Owners in the order of their turns. */
  readonly #lines = new Map<string, Set<Waiter>>()
  readonly #busy = new Map<string, number>()
  #total = 0
  /** The owner that took a slot last, and the last other one. */
  #latest: Taken = NOBODY
  #before: Taken = NOBODY

  constructor(options: FairSlotsOptions) {
    this.#options = options
  }

  /** Waits for a slot. Release it with `leave`. */
  async enter(owner: string): Promise<void> {
    this.#note(owner)
    if (this.#mayEnter(owner)) this.#enter(owner)
    else await this.#wait(owner)
  }

  /** The number of slots in use; undefined if the owner would have to wait. */
  takenBefore(owner: string): number | undefined {
    return this.#mayEnter(owner) ? this.#total : undefined
  }

  /** The owner's work in a slot waits for something else. A slot must not be left while it rests. */
  rest(owner: string): void {
    if (!this.#options.crowded) return
    this.#count(owner, -1)
    this.#admitNext()
  }

  /** The work goes on, however many other slots of the owner are busy: it may hold what they wait for. */
  goOn(owner: string): void {
    if (this.#options.crowded) this.#count(owner, 1)
  }

  leave(owner: string): void {
    this.#total--
    if (this.#options.crowded) this.#count(owner, -1)
    const remaining = (this.#held.get(owner) ?? 1) - 1
    if (remaining === 0) this.#held.delete(owner)
    else this.#held.set(owner, remaining)
    this.#admitNext()
  }

  #mayEnter(owner: string, waiter?: Waiter): boolean {
    if (this.#total >= this.#options.slots || (this.#held.get(owner) ?? 0) >= this.#options.share) return false
    const { crowded } = this.#options
    if (!crowded || (this.#busy.get(owner) ?? 0) < crowded.busy || !this.#isCrowded(owner)) return true
    return waiter !== undefined && performance.now() - waiter.since >= crowded.patience
  }

  /** Whether another owner has been at work lately. */
  #isCrowded(owner: string): boolean {
    if (!this.#options.crowded?.isOwner(owner)) return false
    const { at } = this.#latest.owner === owner ? this.#before : this.#latest
    return performance.now() - at < RECENT
  }

  #note(owner: string): void {
    if (!this.#options.crowded?.isOwner(owner)) return
    if (this.#latest.owner !== owner) this.#before = this.#latest
    this.#latest = { owner, at: performance.now() }
  }

  #count(owner: string, change: 1 | -1): void {
    const busy = (this.#busy.get(owner) ?? 0) + change
    if (busy === 0) this.#busy.delete(owner)
    else this.#busy.set(owner, busy)
  }

  #enter(owner: string): void {
    this.#total++
    this.#held.set(owner, (this.#held.get(owner) ?? 0) + 1)
    if (this.#options.crowded) this.#count(owner, 1)
  }

  #wait(owner: string): Promise<void> {
    const { longestLine, patience, refuse, crowded } = this.#options
    const line = this.#lines.get(owner) ?? new Set()
    if (line.size >= longestLine) return Promise.reject(refuse('full'))
    this.#lines.set(owner, line)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#drop(owner, waiter)
        reject(refuse('late'))
      }, patience)
      const noLonger = crowded && setTimeout(() => this.#admitNext(), crowded.patience + 1)
      const waiter: Waiter = {
        since: performance.now(),
        admit: () => {
          clearTimeout(timer)
          clearTimeout(noLonger)
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
      const [waiter] = line
      if (!waiter || !this.#mayEnter(owner, waiter)) continue
      this.#drop(owner, waiter)
      // An owner that had its turn moves to the end.
      if (this.#lines.delete(owner)) this.#lines.set(owner, line)
      this.#enter(owner)
      waiter.admit()
      return
    }
  }
}
