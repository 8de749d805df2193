import { createHash } from 'node:crypto'
import { type Context, PlatformError, watches } from '@plinth/core'
import { internalRequests } from '@plinth/core/http'
import type { Credential } from '../tools/credential.ts'

/** Identifies a call by the client's own id. */
interface ClientCall {
  readonly credential: Credential
  readonly id: string | number
}

/** Milliseconds after which a call is watched for cancellation from other hosts. */
const WATCH_DELAY = 50

/** Rate limit of cancellations forwarded to other hosts, per credential and minute. */
const mostTold = { name: 'mcp-cancel', points: 60, window: 60, block: 0 }

/**
 * The calls this host is serving. Clients of the 2025 revisions cancel a call with a separate message that names its id and may
 * reach any host. There are no sessions: if two clients with the same credential have calls with the same id on one host, neither
 * is cancelled, as the protocol allows.
 */
export class RunningCalls {
  readonly #calls = new Map<string, Set<AbortController>>()

  /** Serves a call with a signal that is aborted on cancellation. `ctx` is the request's context. */
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

  /** Cancels a call, on whichever host it is running. */
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

  /** Listens for cancellations received by other hosts. If watching fails, the call runs to its end. */
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

/** The tag by which hosts notify each other. It is hashed because client ids may be long. */
const tagOf = (key: string) => `ai_assistant.call:${createHash('sha256').update(key).digest('base64url')}`
