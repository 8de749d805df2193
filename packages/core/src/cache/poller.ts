import type pg from 'pg'
import { KEEP_ALIVE } from '../data/connection/pool.ts'
import { LOG_POSITION, type LogPosition } from '../data/connection/replica.ts'
import { addressOf, processOf, type Servers } from '../data/connection/servers.ts'
import { changeAuthority } from '../data/connection/authority.ts'
import type { Database } from '../data/connection/database.ts'
import { DATABASE_TIME, type DatabaseClock } from '../data/connection/database-clock.ts'
import { EVERYTHING } from './watchers.ts'

/** The channel on which hosts notify each other. */
const CHANNEL = 'plinth'

/** Milliseconds after which a poll without a response has failed. */
const TIMEOUT = 2_000

/**
 * Rows older than this have been deleted. After a gap of half that time, a poll invalidates everything, because rows may have
 * been missed.
 */
const KEPT_SECONDS = 60

interface PollerOptions {
  readonly servers: Servers
  readonly hostId: string
  readonly database: Pick<Database, 'key' | 'statements'>
  readonly onTags: (tags: readonly string[]) => void
  /** Learns the time of the server from each poll. */
  readonly clock: Pick<DatabaseClock, 'read'>
}

interface PollRow {
  readonly snapshot: string
  /** Milliseconds since 1970. */
  readonly at: string
  readonly pulse: string | null
  /** Whether another host has sent a pulse lately. */
  readonly hasOthers: boolean
  readonly tags: readonly (readonly string[])[]
}

/** A connection that reads invalidations of other hosts. */
export class Poller {
  /** The server it is connected to: its address, and the server process. */
  readonly address: string
  start = ''
  readonly #client: pg.Client
  readonly #options: PollerOptions
  /** The snapshot of the last poll. */
  #snapshot = ''
  #hasOthers = true
  /** The time of the last poll, in milliseconds of the server's clock. */
  #polledAt = Infinity
  #isNotified = false
  #isClosed = false
  #wake: (() => void) | undefined

  private constructor(client: pg.Client, options: PollerOptions) {
    this.#client = client
    this.address = addressOf(client)
    this.#options = options
    client.on('error', () => this.#notified())
    client.on('notification', ({ processId }) => {
      if (processId !== processOf(client)) this.#notified()
    })
  }

  /** Connects, and starts with invalidations from now on. */
  static open(options: PollerOptions): Promise<Poller> {
    return options.servers.tryEach(() => Poller.#open(options))
  }

  static async #open(options: PollerOptions): Promise<Poller> {
    const client = new options.servers.Client({
      application_name: 'plinth poller',
      query_timeout: TIMEOUT,
      connectionTimeoutMillis: TIMEOUT,
      ...KEEP_ALIVE,
      pipeline: true,
    })
    const poller = new Poller(client, options)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      const { rows } = await client.query<{ snapshot: string; start: string }>(
        'select pg_current_snapshot()::text as snapshot, pg_postmaster_start_time()::text as start',
      )
      poller.#snapshot = rows[0]!.snapshot
      poller.start = rows[0]!.start
      return poller
    } catch (error) {
      await poller.close()
      throw error
    }
  }

  /** Resolves when another host sends a notification, or after the given number of milliseconds. */
  async notified(milliseconds: number): Promise<void> {
    if (!this.#isNotified && !this.#isClosed) {
      await new Promise<void>((wake) => {
        this.#wake = wake
        setTimeout(wake, milliseconds).unref()
      })
    }
    this.#isNotified = false
  }

  /** Starts a pending poll immediately. */
  pollNow(): void {
    this.#notified()
  }

  /** Reports the invalidations committed since the last poll, and returns this host's newest pulse among them. */
  async poll(): Promise<number> {
    const sentAt = performance.now()
    const [row] = await this.#ask<PollRow>('poll', POLL, [this.#snapshot, this.#options.hostId])
    const { snapshot, at, pulse, hasOthers, tags } = row!
    this.#hasOthers = hasOthers
    this.#options.clock.read({ sentAt, receivedAt: performance.now(), time: at })
    const isLate = Number(at) - this.#polledAt > KEPT_SECONDS * 500
    this.#snapshot = snapshot
    this.#polledAt = Number(at)
    const staleTags = isLate ? [EVERYTHING] : tags.flat()
    if (staleTags.length > 0) this.#options.onTags(staleTags.includes(EVERYTHING) ? [EVERYTHING] : staleTags)
    return Number(pulse ?? 0)
  }

  /** The log position of the server. */
  async position(): Promise<LogPosition> {
    const { rows } = await this.#client.query<LogPosition>({ name: 'position', text: LOG_POSITION, values: [] })
    return rows[0]!
  }

  /**
   * Notifies the other hosts, unless the last poll found none; if a notification is lost, or a host has just started, they learn
   * of it at their next poll.
   */
  notify(): void {
    if (this.#hasOthers) this.#client.query(`notify ${CHANNEL}`).catch(() => {})
  }

  /** Deletes rows that every host has either seen or missed for good. */
  async prune(): Promise<void> {
    await this.#ask('prune', PRUNE, [KEPT_SECONDS])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#notified()
    await this.#client.end().catch(() => {})
  }

  async #ask<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const [, , { rows }] = await Promise.all([
      this.#client.query('begin'),
      this.#client.query(changeAuthority('system', this.#options.database)),
      // Prepared: this connection is not shared, and planning costs more than executing.
      this.#client.query<Row>({ name, text, values }),
      this.#client.query('commit'),
    ])
    return rows
  }

  #notified(): void {
    this.#isNotified = true
    this.#wake?.()
  }
}

const POLL = `
select pg_current_snapshot()::text as snapshot, ${DATABASE_TIME} as at,
  (select pulse from plinth.hosts where id = $2) as pulse,
  exists (select from plinth.hosts where id <> $2 and beat_at > clock_timestamp() - interval '30 seconds') as "hasOthers",
  (select coalesce(json_agg(i.tags), '[]') from plinth.invalidations i
    where i.transaction >= pg_snapshot_xmin($1::pg_snapshot)
      and not pg_visible_in_snapshot(i.transaction, $1::pg_snapshot) and i.host_id <> $2) as tags`

const PRUNE = `
with forgotten as (delete from plinth.hosts where beat_at < clock_timestamp() - interval '1 day')
delete from plinth.invalidations where created_at < clock_timestamp() - make_interval(secs => $1)`
