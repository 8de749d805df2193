import type pg from 'pg'
import { LOG_POSITION, type LogPosition } from '../data/replica.ts'
import { processOf, type Servers } from '../data/servers.ts'
import { changeAuthority, type Database } from '../data/statements.ts'
import { EVERYTHING } from './caches.ts'

/** The channel on which hosts call each other to look. */
const CHANNEL = 'plinth'

/** Milliseconds after which a look that is not answered has failed. */
const TIMEOUT = 2_000

/** Rows older than this are gone. A look that comes half as late forgets everything, for it may have missed some. */
const KEPT_SECONDS = 60

interface LookoutOptions {
  readonly servers: Servers
  readonly hostId: string
  readonly database: Pick<Database, 'key' | 'statements'>
  readonly onTags: (tags: readonly string[]) => void
}

interface Look {
  readonly snapshot: string
  readonly at: number
  readonly pulse: string | null
  readonly tags: readonly (readonly string[])[]
}

/** One connection that sees what other hosts have invalidated. */
export class Lookout {
  readonly #client: pg.Client
  readonly #options: LookoutOptions
  /** What had been committed when this last looked. */
  #snapshot = ''
  /** When it did, in seconds of the server's clock. */
  #lookedAt = Infinity
  #isCalled = false
  #isClosed = false
  #wake: (() => void) | undefined

  private constructor(client: pg.Client, options: LookoutOptions) {
    this.#client = client
    this.#options = options
    client.on('error', () => this.#called())
    client.on('notification', ({ processId }) => {
      if (processId !== processOf(client)) this.#called()
    })
  }

  /** Connects, and begins with invalidations from now on. */
  static open(options: LookoutOptions): Promise<Lookout> {
    return options.servers.tryEach(() => Lookout.#open(options))
  }

  static async #open(options: LookoutOptions): Promise<Lookout> {
    const client = new options.servers.Client({
      application_name: 'plinth lookout',
      query_timeout: TIMEOUT,
      connectionTimeoutMillis: TIMEOUT,
      keepAlive: true,
      pipeline: true,
    })
    const lookout = new Lookout(client, options)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
      lookout.#snapshot = rows[0]!.snapshot
      return lookout
    } catch (error) {
      await lookout.close()
      throw error
    }
  }

  /** Resolves when another host calls, or after so many milliseconds. */
  async called(milliseconds: number): Promise<void> {
    if (!this.#isCalled && !this.#isClosed) {
      await new Promise<void>((wake) => {
        this.#wake = wake
        setTimeout(wake, milliseconds).unref()
      })
    }
    this.#isCalled = false
  }

  /** Has a look that is waited for begin at once. */
  wake(): void {
    this.#called()
  }

  /** Passes on the invalidations that were committed since the last poll, and returns this host's newest pulse among them. */
  async look(): Promise<number> {
    const [row] = await this.#ask<Look>('look', LOOK, [this.#snapshot, this.#options.hostId])
    const { snapshot, at, pulse, tags } = row!
    const isLate = at - this.#lookedAt > KEPT_SECONDS / 2
    this.#snapshot = snapshot
    this.#lookedAt = at
    const staleTags = isLate ? [EVERYTHING] : tags.flat()
    if (staleTags.length > 0) this.#options.onTags(staleTags.includes(EVERYTHING) ? [EVERYTHING] : staleTags)
    return Number(pulse ?? 0)
  }

  /** How far the log of the server has come. */
  async position(): Promise<LogPosition> {
    const { rows } = await this.#client.query<LogPosition>({ name: 'position', text: LOG_POSITION, values: [] })
    return rows[0]!
  }

  /** Calls the other hosts; a call that is lost costs them the time to their next look. */
  call(): void {
    this.#client.query(`notify ${CHANNEL}`).catch(() => {})
  }

  /** Forgets what every host has seen or missed for good. */
  async prune(): Promise<void> {
    await this.#ask('prune', PRUNE, [KEPT_SECONDS])
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#called()
    await this.#client.end().catch(() => {})
  }

  async #ask<Row extends pg.QueryResultRow>(name: string, text: string, values: unknown[]): Promise<Row[]> {
    const [, , { rows }] = await Promise.all([
      this.#client.query('begin'),
      this.#client.query(changeAuthority('system', this.#options.database)),
      // Prepared: this connection is its own, and planning costs more than looking.
      this.#client.query<Row>({ name, text, values }),
      this.#client.query('commit'),
    ])
    return rows
  }

  #called(): void {
    this.#isCalled = true
    this.#wake?.()
  }
}

const LOOK = `
select pg_current_snapshot()::text as snapshot, extract(epoch from clock_timestamp())::float8 as at,
  (select pulse from plinth.hosts where id = $2) as pulse,
  (select coalesce(json_agg(i.tags), '[]') from plinth.invalidations i
    where i.transaction >= pg_snapshot_xmin($1::pg_snapshot)
      and not pg_visible_in_snapshot(i.transaction, $1::pg_snapshot) and i.host_id <> $2) as tags`

const PRUNE = `
with forgotten as (delete from plinth.hosts where beat_at < clock_timestamp() - interval '1 day')
delete from plinth.invalidations where created_at < clock_timestamp() - make_interval(secs => $1)`
