import { setTimeout as sleep } from 'node:timers/promises'
import { PULSE } from '../data/connection/send-statement.ts'
import type { LogPosition } from '../data/connection/replica.ts'
import { NO_SCOPE } from '../data/query/scope.ts'
import { isSilence } from '../data/connection/database-errors.ts'
import { Servers } from '../data/connection/servers.ts'
import type { Database } from '../data/connection/database.ts'
import type { DatabaseClock } from '../data/connection/database-clock.ts'
import { querySystem } from '../data/connection/system-queries.ts'
import { type Query, Transaction } from '../data/connection/transaction.ts'
import type { Logger } from '../define/logger.ts'
import { brokenSetup } from '../errors.ts'
import { LATE } from './caches.ts'
import { EVERYTHING } from './watchers.ts'
import { Poller } from './poller.ts'

interface InvalidationsOptions {
  /** The server that is polled, and on which hosts notify each other. */
  readonly url: string
  /** The server that takes all writes. */
  readonly database: Database
  /** The id of the key that this host uses for new values. */
  readonly keyId: string
  /** The ids of the migrations that this host knows, which others must not run ahead of. */
  readonly migrations: readonly string[]
  readonly clock: DatabaseClock
  readonly log: Logger
  /** Called with the tags that other hosts have invalidated. */
  readonly onTags: (tags: readonly string[]) => void
  /** Called after every poll: everything committed before `at` is known. By the clock of `performance.now`. */
  readonly onCurrent: (at: number) => void
  /** False when invalidations may be getting lost; true when they arrive again and everything cached before is invalid. */
  readonly onTrust: (trusted: boolean) => void
}

/** Milliseconds between polls: the maximum lag of a host that receives no notifications. */
const POLL_EVERY = 200
const PULSE_EVERY = 500
const PRUNE_EVERY = 10_000
const RETRY_AFTER = 250
/** Many writes share one row; if it cannot be written, it is retried later. */
const PUBLISH_AFTER = 100
const PUBLISH_AGAIN = 2_000
/** Milliseconds in which commits share one notification: notifying takes a database-wide lock. */
const NOTIFY_AFTER = 4
/** Milliseconds without a pulse through the pool after which invalidations are no longer assumed to arrive. */
const PULSE_LIMIT = 5_000
/** Milliseconds without any sign of a server after which nobody waits for its response any longer. */
const SILENCE = 20_000

/**
 * Receives invalidations of other hosts. Commands write them in their transaction, so they are published even if a host crashes
 * right after its commit. Hosts poll a few times per second, and immediately when PostgreSQL notifies them. Polling has its own
 * connection. A pulse is a row written through the pool: if polling finds it, both connections reach the same server.
 */
export class Invalidations {
  /** The id under which this process writes; it ignores its own rows. */
  readonly hostId = crypto.randomUUID()
  readonly #options: InvalidationsOptions
  readonly #servers: Servers
  readonly #unpublished = new Set<string>()
  #publishing: NodeJS.Timeout | undefined
  #published: Promise<void> = Promise.resolve()
  #poller: Poller | undefined
  /** The server that was polled last, and when the connection to it was lost. */
  #server: { readonly address: string; readonly start: string } | undefined
  #lostAt = 0
  readonly #stopping = new AbortController()
  #notifying: NodeJS.Timeout | undefined
  #pulse = 0
  /** Callers waiting for the next poll to begin, and to end. */
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

