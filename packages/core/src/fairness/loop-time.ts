import { AsyncLocalStorage } from 'node:async_hooks'

const running = new AsyncLocalStorage<{ readonly time: LoopTime; readonly owner: string }>()

/**
 * Measures how long the event loop works for each owner, such as a tenant. A piece of work lasts from when it begins, gets the answer
 * of the database or goes on after a pause, until that of another owner, or until the event loop has no more to do in this turn.
 */
export class LoopTime {
  readonly #tell: (owner: string, milliseconds: number) => void
  #current: string | undefined
  #since = 0

  constructor(tell: (owner: string, milliseconds: number) => void) {
    this.#tell = tell
  }

  /** Runs work of an owner, however long it takes. */
  run<T>(owner: string, work: () => T): T {
    return running.run({ time: this, owner }, () => {
      this.begin(owner)
      return work()
    })
  }

  begin(owner: string): void {
    const isFirst = this.#current === undefined
    this.#end()
    this.#current = owner
    if (isFirst)
      setImmediate(() => {
        this.#end()
        this.#current = undefined
      })
  }

  #end(): void {
    const now = performance.now()
    if (this.#current !== undefined) this.#tell(this.#current, now - this.#since)
    this.#since = now
  }
}

/** Notes that the work that calls it goes on after it has waited. */
export function noteResumed(): void {
  const work = running.getStore()
  work?.time.begin(work.owner)
}
