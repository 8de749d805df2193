import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { brokenSetup, PlatformError } from '../../errors.ts'
import type { DatabaseOptions } from './database-options.ts'
import { createPool, type FairPool, KEEP_ALIVE } from './pool.ts'
import type { TransactionOptions } from './transaction.ts'

/** A position in the log of the primary server. */
export interface LogPosition {
  /** The identifier of the cluster, shared by its standbys. */
  readonly system: string
  /** Changes with each failover. */
  readonly timeline: number
  readonly reached: string
}

/**
 * Reads the primary's log position. Anything it has not flushed yet has not been confirmed to a client, unless it commits
 * asynchronously.
 */
export const LOG_POSITION = `
select system_identifier::text as system, ('x' || left(pg_walfile_name(reached), 8))::bit(32)::int as timeline,
  reached::text from pg_control_system(), lateral (select case when current_setting('synchronous_commit') = 'off'
    then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as reached) log`

export interface ReplicasOptions {
  readonly options: DatabaseOptions
  /** A replica that has reached it shows everything committed before the call. */
  readonly position: () => Promise<LogPosition>
  /** Throws for a login that must not be used. */
  readonly check: (replica: pg.Client) => Promise<void>
  /** Called when a replica is used from now on, or with the reason why it is not. */
  readonly onChange: (server: string, refusal: Error | undefined) => void
}

/** Milliseconds between two checks of a replica. */
const CHECK_EVERY = 500
/** Milliseconds after which a server counts as unresponsive. */
const PATIENCE = 1_000
/** Maximum lag of a replica in milliseconds. */
const LAG = 20

/** A standby. A separate connection checks whether it is available, and how far it has replayed. */
export class Replica {
  /** Host and port. */
  readonly server: string
  /** The number of statements that it has handled. */
  reads = 0
  readonly #url: string
  readonly #options: ReplicasOptions
  readonly #pool: FairPool
  #checker: pg.Client | undefined
  #refusal: Error | undefined = new Error('It has not been checked yet')
  #isStopped = false
  #running: Promise<void> = Promise.resolve()
  #wake: (() => void) | undefined

  constructor(url: string, options: ReplicasOptions) {
    this.server = new URL(url).host
    this.#url = url
    this.#options = options
    this.#pool = createPool({ ...options.options, url, acceptsStandby: true, patience: PATIENCE })
  }

  /** False while it is skipped. */
  get isUsed(): boolean {
    return this.#refusal === undefined
  }

  /** The number of connections in use; undefined if it is skipped, or if the tenant would have to wait. */
  takenBefore(line: string): number | undefined {
    return this.isUsed ? this.#pool.takenBefore(line) : undefined
  }

  /** A reader whose results are only used once everything committed before it was opened has been replayed. */
  toReader({ scope, policies, database }: TransactionOptions): TransactionOptions {
    const condition = async () => {
      const { system, timeline, reached } = await this.#options.position()
      return `plinth.has_arrived(${system}, ${timeline}, '${reached}')`
    }
    return { scope, policies, database: { ...database, pool: this.#pool }, condition }
  }

  /** Throws `broken_setup` if this is not a replica of this platform. A replica that is unavailable is skipped. */
  async start(): Promise<void> {
    await this.#check().catch((error: unknown) => {
      if (error instanceof PlatformError) throw error
      this.#leave(error)
    })
    this.#running = this.#run()
  }

  /** Checks it immediately, after something unexpected. */
  checkNow(): void {
    this.#wake?.()
  }

  async close(): Promise<void> {
    this.#isStopped = true
    this.#wake?.()
    await this.#running
    await this.#checker?.end().catch(() => {})
    await this.#pool.end()
  }

  async #run(): Promise<void> {
    for (;;) {
      await new Promise<void>((wake) => {
        this.#wake = wake
        setTimeout(wake, CHECK_EVERY).unref()
      })
      if (this.#isStopped) return
      await this.#check().catch((error: unknown) => this.#leave(error))
    }
  }

  async #check(): Promise<void> {
    const checker = (this.#checker ??= await this.#connect())
    const position = await this.#options.position().catch((cause: unknown) => {
      // Not an error of this server: its readers continue.
      throw new NoReplica('The log position of the primary is not known', { cause })
    })
    await sleep(LAG)
    const { rows } = await inTime(checker.query<ReplicaState>(STATE, [position.reached]))
    assertFollows(rows[0]!, position)
    if (this.isUsed) return
    // Rights are replicated like everything else.
    await inTime(this.#options.check(checker))
    this.#refusal = undefined
    this.#options.onChange(this.server, undefined)
  }

  async #connect(): Promise<pg.Client> {
    const checker = new pg.Client({
      connectionString: this.#url,
      application_name: 'plinth replica check',
      connectionTimeoutMillis: PATIENCE,
      ...KEEP_ALIVE,
    })
    checker.on('error', () => this.checkNow())
    await checker.connect()
    return checker
  }

  /** Skips it. Reads that wait for it are sent to another server. */
  #leave(reason: unknown): void {
    const refusal = reason instanceof Error ? reason : new Error(String(reason))
    if (!(refusal instanceof NoReplica)) {
      void this.#checker?.end().catch(() => {})
      this.#checker = undefined
      this.#pool.giveUp({ before: Infinity })
    }
    const isNews = this.#refusal?.message !== refusal.message
    this.#refusal = refusal
    if (isNews) this.#options.onChange(this.server, refusal)
  }
}

interface ReplicaState {
  readonly isStandby: boolean
  readonly system: string
  readonly timeline: number
  readonly hasArrived: boolean | null
}

const STATE = `
select pg_is_in_recovery() as "isStandby", (select system_identifier::text from pg_control_system()) as system,
  (select min_recovery_end_timeline from pg_control_recovery()) as timeline,
  pg_last_wal_replay_lsn() >= $1 as "hasArrived"`

/** A server that responds but is not a replica, or not at the moment. */
export class NoReplica extends Error {}

function assertFollows({ isStandby, system, timeline, hasArrived }: ReplicaState, primary: LogPosition): void {
  if (system !== primary.system)
    throw brokenSetup(
      'A server of `database.replicaUrls` belongs to a different cluster than the server of `database.url`',
    )
  if (!isStandby) throw new NoReplica('It takes writes')
  if (timeline !== primary.timeline)
    throw new NoReplica(`It follows timeline ${timeline}, and the primary is on ${primary.timeline}`)
  if (!hasArrived) throw new NoReplica('It lags behind the primary')
}

/** Rejects if no result arrives in time. */
export async function inTime<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('No answer in time')), PATIENCE)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}
