import type { Context } from '@plinth/core'
import {
  createSender,
  groupOfDelivery,
  isGone,
  readDeliveries,
  type ReadyDelivery,
  type TakenDelivery,
} from '../deliver.ts'
import type { Attempt } from '../note-attempts.ts'

/** Messages that a host sends at the same time: of a tenant, and to one endpoint. */
const [AT_ONCE, PER_ENDPOINT] = [32, 8]

/** Milliseconds after which a message that has not been sent yet is read again. */
const FRESH = 100

/** Messages of an endpoint that are read ahead at most: their groups are read together, which costs little more than reading one. */
const AHEAD = 160

/** Attempts that are noted together, and the milliseconds for which the first of them waits for others. */
const [NOTED, NOTE_EVERY] = [128, 25]

/** Milliseconds after which what has not been sent yet is left to others: before they may take it. */
const HELD = 30_000

interface HeldDelivery {
  readonly taken: TakenDelivery
  /** Deliveries of the same group are read together. */
  readonly group: string
  readonly since: number
}

interface FreshDelivery extends ReadyDelivery {
  readonly held: HeldDelivery
  readonly readAt: number
}

/** What a host has taken of one endpoint. */
interface HeldOfEndpoint {
  /** How many have not ended. */
  size: number
  /** How many of these are being read, ready or being sent. */
  begun: number
  sending: number
  ready: FreshDelivery[]
  /** How many may be read ahead, as fast as it has answered. */
  ahead: number
  /** Whether it has answered that it wants no more. */
  isGone: boolean
}

/**
 * The deliveries that a host has taken. Records of the same group are read together, by one group at a time; then each message is sent on
 * its own. Whatever has ended makes room for the next at once, before it is noted.
 */
export class Sending {
  readonly #ctx: Context
  readonly #signal: AbortSignal
  readonly #post: ReturnType<typeof createSender>
  readonly #endpoints = new Map<string, HeldOfEndpoint>()
  readonly #reading = new Map<string, Promise<void>>()
  readonly #sending = new Set<Promise<void>>()
  #waiting: HeldDelivery[] = []
  #begun = 0
  #isEnding = false
  #ended: Attempt[] = []
  #wake: () => void = () => {}
  readonly failures: unknown[] = []

  constructor(ctx: Context, signal: AbortSignal) {
    this.#ctx = ctx
    this.#signal = signal
    this.#post = createSender(ctx, signal)
  }

  /** How many have not ended. */
  get size(): number {
    return [...this.#endpoints.values()].reduce((sum, { size }) => sum + size, 0)
  }

  sizeByEndpoint(): Record<string, number> {
    return Object.fromEntries([...this.#endpoints].map(([id, { size }]) => [id, size]))
  }

  add(taken: readonly TakenDelivery[]): void {
    const since = performance.now()
    for (const one of taken) {
      this.#of(one).size++
      this.#waiting.push({ taken: one, group: groupOfDelivery(this.#ctx, one), since })
    }
    this.#start()
  }

  /** Those that have ended since, those that have waited for too long, and those of receivers that want no more. */
  takeEnded(): readonly Attempt[] {
    const oldest = performance.now() - HELD
    this.#leave(({ since, taken }) => since < oldest || this.#of(taken).isGone)
    // It is disabled by then, unless somebody has enabled it again.
    for (const endpoint of this.#endpoints.values()) endpoint.isGone = false
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  /** Resolves when enough have ended to be noted together, when nothing is left, and after so many milliseconds. */
  async progress(most: number): Promise<void> {
    const until = performance.now() + most
    if (this.#ended.length === 0) await this.#wait(until)
    const soon = Math.min(until, performance.now() + NOTE_EVERY)
    while (this.#ended.length > 0 && this.#ended.length < NOTED && this.size > 0 && performance.now() < soon)
      await this.#wait(soon)
  }

  /** Waits until something has changed, or until a time. */
  async #wait(until: number): Promise<void> {
    if (this.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, Math.max(0, until - performance.now()))
    await promise
    clearTimeout(timer)
  }

  /** Waits for those that are being sent, and leaves the others to another host. */
  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#reading.values())
    await Promise.all(this.#sending)
    this.#leave(() => true)
  }

  #of({ endpointId }: TakenDelivery): HeldOfEndpoint {
    let found = this.#endpoints.get(endpointId)
    if (!found) {
      found = { size: 0, begun: 0, sending: 0, ready: [], ahead: 0, isGone: false }
      this.#endpoints.set(endpointId, found)
    }
    return found
  }

  #leave(isLeft: (held: HeldDelivery) => boolean): void {
    for (const endpoint of this.#endpoints.values()) this.#putBack(endpoint, ({ held }) => isLeft(held))
    this.#waiting = this.#waiting.filter((held) => {
      if (!isLeft(held)) return true
      this.#of(held.taken).size--
      this.#ended.push({ taken: held.taken, outcome: null })
      return false
    })
  }

  /** Lets messages that are ready wait again, before all others. */
  #putBack(endpoint: HeldOfEndpoint, isOld: (ready: FreshDelivery) => boolean): void {
    const [old, left] = [endpoint.ready.filter(isOld), endpoint.ready.filter((one) => !isOld(one))]
    if (old.length === 0) return
    endpoint.ready = left
    endpoint.begun -= old.length
    this.#begun -= old.length
    this.#waiting.unshift(...old.map(({ held }) => held))
  }

  #start(): void {
    if (this.#isEnding || this.#signal.aborted || this.failures.length > 0) return
    const oldest = performance.now() - FRESH
    for (const endpoint of this.#endpoints.values()) {
      this.#putBack(endpoint, ({ readAt }) => readAt < oldest)
      while (
        !endpoint.isGone &&
        endpoint.ready.length > 0 &&
        endpoint.sending < PER_ENDPOINT &&
        this.#sending.size < AT_ONCE
      ) {
        const sending = this.#send(endpoint.ready.shift()!, endpoint).finally(() => {
          this.#sending.delete(sending)
          this.#start()
          this.#wake()
        })
        this.#sending.add(sending)
      }
    }
    this.#startReading()
  }

