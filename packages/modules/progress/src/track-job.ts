import { type Context, PlatformError } from '@plinth/core'
import { advanceJob } from './commands/advance-job.ts'
import { completeJob } from './commands/complete-job.ts'
import { failJob } from './commands/fail-job.ts'
import { startJob } from './commands/start-job.ts'
import type { Advance } from './fields.ts'

/** The handle passed to the work of a job. */
export interface Tracked {
  /** Aborted when the job is cancelled or the worker has to stop. */
  readonly signal: AbortSignal
  /** Reports progress. Cheap to call: it is written at most four times a second. */
  advance(progress: Advance): void
}

/** Milliseconds between two writes, and between two heartbeats. */
const WRITE_EVERY = 250
const BEAT_EVERY = 5_000

/** See `Tracker.track`. */
export async function trackJob(
  ctx: Context,
  { id, signal }: { id: string; signal: AbortSignal },
  work: (tracked: Tracked) => Promise<Record<string, unknown> | void>,
): Promise<void> {
  const { isStarted } = await ctx.run(startJob, { id })
  if (!isStarted) return
  const pulse = new Pulse(ctx, id)
  try {
    const summary = await work({
      signal: AbortSignal.any([signal, pulse.cancelled]),
      advance: (progress) => pulse.add(progress),
    })
    await pulse.stop()
    await ctx.run(completeJob, { id, resultSummary: summary ?? null })
  } catch (error) {
    await pulse.stop()
    // The next attempt continues where this one was stopped.
    if (signal.aborted || isPassing(error)) throw error
    const { status } = await ctx.run(failJob, { id, errorMessage: toMessage(error) })
    if (status === 'failed') throw error
  }
}

/** Writes the progress of a running job, and watches for cancellation. */
class Pulse {
  readonly #ctx: Context
  readonly #id: string
  readonly #cancel = new AbortController()
  readonly #timer: NodeJS.Timeout
  #said: Advance | undefined
  #beatAt = performance.now()
  #writing: Promise<void> | undefined

  constructor(ctx: Context, id: string) {
    this.#ctx = ctx
    this.#id = id
    this.#timer = setInterval(() => this.#beat(), WRITE_EVERY)
  }

  get cancelled(): AbortSignal {
    return this.#cancel.signal
  }

  add(progress: Advance): void {
    this.#said = {
      ...this.#said,
      ...progress,
      ...(progress.meta && { meta: { ...this.#said?.meta, ...progress.meta } }),
    }
  }

  /** Writes what has not been written yet. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#writing
    if (this.#said) await this.#write()
  }

  #beat(): void {
    if (this.#writing || (!this.#said && performance.now() - this.#beatAt < BEAT_EVERY)) return
    this.#writing = this.#write().finally(() => (this.#writing = undefined))
  }

  /** An unreachable database is no reason to stop: the work will run into it by itself. */
  async #write(): Promise<void> {
    const { run, log } = this.#ctx
    const said = this.#said
    this.#said = undefined
    this.#beatAt = performance.now()
    try {
      const { isCancelRequested } = await run(advanceJob, { ...said, id: this.#id })
      if (isCancelRequested) this.#cancel.abort(new Error('The job was cancelled'))
    } catch (error) {
      log.warn({ err: error, progressJobId: this.#id }, 'progress could not be written')
    }
  }
}

/** Errors that a later attempt may not run into. */
const isPassing = (error: unknown) => error instanceof PlatformError && error.code === 'unavailable'

/** Never contains SQL or internal names. */
function toMessage(error: unknown): string {
  return error instanceof PlatformError && error.status < 500 ? error.message : 'Something went wrong'
}
