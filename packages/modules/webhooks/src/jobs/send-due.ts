import type { Context } from '@plinth/core'
import { disableEndpoint } from '../commands/disable-endpoint.ts'
import { type Attempt, noteAttempts } from '../commands/note-attempts.ts'
import { takeDeliveries } from '../commands/take-deliveries.ts'
import { deliver, type TakenDelivery } from '../deliver.ts'

/** Messages that a host sends at the same time: of a tenant, and to one endpoint. */
const [AT_ONCE, PER_ENDPOINT] = [32, 8]

/**
 * Messages that a host has taken, and is sending or about to send: of a tenant, and to one endpoint. Even if each takes ten seconds, they
 * are sent before others may take them.
 */
const [TAKEN, TAKEN_PER_ENDPOINT] = [4 * AT_ONCE, 4 * PER_ENDPOINT]

/** Milliseconds after which a host that waits for answers looks for what has been emitted meanwhile. */
const LOOK_EVERY = 250

/** Sends what is due in the tenant until nothing is left. An endpoint that answers slowly does not hold up the others. */
export async function sendDue(ctx: Context, signal: AbortSignal): Promise<void> {
  const sending = new Sending(ctx, signal)
  while (!signal.aborted) {
    await note(ctx, sending.takeEnded())
    const isIdle = sending.size === 0
    const most = TAKEN - sending.size
    const { taken } =
      most > 0
        ? await ctx.run(takeDeliveries, { most, mostOfEndpoint: TAKEN_PER_ENDPOINT, busy: sending.countByEndpoint() })
        : { taken: [] }
    sending.add(taken)
    // What was being sent while it looked may have made room since.
    if (isIdle && taken.length === 0) break
    await sending.progress()
  }
  await sending.end()
  await note(ctx, sending.takeEnded())
  const [failure] = sending.failures
  if (failure !== undefined) throw failure
}

async function note(ctx: Context, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return
  const { disabled } = await ctx.run(noteAttempts, { attempts })
  for (const one of disabled) await ctx.run(disableEndpoint, one)
}

/** The deliveries that a host has taken. Whatever has ended makes room for the next at once, before it is noted. */
class Sending {
  readonly #ctx: Context
  readonly #signal: AbortSignal
  #waiting: TakenDelivery[] = []
  #running = new Map<TakenDelivery, Promise<void>>()
  #ended: Attempt[] = []
  #wake: () => void = () => {}
  readonly failures: unknown[] = []

  constructor(ctx: Context, signal: AbortSignal) {
    this.#ctx = ctx
    this.#signal = signal
  }

  /** How many have not ended. */
  get size(): number {
    return this.#waiting.length + this.#running.size
  }

  countByEndpoint(): Record<string, number> {
    return countBy([...this.#waiting, ...this.#running.keys()])
  }

  add(taken: readonly TakenDelivery[]): void {
    this.#waiting.push(...taken)
    this.#start()
  }

  /** Those that have ended since. */
  takeEnded(): readonly Attempt[] {
    const ended = this.#ended
    this.#ended = []
    return ended
  }

  /** Resolves when one has ended, and after a while. */
  async progress(): Promise<void> {
    if (this.#ended.length > 0 || this.size === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    const timer = setTimeout(resolve, LOOK_EVERY)
    await promise
    clearTimeout(timer)
  }

  /** Waits for those that are being sent, and leaves the others to another host. */
  async end(): Promise<void> {
    for (const taken of this.#waiting) this.#ended.push({ taken, outcome: null })
    this.#waiting = []
    await Promise.all(this.#running.values())
  }

  #start(): void {
    const counts = countBy([...this.#running.keys()])
    this.#waiting = this.#waiting.filter((taken) => {
      const count = counts[taken.endpointId] ?? 0
      if (this.#running.size >= AT_ONCE || count >= PER_ENDPOINT) return true
      counts[taken.endpointId] = count + 1
      this.#running.set(taken, this.#attempt(taken))
      return false
    })
  }

  /** Each attempt is a unit of work of its own, since many run at the same time. */
  async #attempt(taken: TakenDelivery): Promise<void> {
    const { actAs, scope } = this.#ctx
    try {
      const caller = { actor: 'platform', reason: 'send a webhook', scope: { tenantId: scope.tenantId } } as const
      const outcome = await actAs(caller, (ctx) => deliver(ctx, taken, this.#signal))
      this.#ended.push({ taken, outcome })
    } catch (error) {
      this.failures.push(error)
      this.#ended.push({ taken, outcome: null })
    }
    this.#running.delete(taken)
    if (!this.#signal.aborted && this.failures.length === 0) this.#start()
    this.#wake()
  }
}

function countBy(all: readonly TakenDelivery[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { endpointId } of all) counts[endpointId] = (counts[endpointId] ?? 0) + 1
  return counts
}
