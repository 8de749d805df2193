import { MIB, PlatformError } from '@plinth/core'
import { LRUCache } from 'lru-cache'
import { MAX_PIXELS, type RenderedImage } from '../reader/rasterize.ts'
import { type Rendered, type RenderLimits, RenderProcess } from './render-process.ts'
import type { Rendition } from '../reader/rendition.ts'
import { CpuBudget } from './cpu-budget.ts'

/** CPU seconds after which an image is moved to the queue of slow images. */
const SHORT_SECONDS = 1
/** Memory of a process for fast images. An image that needs more is treated as slow. */
const SHORT_MEMORY = 384 * MIB
/** Expected CPU seconds up to which a tenant may render a second image in parallel. */
const CHEAP_SECONDS = 0.1
/** Formats whose cost is known after decoding the header. */
const FORESEEABLE = /^image\/(jpeg|png|webp|gif)$/

/** Maximum number of waiting images. Beyond it, the last image of the owner with the longest queue is rejected. */
const MAX_WAITING = 100
/** Maximum waiting time in milliseconds. Reverse proxies commonly give up after 60 s. */
const PATIENCE = 50_000

/** How many images that exceeded the limits are remembered, and for how many milliseconds. */
const ENDLESS = { max: 1_000, ttl: 600_000 } as const

/** Milliseconds after the last image before idle processes are stopped. */
const IDLE = 300_000
/** A process that uses more bytes after rendering is replaced, since allocators return little memory. */
const MAX_IDLE_MEMORY = 256 * MIB

export interface RenderQueueOptions {
  /** Maximum number of fast images rendered in parallel. */
  readonly atOnce: number
  /** Maximum CPU seconds per image. */
  readonly seconds: number
  /** Memory limit of the process for slow images, in bytes. */
  readonly memory: number
  /** Recent CPU seconds after which an owner's images wait in the queue of slow images. */
  readonly budget: number
}

/** A request to render an image. */
export interface RenderRequest {
  readonly tenantId: string
  /** Whose CPU budget is charged. */
  readonly owner: string
  /** Equal for images of the same cost: after one exceeds the limits, the others are rejected for a while. */
  readonly kin: string
  readonly mimeType: string
  readonly rendition: Rendition
  /** May be called twice, the first time to prefetch the bytes before the image's turn. */
  read(): Promise<Buffer> | Buffer
  /** Called before a slow image is started; throws if the requester may not render it. */
  admitLong(): Promise<void>
  /** Called with the CPU seconds used. */
  onSpent(cpuSeconds: number): Promise<void> | void
}

interface Waiting extends RenderRequest {
  /** Expected CPU seconds, if known. */
  cost: number | undefined
  timer: NodeJS.Timeout | undefined
  isAhead: boolean
  readonly resolve: (image: RenderedImage) => void
  readonly reject: (error: unknown) => void
}

interface Turn {
  readonly waiting: Waiting
  /** Upper bound of the expected CPU seconds. */
  readonly maxCost?: number
}

type LineName = 'short' | 'long'

/**
 * Renders images in processes that are killed when they exceed their limits. Every image starts in the fast queue, unless it is
 * known to be slow or its owner has used up its budget. An image that takes more than a second is restarted in the slow queue,
 * which has a single process. Both queues favor the owner with the least recent CPU time. A tenant may use one fast process,
 * and additional ones only for cheap images and only while no other tenant is waiting. So no request waits more than a second
 * for another tenant's image, unless its own image is slow.
 */
