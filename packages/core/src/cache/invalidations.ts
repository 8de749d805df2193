import { setTimeout as sleep } from 'node:timers/promises'
import { PULSE } from '../data/pool.ts'
import type { LogPosition } from '../data/replica.ts'
import { NO_SCOPE } from '../data/scope.ts'
import { Servers } from '../data/servers.ts'
import { type Database, querySystem } from '../data/statements.ts'
import { type Query, Transaction } from '../data/transaction.ts'
import type { Logger } from '../define/context.ts'
import { brokenSetup } from '../errors.ts'
import { EVERYTHING, LATE } from './caches.ts'
import { Lookout } from './lookout.ts'

interface InvalidationsOptions {
  /** Where looks go, and where hosts call each other. */
  readonly url: string
  /** Where everything is written. */
  readonly database: Database
  readonly log: Logger
  /** Called with the tags that other hosts have invalidated. */
  readonly onTags: (tags: readonly string[]) => void
  /** Called after every look: everything that was committed before `at` is known. By the clock of `performance.now`. */
  readonly onCurrent: (at: number) => void
  /** False when invalidations may be getting lost, true when they arrive again and what was cached before is void. */
  readonly onTrust: (trusted: boolean) => void
}

/** Milliseconds between polls: a host that gets no notification is this far behind. */
const LOOK_EVERY = 50
const PULSE_EVERY = 500
const PRUNE_EVERY = 10_000
const RETRY_AFTER = 250
/** Many writes share one row. */
const PUBLISH_AFTER = 20
/** Milliseconds in which commits share one notification: to notify takes a lock of the whole database. */
const CALL_AFTER = 4
/** Milliseconds without a pulse through the pool after which invalidations are no longer trusted to arrive. */
const PULSE_LIMIT = 5_000

/**
 * Hears what other hosts have invalidated. Commands write it down in their transaction, so that a host that dies after
 * its commit has told everybody. Readers poll every few milliseconds, and at once when PostgreSQL notifies them. Polling has
 * a connection of its own. A pulse is a row that is written through the pool: where polling finds it, both reach one server.
 */
