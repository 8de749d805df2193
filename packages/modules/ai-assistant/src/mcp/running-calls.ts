import type { Caller } from '../tools/caller.ts'

/** A call as clients name it: by an id of their own. */
interface Named {
  readonly caller: Caller
  readonly id: string | number
}

/**
 * Calls that this host is serving. Clients of 2025 stop one by a message of its own that names its id. There are no
 * sessions: where two clients with one credential wait for the same id, neither is stopped, as the protocol allows.
 */
export class RunningCalls {
  readonly #calls = new Map<string, Set<AbortController>>()

  /** Serves a call; the signal is aborted when it is to stop. */
  async during<T>(named: Named, serve: (stopped: AbortSignal) => Promise<T>): Promise<T> {
    const [key, own] = [toKey(named), new AbortController()]
    const same = this.#calls.get(key) ?? new Set()
    this.#calls.set(key, same.add(own))
    try {
      return await serve(own.signal)
    } finally {
      same.delete(own)
      if (same.size === 0) this.#calls.delete(key)
    }
  }

  stop(named: Named): void {
    const [call, ...others] = this.#calls.get(toKey(named)) ?? []
    if (others.length === 0) call?.abort()
  }
}

const toKey = ({ caller, id }: Named) => `${caller.limitKey} ${JSON.stringify(id)}`