export class RenderQueue implements AsyncDisposable {
  readonly #options: RenderQueueOptions
  readonly #spending = new CpuBudget()
  readonly #lines: Readonly<Record<LineName, Waiting[]>> = { short: [], long: [] }
  readonly #idle: Readonly<Record<LineName, RenderProcess[]>> = { short: [], long: [] }
  readonly #endless = new LRUCache<string, PlatformError>(ENDLESS)
  readonly #busy = new Set<RenderProcess>()
  readonly #running: Record<LineName, number> = { short: 0, long: 0 }
  /** Number of fast processes in use by tenant. */
  readonly #held = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: RenderQueueOptions) {
    this.#options = options
  }

  /**
   * Errors: 413 beyond 40 million pixels; 400 for bytes that are not an image or that exceed the time or memory limit; 503 if too
   * many images are waiting, or after 50 s of waiting.
   */
  run(request: RenderRequest): Promise<RenderedImage> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { ...request, cost: undefined, timer: undefined, isAhead: false, resolve, reject }
      if (!this.#makeRoomFor(waiting)) return reject(tooManyWait())
      waiting.timer = setTimeout(() => this.#giveUp(waiting), PATIENCE)
      this.#lines[this.#mayBeShort(waiting) ? 'short' : 'long'].push(waiting)
      this.#startNext()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const process of [...this.#busy, ...this.#idle.short, ...this.#idle.long]) process.kill()
    for (const waiting of [...this.#lines.short, ...this.#lines.long]) this.#giveUp(waiting)
  }

  #mayBeShort({ owner, cost = 0 }: Waiting): boolean {
    return cost <= SHORT_SECONDS && this.#spending.of(owner) <= this.#options.budget
  }

  #startNext(): void {
    for (let turn = this.#nextShort(); turn; turn = this.#nextShort()) void this.#serve('short', turn)
    const long = this.#running.long === 0 ? this.#first(this.#lines.long) : undefined
    if (long) void this.#serve('long', { waiting: long })
    const next = this.#lines.short[0]
    if (next && !next.isAhead) readAhead(next)
  }

  #nextShort(): Turn | undefined {
    if (this.#isClosed || this.#running.short >= this.#options.atOnce) return undefined
    const line = this.#lines.short
    const waiting = this.#first(line, ({ tenantId }) => !this.#held.has(tenantId))
    if (waiting) return { waiting, maxCost: SHORT_SECONDS }
    // Every waiting tenant already has a process.
    const cheap = this.#first(line, ({ cost, mimeType }) =>
      cost === undefined ? FORESEEABLE.test(mimeType) : cost <= CHEAP_SECONDS,
    )
    return cheap && { waiting: cheap, maxCost: CHEAP_SECONDS }
  }

  /** Returns the oldest image of the owner with the least recent CPU time. */
  #first(line: readonly Waiting[], isFit: (waiting: Waiting) => boolean = () => true): Waiting | undefined {
    let [found, least]: [Waiting | undefined, number] = [undefined, Infinity]
    for (const waiting of line) {
      const spent = this.#spending.of(waiting.owner)
      if (spent < least && isFit(waiting)) [found, least] = [waiting, spent]
    }
    return found
  }

  async #serve(name: LineName, { waiting, maxCost }: Turn): Promise<void> {
    const { tenantId } = waiting
    this.#leave(waiting)
    this.#running[name]++
    if (name === 'short') this.#held.set(tenantId, (this.#held.get(tenantId) ?? 0) + 1)
    try {
      const refusal = this.#endless.get(waiting.kin)
      if (refusal) throw refusal
      if (waiting.cost !== undefined && waiting.cost > SHORT_SECONDS) await waiting.admitLong()
      this.#take(name, waiting, await this.#render(name, waiting, maxCost))
    } catch (error) {
      waiting.reject(error)
    } finally {
      this.#running[name]--
      if (name === 'short') this.#release(tenantId)
      this.#startNext()
    }
  }

  async #render(name: LineName, waiting: Waiting, maxCost: number | undefined): Promise<Rendered> {
    const source = await waiting.read()
    const process = this.#takeProcess(name)
    try {
      const { rendition, owner } = waiting
      const rendered = await process.render({ source, rendition, maxCost })
      this.#spending.add(owner, rendered.cpuSeconds)
      await waiting.onSpent(rendered.cpuSeconds)
      return rendered
    } finally {
      this.#giveProcess(name, process)
    }
  }

  #take(name: LineName, waiting: Waiting, rendered: Rendered): void {
    switch (rendered.kind) {
      case 'rendered':
        return waiting.resolve({ bytes: rendered.bytes, mimeType: rendered.mimeType })
      case 'failed':
        return waiting.reject(rendered.isTooLarge ? tooManyPixels() : notRendered(new Error(rendered.message)))
      case 'costly':
        waiting.cost = rendered.cost
        return this.#putBack(waiting)
      default:
        if (name === 'long') return waiting.reject(this.#remember(waiting))
        waiting.cost = Infinity
        return this.#putBack(waiting)
    }
  }

  #remember({ kin }: Waiting): PlatformError {
    const refusal = notRendered(new Error('The picture takes too much time or memory'))
    this.#endless.set(kin, refusal)
    return refusal
  }

  #putBack(waiting: Waiting): void {
    if (this.#isClosed) return waiting.reject(tooManyWait())
    waiting.timer = setTimeout(() => this.#giveUp(waiting), PATIENCE)
    // Put it back at the head of its owner's fast images.
    if (this.#mayBeShort(waiting)) this.#lines.short.unshift(waiting)
    else this.#lines.long.push(waiting)
  }

  #leave(waiting: Waiting): void {
    clearTimeout(waiting.timer)
    for (const line of [this.#lines.short, this.#lines.long]) {
      const at = line.indexOf(waiting)
      if (at !== -1) line.splice(at, 1)
    }
  }

  #giveUp(waiting: Waiting): void {
    this.#leave(waiting)
    waiting.reject(tooManyWait())
  }

  /** Returns false if the new image itself would be the last one of the longest queue. */
  #makeRoomFor({ owner }: Waiting): boolean {
    const all = [...this.#lines.short, ...this.#lines.long]
    if (this.#isClosed) return false
    if (all.length < MAX_WAITING) return true
    const owners = Map.groupBy(all, (waiting) => waiting.owner)
    const longest = [...owners.values()].reduce((one, other) => (other.length > one.length ? other : one))
    if (longest.length <= (owners.get(owner)?.length ?? 0) + 1) return false
    this.#giveUp(longest.at(-1)!)
    return true
  }

  #release(tenantId: string): void {
    const remaining = this.#held.get(tenantId)! - 1
    if (remaining === 0) this.#held.delete(tenantId)
    else this.#held.set(tenantId, remaining)
  }

  #takeProcess(name: LineName): RenderProcess {
    clearTimeout(this.#timer)
    const idle = this.#idle[name]
    let process = idle.pop()
    // The system may have killed an idle process.
    while (process?.hasEnded) process = idle.pop()
    process ??= new RenderProcess(this.#limitsOf(name))
    this.#busy.add(process)
    return process
  }

  #giveProcess(name: LineName, process: RenderProcess): void {
    this.#busy.delete(process)
    if (process.memory > MAX_IDLE_MEMORY || this.#isClosed) process.kill()
    if (!process.hasEnded) this.#idle[name].push(process)
    // Start a replacement so that the next fast image need not wait for one.
    else if (name === 'short' && !this.#isClosed) this.#idle.short.push(new RenderProcess(this.#limitsOf(name)))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#endIdle(), IDLE).unref()
  }

  #limitsOf(name: LineName): RenderLimits {
    const { seconds, memory } = this.#options
    return name === 'short'
      ? { cpuSeconds: Math.min(seconds, SHORT_SECONDS), memory: Math.min(memory, SHORT_MEMORY), isPatient: false }
      : { cpuSeconds: seconds, memory, isPatient: true }
  }

  #endIdle(): void {
    for (const line of [this.#idle.short, this.#idle.long]) for (const process of line.splice(0)) process.kill()
  }
}

/** Errors are ignored: they occur again on the actual read. */
function readAhead(waiting: Waiting): void {
  waiting.isAhead = true
  void Promise.resolve()
    .then(() => waiting.read())
    .catch(() => {})
}

const tooManyWait = () =>
  new PlatformError('unavailable', 'Too many requests are waiting', { headers: { 'Retry-After': '1' } })
const tooManyPixels = () => new PlatformError('too_large', `An image can have at most ${MAX_PIXELS} pixels`)
const notRendered = (cause: Error) => new PlatformError('bad_input', 'Failed to render image', { cause })