  /** Notifies the other hosts after a commit; concurrent calls are merged into one notification. */
  notify(): void {
    this.#notifying ??= setTimeout(() => {
      this.#notifying = undefined
      this.#poller?.notify()
    }, NOTIFY_AFTER).unref()
  }

  /**
   * Resolves when a poll that began after this call has ended, or after half a second. Where this is called, nothing older than that
   * is served from memory. Concurrent callers share one poll.
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

  /** The log position of the server that takes all writes. */
  async position(): Promise<LogPosition> {
    if (!this.#poller) throw new Error('The log position of the primary is not known')
    return this.#poller.position()
  }

  /**
   * Publishes to other hosts shortly afterwards, in a separate transaction. The invalidation is lost if the process crashes
   * before that, so only caches that tolerate some staleness use this.
   */
  publish(tags: Iterable<string>): void {
    this.#publishLater(tags, PUBLISH_AFTER)
  }

  /** Resolves when everything published before has been written. */
  flush(): Promise<void> {
    return (this.#published = this.#published.then(() => this.#publish()))
  }

  async stop(): Promise<void> {
    await this.flush()
    this.#stopping.abort()
    clearTimeout(this.#notifying)
    await this.#poller?.close()
    await this.#running
    // Otherwise the host would count as running for a few more seconds.
    await forgetPulse(this.#options.database, this.hostId).catch((error: unknown) =>
      this.#options.log.debug({ err: error }, 'the host could not sign off'),
    )
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
      log.warn({ err: error }, 'other hosts could not be notified of changed sums; retrying')
      if (!this.#isStopped) this.#publishLater(tags, PUBLISH_AGAIN)
    }
  }

  async #open(): Promise<Poller> {
    const { database, clock, onTags } = this.#options
    const poller = await Poller.open({ servers: this.#servers, database, hostId: this.hostId, clock, onTags })
    this.#leaveFormer(poller)
    try {
      // The server may have crashed, and lost what it knew about this host.
      await this.#beat(this.#options.migrations)
      await this.#poll(poller)
      this.#options.onTrust(true)
      this.#poller = poller
      return poller
    } catch (error) {
      await poller.close()
      throw error
    }
  }

  /** A server that disappears sends nothing: without this, callers would wait for the TCP timeout. */
  #leaveFormer({ address, start }: Poller): void {
    const former = this.#server
    this.#server = { address, start }
    if (former && (former.address !== address || former.start !== start))
      this.#options.database.pool.giveUp({ before: this.#lostAt, server: address })
  }

  /** Polls until it fails, then reconnects, for as long as the platform lives. */
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
      if (beating && now > pulseAt + PULSE_LIMIT) throw new Error('A write through the pool did not finish in time')
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

  /** Everything invalidated before the poll began has been applied by now. */
  async #poll(poller: Poller): Promise<void> {
    const at = performance.now()
    const expected = this.#pulse
    const waiting = this.#waiting
    this.#waiting = undefined
    try {
      const seen = await poller.poll()
      if (seen < expected) throw brokenSetup('`database.directUrl` leads to a different server than `database.url`')
      this.#options.onCurrent(at)
    } catch (error) {
      this.#options.onTrust(false)
      throw error
    } finally {
      waiting?.resolve()
    }
  }

  async #beat(migrations: readonly string[] | null = null): Promise<void> {
    const pulse = this.#pulse + 1
    const { database, keyId } = this.#options
    await sendPulse(database, { hostId: this.hostId, keyId, migrations, pulse })
    this.#pulse = pulse
  }

  /** If nothing responds at all, waiting callers are released as well. */
  #noServer(error: unknown): undefined {
    if (performance.now() - this.#lostAt > SILENCE && isSilence(error))
      this.#options.database.pool.giveUp({ before: this.#lostAt })
  }

  #lost(error: unknown): void {
    this.#poller = undefined
    this.#lostAt = performance.now()
    if (this.#isStopped) return
    this.#options.onTrust(false)
    this.#options.log.warn(
      { err: error },
      'invalidations from other hosts are not received; nothing older than a second is served from memory',
    )
  }
}

/** Writes, through the pool used for all writes, the pulse that this host's next poll has to see. */
async function sendPulse(database: Database, { hostId, keyId, migrations, pulse }: Pulse): Promise<void> {
  const text = `${PULSE} insert into plinth.hosts as h (id, key_id, pulse, migrations) values ($1, $2, $3, $4)
    on conflict (id) do update set pulse = excluded.pulse, beat_at = clock_timestamp(),
      migrations = coalesce(excluded.migrations, h.migrations)`
  await querySystem(database, { text, values: [hostId, keyId, pulse, migrations] }, PULSE)
}

interface Pulse {
  readonly hostId: string
  readonly keyId: string
  /** Null if they are known already. */
  readonly migrations: readonly string[] | null
  readonly pulse: number
}

async function forgetPulse(database: Database, hostId: string): Promise<void> {
  await querySystem(database, { text: 'delete from plinth.hosts where id = $1', values: [hostId] })
}

/**
 * The number of hosts that have sent a pulse recently and use another key for new values, or are too old to state their key.
 */
export async function countHostsWithOtherKeys(database: Database, keyId: string): Promise<number> {
  const text = `select count(*)::int as count from plinth.hosts
    where beat_at > clock_timestamp() - make_interval(secs => $2) and key_id is distinct from $1`
  const { rows } = await querySystem<{ count: number }>(database, { text, values: [keyId, PULSE_LIMIT / 1_000] })
  return rows[0]!.count
}

/** Maximum size of a row in bytes; beyond it, tags are not listed individually. */
const LIMIT = 150_000

/** The statement that publishes invalidated tags with the commit of its transaction. `hostId` is the host that writes it. */
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