  #startReading(): void {
    const groups = new Map<string, HeldDelivery[]>()
    this.#waiting = this.#waiting.filter((held) => {
      const endpoint = this.#of(held.taken)
      if (endpoint.isGone) return true
      // Half of what may be ready is enough for now: the next group is a large one, and is there before the rest has been sent.
      if (this.#reading.has(held.group) || endpoint.ready.length >= Math.max(PER_ENDPOINT, endpoint.ahead / 2))
        return true
      if (this.#begun >= AT_ONCE + endpoint.ahead || endpoint.begun >= PER_ENDPOINT + endpoint.ahead) return true
      this.#begun++
      endpoint.begun++
      const group = groups.get(held.group)
      if (group) group.push(held)
      else groups.set(held.group, [held])
      return false
    })
    for (const [name, group] of groups) {
      const reading = this.#read(group).finally(() => {
        this.#reading.delete(name)
        this.#start()
        this.#wake()
      })
      this.#reading.set(name, reading)
    }
  }

  /** Each group is a unit of work of its own, since several are read at the same time. */
  async #read(group: readonly HeldDelivery[]): Promise<void> {
    const { actAs, scope } = this.#ctx
    const caller = { actor: 'platform', reason: 'send webhooks', scope: { tenantId: scope.tenantId } } as const
    try {
      const taken = group.map((held) => held.taken)
      const read = await actAs(caller, (ctx) => readDeliveries(ctx, taken))
      const readAt = performance.now()
      const heldOf = new Map(group.map((held) => [held.taken, held]))
      for (const one of read) {
        if ('outcome' in one) this.#finish(one)
        else this.#of(one.taken).ready.push({ ...one, held: heldOf.get(one.taken)!, readAt })
      }
    } catch (error) {
      this.failures.push(error)
      for (const { taken } of group) this.#finish({ taken, outcome: null })
    }
  }

  async #send(ready: FreshDelivery, endpoint: HeldOfEndpoint): Promise<void> {
    const { taken } = ready
    endpoint.sending++
    try {
      const outcome = await this.#post(ready)
      endpoint.isGone ||= isGone(outcome)
      endpoint.ahead = outcome.kind === 'answered' ? aheadOf(outcome.milliseconds) : 0
      this.#finish({ taken, outcome })
    } catch (error) {
      this.failures.push(error)
      this.#finish({ taken, outcome: null })
    }
    endpoint.sending--
  }

  #finish(attempt: Attempt & { readonly taken: TakenDelivery }): void {
    const endpoint = this.#of(attempt.taken)
    this.#begun--
    endpoint.begun--
    endpoint.size--
    this.#ended.push(attempt)
  }
}

/** As many as are sent in half of the time for which they are fresh: others would be read twice. */
const aheadOf = (milliseconds: number): number =>
  Math.min(AHEAD, Math.floor((PER_ENDPOINT * FRESH) / 2 / Math.max(1, milliseconds)))
