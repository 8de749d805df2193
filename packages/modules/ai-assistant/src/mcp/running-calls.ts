import { createHash } from 'node:crypto'
import { type Context, PlatformError } from '@plinth/core'
import { internalRequests, watches } from '@plinth/core/http'
import type { Credential } from '../tools/credential.ts'

/** A call as clients name it: by an id of their own. */
interface ClientCall {
  readonly credential: Credential
  readonly id: string | number
}

/** Milliseconds after which a call is worth stopping from another host. */
const WATCH_DELAY = 50

/** Messages of one credential in a minute that other hosts are told of. */
const mostTold = { name: 'mcp-cancel', points: 60, window: 60, block: 0 }

/**
 * Calls that this host is serving. Clients of 2025 stop one by a message of its own that names its id, and which host that
 * reaches is chance. There are no sessions: where two clients with one credential wait on a host for the same id, neither
 * is stopped, as the protocol allows.
 */
export class RunningCalls {
  readonly #calls = new Map<string, Set<AbortController>>()

  /** Serves a call; the signal is aborted when it is to stop. `ctx` is of the request. */
  async during<T>(ctx: Context, call: ClientCall, serve: (stopped: AbortSignal) => Promise<T>): Promise<T> {
    const [key, own, ended] = [toKey(call), new AbortController(), new AbortController()]
    const same = this.#calls.get(key) ?? new Set()
    this.#calls.set(key, same.add(own))
    const listening = setTimeout(() => void this.#listen(ctx, key, { own, ended: ended.signal }), WATCH_DELAY)
    try {
      return await serve(own.signal)
    } finally {
      clearTimeout(listening)
      ended.abort()
      same.delete(own)
      if (same.size === 0) this.#calls.delete(key)
    }
  }

  /** Stops a call, on whichever host it is. */
  async stop(ctx: Context, call: ClientCall): Promise<void> {
    const key = toKey(call)
    if (this.#calls.has(key)) return this.#stopHere(key)
    try {
      await ctx.inject(internalRequests).count(mostTold, call.credential.limitKey)
      ctx.invalidate(tagOf(key))
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'too_many') throw error
    }
  }

  #stopHere(key: string): void {
    const [call, ...others] = this.#calls.get(key) ?? []
    if (others.length === 0) call?.abort()
  }

  /** Hears of what another host was told to stop. A call that nobody can watch any more goes on to its end. */
  async #listen({ actor, scope, inject, log }: Context, key: string, { own, ended }: CallWatch): Promise<void> {
    const tag = tagOf(key)
    try {
      const watch = { owner: `${actor.id} ${tag}`, tenantId: scope.tenantId, signal: ended }
      for await (const isTold of inject(watches).of(tag, watch)) if (isTold && !own.signal.aborted) this.#stopHere(key)
    } catch (error) {
      log.debug({ err: error }, 'a call cannot be stopped from other hosts')
    }
  }
}

interface CallWatch {
  readonly own: AbortController
  readonly ended: AbortSignal
}

const toKey = ({ credential, id }: ClientCall) => `${credential.limitKey} ${JSON.stringify(id)}`

/** Under which hosts tell each other; ids are the client's, and may be long. */
const tagOf = (key: string) => `ai_assistant.call:${createHash('sha256').update(key).digest('base64url')}`
