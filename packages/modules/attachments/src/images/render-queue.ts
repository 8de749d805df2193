import { MIB, PlatformError } from '@plinth/core'
import { LRUCache } from 'lru-cache'
import { MAX_PIXELS, type RenderedImage } from './rasterize.ts'
import { type Rendered, type RenderLimits, RenderProcess } from './render-process.ts'
import type { Rendition } from './rendition.ts'
import { Spending } from './spending.ts'

/** Seconds of processor time that a picture may take before it goes to the line of long ones. */
const SHORT_SECONDS = 1
/** Memory of a process for short ones; a picture that needs more is a long one. */
const SHORT_MEMORY = 384 * MIB
/** Seconds of one that its tenant may have rendered beside another of its own. */
const CHEAP_SECONDS = 0.1
/** What decoders say of its cost after a few bytes. */
const FORESEEABLE = /^image\/(jpeg|png|webp|gif)$/

/** Pictures that may wait; beyond them the longest line loses its last one. */
const MAX_WAITING = 100
/** Milliseconds for which one waits. */
const PATIENCE = 120_000

/** Pictures of which is remembered that they take too much, and the milliseconds for which that is. */
const ENDLESS = { max: 1_000, ttl: 600_000 } as const

/** Milliseconds after the last picture for which processes are kept. */
const IDLE = 300_000
/** Bytes beyond which one that has rendered is replaced: allocators give little back. */
const MAX_IDLE_MEMORY = 256 * MIB

export interface RenderQueueOptions {
  /** Short pictures that are rendered at once. */
  readonly atOnce: number
  /** Seconds of processor time that one picture may take. */
  readonly seconds: number
  /** Bytes that the process of a long one may have. */
  readonly memory: number
  /** Seconds that an owner may have taken lately before its pictures wait with the long ones. */
  readonly budget: number
}

/** A picture to be rendered. */
export interface RenderRequest {
  readonly tenantId: string
  /** Who pays for it with time. */
  readonly owner: string
  /** Equal for pictures that take as long as each other: where one takes too much, the others are refused for a while. */
  readonly kin: string
  readonly mimeType: string
  readonly rendition: Rendition
  /** May be called twice: once so that the bytes are near when the turn comes. */
  read(): Promise<Buffer> | Buffer
  /** Called before one begins that takes long; throws where whoever asks may not have it. */
  admitLong(): Promise<void>
  /** Hears what it has taken. */
  onSpent(cpuSeconds: number): Promise<void> | void
}

interface Waiting extends RenderRequest {
  /** Seconds that it is expected to take, where that is known. */
  cost: number | undefined
  timer: NodeJS.Timeout | undefined
  isAhead: boolean
  readonly resolve: (image: RenderedImage) => void
  readonly reject: (error: unknown) => void
}

interface Turn {
  readonly waiting: Waiting
  /** Seconds that it is expected to take at most. */
  readonly maxCost?: number
}

type LineName = 'short' | 'long'

/**
 * Renders pictures in processes that are killed when one overstays. Every picture begins in the short line, unless it is
 * known to take long or its owner has used up its budget; one that takes longer than a second is begun again in the long
 * line, which has one process. In both, those go first whose owner has taken the least
 * time lately. A tenant has one process of the short line, and others for cheap pictures only, as long as no other tenant
 * waits. So nobody waits for more than a second of another's work, unless its own picture is a long one.
 */
export class RenderQueue implements AsyncDisposable {
  readonly #options: RenderQueueOptions
  readonly #spending = new Spending()
  readonly #lines: Readonly<Record<LineName, Waiting[]>> = { short: [], long: [] }
  readonly #idle: Readonly<Record<LineName, RenderProcess[]>> = { short: [], long: [] }
  readonly #endless = new LRUCache<string, PlatformError>(ENDLESS)
  readonly #busy = new Set<RenderProcess>()
  readonly #running: Record<LineName, number> = { short: 0, long: 0 }
  /** Processes of the short line by tenant. */
  readonly #held = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(options: RenderQueueOptions) {
    this.#options = options
  }

  /**
   * Errors: 413 beyond 40 million pixels; 400 for bytes that are no picture, and for one that takes too much; 503 where too
   * many wait, or one has waited for two minutes.
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
    // Nobody waits but those who have a process.
    const cheap = this.#first(line, ({ cost, mimeType }) =>
      cost === undefined ? FORESEEABLE.test(mimeType) : cost <= CHEAP_SECONDS,
    )
    return cheap && { waiting: cheap, maxCost: CHEAP_SECONDS }
  }

  /** The one that has waited longest of those whose owner has taken the least time. */
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
    // It was the first of its owner's short ones.
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

  /** False where the newcomer would be the last of the longest line itself. */
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
    // One that waited may have been ended by the system.
    while (process?.hasEnded) process = idle.pop()
    process ??= new RenderProcess(this.#limitsOf(name))
    this.#busy.add(process)
    return process
  }

  #giveProcess(name: LineName, process: RenderProcess): void {
    this.#busy.delete(process)
    if (process.memory > MAX_IDLE_MEMORY || this.#isClosed) process.kill()
    if (!process.hasEnded) this.#idle[name].push(process)
    // So that the next short one need not wait for its start.
    else if (name === 'short' && !this.#isClosed) this.#idle.short.push(new RenderProcess(this.#limitsOf(name)))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#endIdle(), IDLE).unref()
  }

  #limitsOf(name: LineName): RenderLimits {
    const { seconds, memory } = this.#options
    return name === 'short'
      ? { cpuSeconds: Math.min(seconds, SHORT_SECONDS), memory: Math.min(memory, SHORT_MEMORY) }
      : { cpuSeconds: seconds, memory }
  }

  #endIdle(): void {
    for (const line of [this.#idle.short, this.#idle.long]) for (const process of line.splice(0)) process.kill()
  }
}

/** What fails here fails again when it is read. */
function readAhead(waiting: Waiting): void {
  waiting.isAhead = true
  void Promise.resolve()
    .then(() => waiting.read())
    .catch(() => {})
}

const tooManyWait = () =>
  new PlatformError('unavailable', 'Too many requests are waiting', { headers: { 'Retry-After': '1' } })
const tooManyPixels = () => new PlatformError('too_large', `A picture may have ${MAX_PIXELS} pixels at most`)
const notRendered = (cause: Error) => new PlatformError('bad_input', 'Failed to render image', { cause })
