import { setTimeout as sleep } from 'node:timers/promises'
import { PULSE } from '../data/pool.ts'
import type { LogPosition } from '../data/replica.ts'
import { NO_SCOPE } from '../data/scope.ts'
import { isSilence } from '../data/database-errors.ts'
import { Servers } from '../data/servers.ts'
import { type Database, querySystem } from '../data/statements.ts'
import { type Query, Transaction } from '../data/transaction.ts'
import type { Logger } from '../define/context.ts'
import { brokenSetup } from '../errors.ts'
import { EVERYTHING, LATE } from './caches.ts'
import { Poller } from './poller.ts'

interface InvalidationsOptions {
  /** What is polled, and where hosts notify each other. */
  readonly url: string
  /** Where everything is written. */
  readonly database: Database
  readonly log: Logger
  /** Called with the tags that other hosts have invalidated. */
  readonly onTags: (tags: readonly string[]) => void
  /** Called after every poll: everything that was committed before `at` is known. By the clock of `performance.now`. */
  readonly onCurrent: (at: number) => void
  /** False when invalidations may be getting lost, true when they arrive again and what was cached before is void. */
  readonly onTrust: (trusted: boolean) => void
}

/** Milliseconds between polls: a host that gets no notification is this far behind. */
const POLL_EVERY = 50
const PULSE_EVERY = 500
const PRUNE_EVERY = 10_000
const RETRY_AFTER = 250
/** Many writes share one row, which is written again after a while where it could not be. */
const PUBLISH_AFTER = 20
const PUBLISH_AGAIN = 2_000
/** Milliseconds in which commits share one notification: to notify takes a lock of the whole database. */
const NOTIFY_AFTER = 4
/** Milliseconds without a pulse through the pool after which invalidations are no longer trusted to arrive. */
const PULSE_LIMIT = 5_000
/** Milliseconds without a sign of any server after which nobody waits for the answer of one. */
const SILENCE = 20_000

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
  #poller: Poller | undefined
  /** What was polled last, and when that was lost. */
  #server: { readonly address: string; readonly start: string } | undefined
  #lostAt = 0
  readonly #stopping = new AbortController()
  #notifying: NodeJS.Timeout | undefined
  #pulse = 0
  /** Those who wait for the next poll to begin, and to end. */
  #waiting: PromiseWithResolvers<void> | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: InvalidationsOptions) {
    this.#options = options
    this.#servers = new Servers(options.url)
  }

  /** Connects; resolves when polls are known to see what the pool writes. */
  async start(): Promise<void> {
    const poller = await this.#open()
    this.#running = this.#run(poller)
  }

  /** Notifies the other hosts, after a commit; calls that come meanwhile are one notification. */
  notify(): void {
    this.#notifying ??= setTimeout(() => {
      this.#notifying = undefined
      this.#poller?.notify()
    }, NOTIFY_AFTER).unref()
  }

  /**
   * Resolves when a poll has ended that began after this call. Where there is none in time, nothing is served from memory by
   * then. All who call meanwhile share one poll.
   */
  async becomeCurrent(): Promise<void> {
    const poller = this.#poller
    if (!poller) return
    if (!this.#waiting) {
      this.#waiting = Promise.withResolvers()
      setTimeout(this.#waiting.resolve, LATE).unref()
      poller.pollNow()
    }
    await this.#waiting.promise
  }

  /** How far the log has come of the server to which everything is written. */
  async position(): Promise<LogPosition> {
    if (!this.#poller) throw new Error('It is not known where the log of the primary ends')
    return this.#poller.position()
  }

  /**
   * Tells the other hosts a moment later, in a transaction of its own. After a process that dies before they do not know, so
   * only caches that may be a little late use this.
   */
  publish(tags: Iterable<string>): void {
    this.#publishLater(tags, PUBLISH_AFTER)
  }

  /** Resolves when what was published before is written. */
  flush(): Promise<void> {
    return (this.#published = this.#published.then(() => this.#publish()))
  }

  async stop(): Promise<void> {
    await this.flush()
    this.#stopping.abort()
    clearTimeout(this.#notifying)
    await this.#poller?.close()
    await this.#running
  }

  get #isStopped(): boolean {
    return this.#stopping.signal.aborted
  }

  #publishLater(tags: Iterable<string>, after: number): void {
    for (const tag of tags) this.#unpublished.add(tag)
    if (this.#unpublished.size > 0) this.#publishing ??= setTimeout(() => void this.flush(), after).unref()
  }

  async #publish(): Promise<void> {
    clearTimeout(this.#publishing)
    this.#publishing = undefined
    if (this.#unpublished.size === 0) return
    const tags = [...this.#unpublished]
    this.#unpublished.clear()
    const { database, log } = this.#options
    const transaction = new Transaction({ database, scope: NO_SCOPE, isWriter: true })
    try {
      await transaction.commit([writeInvalidation(this.hostId, tags)])
      this.notify()
    } catch (error) {
      log.warn({ err: error }, 'other hosts were not told that sums have changed; tried again')
      if (!this.#isStopped) this.#publishLater(tags, PUBLISH_AGAIN)
    }
  }

  async #open(): Promise<Poller> {
    const { database, onTags } = this.#options
    const poller = await Poller.open({ servers: this.#servers, database, hostId: this.hostId, onTags })
    this.#leaveFormer(poller)
    try {
      await this.#beat()
      await this.#poll(poller)
      this.#options.onTrust(true)
      this.#poller = poller
      return poller
    } catch (error) {
      await poller.close()
      throw error
    }
  }

  /** A server that vanished says nothing: what waits for it would wait for as long as TCP does. */
  #leaveFormer({ address, start }: Poller): void {
    const former = this.#server
    this.#server = { address, start }
    if (former && (former.address !== address || former.start !== start))
      this.#options.database.pool.giveUp({ before: this.#lostAt, server: address })
  }

  /** Polls until it cannot, then connects again, for as long as the platform lives. */
  async #run(poller: Poller): Promise<void> {
    for (let current: Poller | undefined = poller; !this.#isStopped;) {
      if (current) await this.#keepPolling(current).catch((error: unknown) => this.#lost(error))
      else await sleep(RETRY_AFTER, undefined, { ref: false, signal: this.#stopping.signal }).catch(() => {})
      await current?.close()
      current = this.#isStopped ? undefined : await this.#open().catch((error: unknown) => this.#noServer(error))
    }
    await this.#poller?.close()
  }

  async #keepPolling(poller: Poller): Promise<never> {
    let pulseAt = performance.now() + PULSE_EVERY
    let pruneAt = performance.now() + PRUNE_EVERY * Math.random()
    let beating: Promise<void> | undefined
    let failure: { readonly error: unknown } | undefined
    for (;;) {
      await poller.notified(POLL_EVERY)
      if (failure) throw failure.error
      await this.#poll(poller)
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
        await poller.prune()
      }
    }
  }

  /** Whatever was committed before the poll began is dropped by now. */
  async #poll(poller: Poller): Promise<void> {
    const at = performance.now()
    const expected = this.#pulse
    const waiting = this.#waiting
    this.#waiting = undefined
    try {
      const seen = await poller.poll()
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

  /** Where nothing answers at all, nothing answers those who wait either. */
  #noServer(error: unknown): undefined {
    if (performance.now() - this.#lostAt > SILENCE && isSilence(error))
      this.#options.database.pool.giveUp({ before: this.#lostAt })
  }

  #lost(error: unknown): void {
    this.#poller = undefined
    this.#lostAt = performance.now()
    if (this.#isStopped) return
    this.#options.onTrust(false)
    this.#options.log.warn({ err: error }, 'invalidations of other hosts are not seen; caches are bypassed')
  }
}

/** Writes, through the pool that writes everything else, what this host's next poll has to see. */
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
