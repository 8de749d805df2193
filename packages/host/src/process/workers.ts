import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Messages between a worker and the primary process, except for those about metrics. */
export interface WorkerMessage {
  readonly says: 'wants the port' | 'ready'
}
export interface PrimaryMessage {
  readonly says: 'the port is free' | 'another one answers'
}

export interface WorkersOptions {
  readonly count: number
  /** Environment variables of workers, in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>
  readonly log: Record<'info' | 'error', (facts: object, message: string) => void>
  /** Called and awaited when the first worker asks for the port. */
  readonly freePort: () => Promise<void>
  /** Milliseconds for a worker to stop. Default: 30,000. */
  readonly patience?: number
}

/** Milliseconds before a worker that exited is replaced, doubled after each failed attempt. */
const PAUSE = { least: 100, most: 30_000 }

/** The worker processes, whose number is kept constant. */
export class Workers {
  readonly #options: WorkersOptions
  /** Workers that answer requests. */
  readonly #ready = new Set<Worker>()
  /** Workers that were told to stop. */
  readonly #leaving = new WeakSet<Worker>()
  #isStopping = false
  #freed: Promise<void> | undefined
  #restarting: Promise<void> = Promise.resolve()

  constructor(options: WorkersOptions) {
    this.#options = options
  }

  /** Starts one worker, which migrates and seeds, then the others. Throws if the first one does not become ready. */
  async start(): Promise<void> {
    await this.#add()
    for (let others = this.#options.count - 1; others > 0; others--) void this.#addAtLast()
  }

  /** Replaces the workers one by one, each once its successor is ready. If the successor fails, the worker is kept. */
  restart(): Promise<void> {
    const before = this.#restarting
    const restart = async () => {
      await before
      await this.#restart()
    }
    return (this.#restarting = restart())
  }

  async #restart(): Promise<void> {
    const { log } = this.#options
    log.info({ workers: this.#ready.size }, 'restarting workers')
    for (const old of Array.from(this.#ready)) {
      if (this.#isStopping) return
      try {
        await this.#add()
      } catch (error) {
        return log.error({ err: error }, 'workers were not restarted')
      }
      await this.#end(old, () => old.send({ says: 'another one answers' } satisfies PrimaryMessage, () => {}))
    }
    log.info({ workers: this.#ready.size }, 'workers restarted')
  }

  /** Stops all workers gracefully. */
  async stop(): Promise<void> {
    this.#isStopping = true
    await Promise.all(Object.values(cluster.workers ?? {}).map((worker) => worker && this.#end(worker)))
  }

  /** Starts a worker. Resolves when it is ready. */
  async #add(): Promise<void> {
    const worker = cluster.fork(this.#options.env)
    const exited = once(worker, 'exit') as Promise<[code: number | null, signal: string | null]>
    const ready = new Promise<'ready'>((resolve) => {
      worker.on('message', ({ says }: WorkerMessage) => {
        if (says === 'wants the port') void this.#givePort(worker)
        if (says === 'ready') resolve(says)
      })
    })
    const outcome = await Promise.race([ready, exited])
    if (outcome !== 'ready') {
      const message = 'A worker ended before it was ready; see its output above'
      throw Object.assign(new Error(message), { code: 'worker_ended' })
    }
    this.#ready.add(worker)
    this.#options.log.info({ worker: worker.process.pid }, 'a worker is ready')
    void exited.then(([code, signal]) => this.#gone(worker, { code, signal }))
  }

  async #givePort(worker: Worker): Promise<void> {
    await (this.#freed ??= this.#options.freePort())
    worker.send({ says: 'the port is free' } satisfies PrimaryMessage, () => {})
  }

  #gone(worker: Worker, how: { readonly code: number | null; readonly signal: string | null }): void {
    this.#ready.delete(worker)
    if (this.#isStopping || this.#leaving.has(worker)) return
    this.#options.log.error({ worker: worker.process.pid, ...how }, 'a worker died')
    void this.#addAtLast()
  }

  async #addAtLast(): Promise<void> {
    for (let pause = PAUSE.least; !this.#isStopping; pause = Math.min(pause * 2, PAUSE.most)) {
      try {
        return await this.#add()
      } catch (error) {
        this.#options.log.error({ err: error }, 'a worker did not start')
      }
      await sleep(pause, undefined, { ref: false })
    }
  }

  async #end(worker: Worker, tell: () => unknown = () => worker.process.kill('SIGTERM')): Promise<void> {
    if (worker.isDead()) return
    this.#leaving.add(worker)
    const exited = once(worker, 'exit')
    tell()
    const late = setTimeout(() => worker.process.kill('SIGKILL'), this.#options.patience ?? 30_000)
    await exited
    clearTimeout(late)
  }
}