export class Invalidations {
  /** Under which this process writes; its own rows are not news to it. */
  readonly hostId = crypto.randomUUID()
  readonly #options: InvalidationsOptions
  readonly #servers: Servers
  readonly #unpublished = new Set<string>()
  #publishing: NodeJS.Timeout | undefined
  #published: Promise<void> = Promise.resolve()
  #lookout: Lookout | undefined
  readonly #stopping = new AbortController()
  #calling: NodeJS.Timeout | undefined
  #pulse = 0
  /** Those who wait for the next look to begin, and to end. */
  #waiting: PromiseWithResolvers<void> | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: InvalidationsOptions) {
    this.#options = options
    this.#servers = new Servers(options.url)
  }

  /** Connects; resolves when looks are known to see what the pool writes. */
  async start(): Promise<void> {
    const lookout = await this.#open()
    this.#running = this.#run(lookout)
  }

  /** Calls the other hosts to look, after a commit; calls that come meanwhile are one. */
  call(): void {
    this.#calling ??= setTimeout(() => {
      this.#calling = undefined
      this.#lookout?.call()
    }, CALL_AFTER).unref()
  }

  /**
   * Resolves when a look has ended that began after this call. Where there is none in time, nothing is served from memory by
   * then. All who call meanwhile share one look.
   */
  async becomeCurrent(): Promise<void> {
    const lookout = this.#lookout
    if (!lookout) return
    if (!this.#waiting) {
      this.#waiting = Promise.withResolvers()
      setTimeout(this.#waiting.resolve, LATE).unref()
      lookout.wake()
    }
    await this.#waiting.promise
  }

  /** How far the log has come of the server to which everything is written. */
  async position(): Promise<LogPosition> {
    if (!this.#lookout) throw new Error('It is not known where the log of the primary ends')
    return this.#lookout.position()
  }

  /**
   * Tells the other hosts a moment later, in a transaction of its own. After a process that dies before they do not know, so
   * only caches that may be a little late use this.
   */
  publish(tags: Iterable<string>): void {
    for (const tag of tags) this.#unpublished.add(tag)
    if (this.#unpublished.size > 0) this.#publishing ??= setTimeout(() => void this.flush(), PUBLISH_AFTER).unref()
  }

  /** Resolves when what was published before is written. */
  flush(): Promise<void> {
    return (this.#published = this.#published.then(() => this.#publish()))
  }

  async stop(): Promise<void> {
    await this.flush()
    this.#stopping.abort()
    clearTimeout(this.#calling)
    await this.#lookout?.close()
    await this.#running
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  async #publish(): Promise<void> {
    clearTimeout(this.#publishing)
    this.#publishing = undefined
    if (this.#unpublished.size === 0 || !this.#lookout) return
    const tags = [...this.#unpublished]
    this.#unpublished.clear()
    const { database, log } = this.#options
    const transaction = new Transaction({ database, scope: NO_SCOPE, isWriter: true })
    try {
      await transaction.commit([writeInvalidation(this.hostId, tags)])
      this.call()
    } catch (error) {
      log.warn({ err: error }, 'other hosts were not told that sums have changed')
    }
  }

  async #open(): Promise<Lookout> {
    const { database, onTags } = this.#options
    const lookout = await Lookout.open({ servers: this.#servers, database, hostId: this.hostId, onTags })
    try {
      await this.#beat()
      await this.#look(lookout)
      this.#options.onTrust(true)
      this.#lookout = lookout
      return lookout
    } catch (error) {
      await lookout.close()
      throw error
    }
  }

  /** Looks until it cannot, then connects again, for as long as the platform lives. */
  async #run(lookout: Lookout): Promise<void> {
    for (let current: Lookout | undefined = lookout; !this.#isStopped;) {
      if (current) await this.#watch(current).catch((error: unknown) => this.#lost(error))
      else await sleep(RETRY_AFTER, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => {})
      await current?.close()
      current = this.#isStopped ? undefined : await this.#open().catch(() => undefined)
    }
    await this.#lookout?.close()
  }

  async #watch(lookout: Lookout): Promise<never> {
    let pulseAt = performance.now() + PULSE_EVERY
    let pruneAt = performance.now() + PRUNE_EVERY * Math.random()
    let beating: Promise<void> | undefined
    let failure: { readonly error: unknown } | undefined
    for (;;) {
      await lookout.called(LOOK_EVERY)
      if (failure) throw failure.error
      await this.#look(lookout)
      const now = performance.now()
      if (beating && now > pulseAt + PULSE_LIMIT) throw new Error('The pool does not write')
      if (now > pulseAt && !beating) {
        pulseAt = now + PULSE_EVERY
        beating = this.#beat()
          .catch((error: unknown) => void (failure = { error }))
          .finally(() => (beating = undefined))
      }
      if (now > pruneAt) {
        pruneAt = now + PRUNE_EVERY
        await lookout.prune()
      }
    }
  }

  /** Whatever was committed before the look began is dropped by now. */
  async #look(lookout: Lookout): Promise<void> {
    const at = performance.now()
    const expected = this.#pulse
    const waiting = this.#waiting
    this.#waiting = undefined
    try {
      const seen = await lookout.look()
      if (seen < expected) throw brokenSetup('`database.directUrl` leads to another server than `database.url`')
      this.#options.onCurrent(at)
    } catch (error) {
      this.#options.onTrust(false)
      throw error
    } finally {
      waiting?.resolve()
    }
  }

  async #beat(): Promise<void> {
    const pulse = this.#pulse + 1
    await sendPulse(this.#options.database, { hostId: this.hostId, pulse })
    this.#pulse = pulse
  }

  #lost(error: unknown): void {
    this.#lookout = undefined
    if (this.#isStopped) return
    this.#options.onTrust(false)
    this.#options.log.warn({ err: error }, 'invalidations of other hosts are not seen; caches are bypassed')
  }
}

/** Writes, through the pool that writes everything else, what this host's next look has to see. */
async function sendPulse(
  database: Database,
  { hostId, pulse }: { readonly hostId: string; readonly pulse: number },
): Promise<void> {
  const text = `${PULSE} insert into plinth.hosts (id, pulse) values ($1, $2)
    on conflict (id) do update set pulse = excluded.pulse, beat_at = clock_timestamp()`
  await querySystem(database, { text, values: [hostId, pulse] }, PULSE)
}

/** Bytes of one row; more is not worth naming. */
const LIMIT = 150_000

/** The statement that publishes tags as stale, with its transaction's commit. `hostId` is the host that writes it. */
export function writeInvalidation(hostId: string, tags: Iterable<string>): Query {
  return {
    text: 'insert into plinth.invalidations (host_id, tags) values ($1, $2)',
    values: [hostId, bounded(tags)],
  }
}

function bounded(tags: Iterable<string>): readonly string[] {
  const named: string[] = []
  let size = 0
  for (const tag of tags) {
    size += Buffer.byteLength(tag)
    if (size > LIMIT) return [EVERYTHING]
    named.push(tag)
  }
  return named
}
