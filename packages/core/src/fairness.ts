import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'

export interface FairSlotsOptions {
  readonly slots: number
  /** Slots that one owner may hold. */
  readonly share: number
  /** Longest line of one owner; those after it are refused at once. */
  readonly longestLine: number
  /** Milliseconds of waiting after which a waiter is refused. */
  readonly patience: number
  /** The error of a refusal: the line is full, or no slot became free in time. */
  readonly refuse: (why: 'full' | 'late') => Error
}

interface Waiter {
  readonly admit: () => void
}

/**
 * Slots that owners, such as tenants, share (decision 43): none holds more than its share. Where some wait, owners take
 * turns, however long one owner's line is. While none waits, that costs two look-ups in a map.
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

  /** Waits for a slot. Give it back with `leave`. */
  async enter(owner: string): Promise<void> {
    if (this.#mayEnter(owner)) this.#enter(owner)
    else await this.#wait(owner)
  }

  /** How many slots are taken; undefined where the owner would have to wait for one. */
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
      // An owner that had its turn goes behind the others.
      if (this.#lines.delete(owner)) this.#lines.set(owner, line)
      this.#enter(owner)
      waiter.admit()
      return
    }
  }
}

/** Memory for texts that have no name, and get one when they come again. */
const SEEN_BYTES = 8 * 2 ** 20

/**
 * Names of prepared statements, for `limit` texts: those that came last of the ones that came twice, so that whoever generates
 * texts takes no name from what all others send. A name is a hash of its text: behind a pooler, hosts share connections, and
 * what one of them prepared another one may meet.
 */
export class StatementNames {
  readonly #limit: number
  readonly #names: LRUCache<string, string>
  readonly #seen = new LRUCache<string, true>({
    maxSize: SEEN_BYTES,
    sizeCalculation: (_, text) => 200 + 2 * text.length,
  })
  /** Names until now, and until a connection was looked at. */
  #count = 0
  readonly #looked = new WeakMap<object, number>()

  constructor(limit: number) {
    this.#limit = limit
    this.#names = new LRUCache({ max: Math.max(limit, 1), dispose: (_, text) => void this.#seen.set(text, true) })
  }

  /** The statement as `pg` takes it; one without values is sent as text. */
  prepare({ text, values = [] }: { readonly text: string; readonly values?: readonly unknown[] }) {
    const name = values.length > 0 ? this.nameOf(text) : undefined
    return { text, values: values as unknown[], ...(name !== undefined && { name }) }
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#limit === 0) return known
    if (!this.#seen.delete(text)) return void this.#seen.set(text, true)
    const name = `plinth_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    this.#names.set(text, name)
    this.#count++
    return name
  }

  /** Whether a connection has prepared far more than there are names, and had better be closed; it keeps what lost its name. */
  isOutgrown(connection: object & { readonly parsedStatements?: object }): boolean {
    if (this.#looked.get(connection) === this.#count) return false
    this.#looked.set(connection, this.#count)
    return Object.keys(connection.parsedStatements ?? {}).length > 2 * this.#limit
  }
}

/** Work that is done one after the other, in the order in which it was asked for. The first begins at once. */
export class SerialQueue {
  #last: Promise<unknown> | undefined

  run<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last ? this.#last.then(work) : work()
    const ended: Promise<unknown> = done.then(
      () => this.#end(ended),
      () => this.#end(ended),
    )
    this.#last = ended
    return done
  }

  #end(last: Promise<unknown>): void {
    if (this.#last === last) this.#last = undefined
  }
}

/** Milliseconds that work may hold the event loop. */
const SLICE = 4

let line: Promise<unknown> = Promise.resolve()

/**
 * For long work that yields where it can stop: returns a promise to await once a few milliseconds have passed.
 * However much of it there is at once, each round of the event loop serves one piece, so that everybody else waits
 * for one such slice at most.
 */
export function createPace(): () => Promise<unknown> | undefined {
  let end = performance.now() + SLICE
  return () => {
    if (performance.now() < end) return undefined
    line = line.then(() => setImmediate()).then(() => (end = performance.now() + SLICE))
    return line
  }
}

/** Does work in such slices of time; a generator yields where it can stop. */
export async function inSlices<T>(work: Iterator<unknown, T>): Promise<T> {
  const pace = createPace()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    const pause = pace()
    if (pause) await pause
  }
}
