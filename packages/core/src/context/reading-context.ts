import type { Authority } from '../data/connection/authority.ts'
import type { Context, SystemContext } from '../define/context.ts'
import type { UnitOfWork } from './unit-of-work.ts'

/** The reading part of every context, with the authority it was created with. */
export class ReadingContext {
  readonly #state: UnitOfWork
  readonly #authority: Authority

  constructor(state: UnitOfWork, authority: Authority) {
    this.#state = state
    this.#authority = authority
  }

  get from(): SystemContext['from'] {
    return this.#state.from(this.#authority)
  }

  get db(): Context['db'] {
    return this.#state.sql(this.#authority)
  }

  get log(): Context['log'] {
    return this.#state.runtime.log
  }

  get now(): Context['now'] {
    return this.#state.runtime.now
  }

  /** Commands see their own uncommitted writes and snapshots see the past, so neither fills the cache with these. */
  get cached(): Context['cached'] {
    const state = this.#state
    const { caches } = state.runtime
    if (!state.command) {
      const { reads, snapshotTick } = state.origin
      // A value that is older than its invalidation must not be cached.
      return (cache, key, load) =>
        caches.get(cache, key, {
          load: (stale) => {
            reads?.usePrimary()
            return load(stale)
          },
          tick: snapshotTick,
        })
    }
    return (cache, key, load) => state.writerCaches.get(cache, key, load)
  }
}
