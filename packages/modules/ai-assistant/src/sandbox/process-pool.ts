import { availableParallelism } from 'node:os'
import { FairSlots, PlatformError } from '@plinth/core'
import { GuestProcess } from './guest-process.ts'

export interface ProcessPoolOptions {
  /** Maximum parallel runs of all tenants; each tenant may use half of them. Default: the number of CPUs, from 2 to 8. */
  readonly processes?: number
  /** Seconds after the last run before all processes are stopped. Default: 300. */
  readonly idleSeconds?: number
  /** Maximum waiting runs per owner; the maximum per tenant is five times that. Default: 20. */
  readonly longestLine?: number
  /** Seconds a run may wait for its owner's other runs, and then again for runs of other owners. Default: 30. */
  readonly waitingSeconds?: number
}

/** On whose behalf code runs. */
export interface PlaceHolder {
  /** The owner of the code: a process that has run one owner's code never runs another's. */
  readonly owner: string
  /** The tenant whose share of the slots is used. Default: the owner. */
  readonly tenantId?: string
}

/** Idle processes to keep: a fresh one, and one that its owner may reuse. */
const SPARE = 2

const REFUSALS = { full: 'Too many of your code runs are waiting', late: 'The code could not be started in time' }

/** Maximum runs per process. */
const MAX_RUNS = 100

/** How many full queues of owners fit into the queue of their tenant. */
const OWNERS = 5

/** The system may have killed an idle process, so taking one is retried. */
const ATTEMPTS = 3

/**
 * A pool of processes that run code. Each serves a single owner, so that even an exploited engine would find no other owner's
 * data. Its owner may reuse a process, since each run has its own engine and memory; if a run does not end cleanly, the process
 * is killed. A fresh process is kept ready so that runs start at once.
 */
export class ProcessPool {
  readonly #memory: number
  readonly #idleSeconds: number
  readonly #most: number
  /** Per owner, so that no owner takes all of its tenant's slots. */
  readonly #ofOwners: FairSlots
  /** Per tenant: anyone can create accounts and keys, and each would otherwise add a share (decision: Limits per tenant). */
  readonly #ofTenants: FairSlots
  readonly #idle = new Set<GuestProcess>()
  readonly #busy = new Set<GuestProcess>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(memory: number, options: ProcessPoolOptions) {
    const { idleSeconds = 300, longestLine = 20, waitingSeconds = 30 } = options
    const slots = options.processes ?? Math.min(8, Math.max(2, availableParallelism()))
    this.#memory = memory
    this.#idleSeconds = idleSeconds
    this.#most = slots + SPARE
    const lines = {
      share: Math.ceil(slots / 2),
      patience: waitingSeconds * 1000,
      refuse: (why: keyof typeof REFUSALS) => new PlatformError('too_many', REFUSALS[why]),
    }
    this.#ofOwners = new FairSlots({ ...lines, slots: Infinity, longestLine })
    this.#ofTenants = new FairSlots({ ...lines, slots, longestLine: OWNERS * longestLine })
  }

  /** Starts a process for the first run. */
  async warm(): Promise<void> {
    this.#keepOneFresh()
    await Promise.all([...this.#idle].map((process) => process.whenReady()))
  }

  /** Takes a process with a fresh engine for one run. Return it with `give`. */
  async take({ owner, tenantId = owner }: PlaceHolder): Promise<GuestProcess> {
    await this.#enter(owner, tenantId)
    try {
      for (let attempt = 0; attempt < ATTEMPTS && !this.#isClosed; attempt++) {
        const process = this.#choose(owner)
        Object.assign(process, { owner, tenantId })
        this.#idle.delete(process)
        this.#busy.add(process)
        if (await process.whenReady()) return process
        this.#busy.delete(process)
      }
      throw new Error(this.#isClosed ? 'The sandbox is closed' : 'No process could be started for the code')
    } catch (error) {
      this.#leave(owner, tenantId)
      throw error
    }
  }

  async #enter(owner: string, tenantId: string): Promise<void> {
    await this.#ofOwners.enter(owner)
    try {
      await this.#ofTenants.enter(tenantId)
    } catch (error) {
      this.#ofOwners.leave(owner)
      throw error
    }
  }

  #leave(owner: string, tenantId: string): void {
    this.#ofTenants.leave(tenantId)
    this.#ofOwners.leave(owner)
  }

  /** `isClean` means that the run ended normally. */
  give(process: GuestProcess, isClean: boolean): void {
    this.#busy.delete(process)
    if (isClean && process.runs < MAX_RUNS && !process.hasEnded && !this.#isClosed) this.#idle.add(process)
    else process.kill()
    // Starting a process blocks for some milliseconds, so do it after the response.
    setImmediate(() => this.#keepOneFresh())
    this.#endLater()
    this.#leave(process.owner!, process.tenantId!)
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    for (const process of [...this.#idle, ...this.#busy]) process.kill()
    this.#idle.clear()
  }

  #choose(owner: string): GuestProcess {
    const idle = [...this.#idle].filter(({ hasEnded }) => !hasEnded)
    const ownProcesses = idle.filter((process) => process.owner === owner)
    const fresh = idle.filter((process) => process.owner === undefined)
    const candidates = [...ownProcesses, ...fresh]
    return candidates.find(({ isReady }) => isReady) ?? candidates[0] ?? this.#start()
  }

  /** Replaces the oldest used process, if necessary, to keep a fresh one ready. */
  #keepOneFresh(): void {
    const idle = [...this.#idle]
    for (const ended of idle.filter(({ hasEnded }) => hasEnded)) this.#idle.delete(ended)
    if (this.#isClosed || idle.some(({ owner, hasEnded }) => owner === undefined && !hasEnded)) return
    this.#idle.add(this.#start())
  }

  #start(): GuestProcess {
    if (this.#idle.size + this.#busy.size >= this.#most) {
      const [oldest] = this.#idle
      if (oldest) {
        this.#idle.delete(oldest)
        oldest.kill()
      }
    }
    return new GuestProcess(this.#memory)
  }

  #endLater(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      for (const process of this.#idle) process.kill()
      this.#idle.clear()
    }, this.#idleSeconds * 1000).unref()
  }
}
