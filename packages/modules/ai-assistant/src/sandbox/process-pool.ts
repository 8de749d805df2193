import { availableParallelism } from 'node:os'
import { PlatformError } from '@plinth/core'
import { FairSlots } from '@plinth/core/security'
import { GuestProcess } from './guest-process.ts'

export interface ProcessPoolOptions {
  /** Runs at once, all tenants together; each may have half of them. Default: the number of CPUs, from 2 to 8. */
  readonly processes?: number
  /** Seconds after the last run after which no process is kept. Default: 300. */
  readonly idleSeconds?: number
  /** Runs of one owner that may wait, and a fifth of those of one tenant. Default: 20. */
  readonly longestLine?: number
  /** Seconds that a run may wait for those of its owner, and as long again for those of others. Default: 30. */
  readonly waitingSeconds?: number
}

/** For whom code runs. */
export interface PlaceHolder {
  /** Whose code it is: a process that has run code of one owner never runs another's. */
  readonly owner: string
  /** Whose share of the places it takes. Default: the owner. */
  readonly tenantId?: string
}

/** Processes beside those at work: one that has served nobody, and one that may serve its owner again. */
const SPARE = 2

const REFUSALS = { full: 'Too much code of yours waits to run', late: 'The code found no place to run in time' }

/** Runs of one process. */
const MAX_RUNS = 100

/** Lines of owners that wait in that of their tenant. */
const OWNERS = 5

/** A process that waited may have been ended by the system. */
const ATTEMPTS = 3

/**
 * Processes in which code runs. Each serves one owner and no other: even an engine that was broken open would find
 * nothing of somebody else. Its owner may use it again, for each run has an engine and a memory of its own; one that did not
 * end its run in order is killed. One that has served nobody waits, so that a run begins at once.
 */
export class ProcessPool {
  readonly #memory: number
  readonly #idleSeconds: number
  readonly #most: number
  /** Of each owner, so that none has all that is its tenant's. */
  readonly #ofOwners: FairSlots
  /** Of each tenant: anybody can make accounts and keys, and each would bring a share (decision 43). */
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

  /** Starts what is to wait for the first run. */
  async warm(): Promise<void> {
    this.#keepOneFresh()
    await Promise.all([...this.#idle].map((process) => process.whenReady()))
  }

  /** A process whose engine has no history, for one run. Give it back. */
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

  /** `isClean` says that the run ended in order. */
  give(process: GuestProcess, isClean: boolean): void {
    this.#busy.delete(process)
    if (isClean && process.runs < MAX_RUNS && !process.hasEnded && !this.#isClosed) this.#idle.add(process)
    else process.kill()
    // To start one holds this process up for some milliseconds: after the answer.
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

  /** The oldest of those that served somebody makes room for one that served nobody. */
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
