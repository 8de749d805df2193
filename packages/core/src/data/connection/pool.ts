import pg from 'pg'
import { callbackify } from 'node:util'
import { FairSlots } from '../../fairness/fair-slots.ts'
import { noteResumed } from '../../fairness/loop-time.ts'
import { NO_SCOPE } from '../query/scope.ts'
import { isUuid } from '../query/uuid.ts'
import { DATABASE_TIME, type DatabaseClock } from './database-clock.ts'
import { CROWDED, UNREACHABLE } from './database-errors.ts'
import type { DatabaseOptions } from './database-options.ts'
import { listenIn, type StatementResult } from './send-statement.ts'
import { Trouble, watchTrouble } from './trouble.ts'
import { assertTakesWrites, processOf, Servers, type ServersOptions } from './servers.ts'
import { type PostgresSettings, SESSION_SETTINGS, toPostgresSettings, toSetConfig } from './postgres-settings.ts'

/** A pool or one of its connections. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Opens a connection pool: one for the primary server, and one for each replica. */
export function createPool(options: DatabaseOptions & ServersOptions & PoolOptions): FairPool {
  const { url, poolSize = 10, tenantShare = defaultShare(poolSize), onStatement, onTenantWork, clock } = options
  const { acceptsStandby = false, patience = 10_000, onNotice } = options
  const pool = new FairPool({
    url,
    acceptsStandby,
    max: poolSize,
    tenantShare,
    onTenantWork,
    settings: toPostgresSettings(options),
    clock,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: patience,
    allowExitOnIdle: true,
    application_name: 'plinth',
    // Statements may be pipelined: a transaction begins, changes its role and ends without waiting.
    pipeline: true,
    ...KEEP_ALIVE,
  })
  // A connection dropped by the server fails the running query; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('connect', (client) => watchTrouble(client, pool.trouble))
  if (onStatement) pool.on('connect', (client) => listenIn(client, onStatement))
  if (onNotice) pool.on('connect', (client) => client.on('notice', ({ message }) => onNotice(message ?? '')))
  return pool
}

interface PoolOptions {
  /** Milliseconds to wait for a connection. */
  readonly patience?: number
  /** Learns the time of the server from each new connection. */
  readonly clock?: DatabaseClock
}

/**
 * Milliseconds after which the rollback of a reader is sent if nothing else has used its connection. Until then, the reader holds
 * weak locks on the tables that it has read, but no snapshot.
 */
const ROLL_BACK_AFTER = 20

/** Lets waiting connections detect a server that has silently disappeared. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** A pool of one or two connections has nothing to share. */
const defaultShare = (poolSize: number) => (poolSize <= 2 ? poolSize : poolSize - Math.ceil(poolSize / 4))

/** The server returns one result per statement of the text, with the condition last. */
export function withCondition(opened: StatementResult): StatementResult {
  if (opened.status === 'rejected') return opened
  const [results] = opened.value as unknown as readonly (readonly pg.QueryResult<{ holds: unknown }>[])[]
  if (results?.at(-1)?.rows[0]?.holds === true) return opened
  return { status: 'rejected', reason: new Error('The server is not the expected one, or has not caught up yet') }
}

const REFUSALS = {
  full: 'Too much work is already waiting for a connection',
  late: 'No connection became free in time',
}

/** Other lines are those of the platform itself. */
const isTenant = (line: string) => line !== NO_SCOPE.tenantId && isUuid(line)

/** A connection in use. It is busy until its statements have been answered, since a time of `performance.now`. */
interface LentConnection {
  readonly line: string
  isBusy: boolean
  since: number
}

/** Milliseconds after which a new connection plans its statements again. */
const REPLAN_AFTER = 1_000

/** When a connection was opened and when it plans its statements again, in times of `performance.now`. */
interface Plans {
  readonly openedAt: number
  replanAt: number
}

/**
 * Whether the plans of a connection are to be made again: each time its age has doubled. PostgreSQL keeps the plan of a prepared
 * statement until the statistics of its tables change, and autovacuum notices new rows only after a minute or more. Until then, a
 * plan for a nearly empty table may read all rows of a tenant.
 *
 * Measured with 2,000 people whom SCIM synchronizes into an empty database, in two alternating pairs: the last 500 cost PostgreSQL
 * 24 % less CPU time, and looking everybody up again costs it 56 % less.
 */
function isStale(plans: Plans): boolean {
  const now = performance.now()
  if (now < plans.replanAt) return false
  plans.replanAt = now + (now - plans.openedAt)
  return true
}

interface FairPoolOptions extends Omit<pg.PoolConfig, 'connectionString'>, ServersOptions {
  /** The connection string; it can list several servers. */
  readonly url: string
  readonly max: number
  /** Maximum number of connections per tenant. */
  readonly tenantShare: number
  readonly onTenantWork: DatabaseOptions['onTenantWork']
  /** Settings that every statement relies on, by their PostgreSQL names. */
  readonly settings: PostgresSettings
  readonly clock: DatabaseClock | undefined
}

/** A pool of connections to one server, shared fairly between tenants. */
export class FairPool extends pg.Pool {
  readonly #slots: FairSlots
  readonly #lent = new WeakMap<pg.PoolClient, LentConnection>()
  readonly #onTenantWork: DatabaseOptions['onTenantWork']
  readonly #servers: Servers
  readonly #setConfigs: readonly string[]
  readonly trouble = new Trouble()
  /** Connections with their own session, not lent by a pooler, to which the settings have been applied. */
  readonly #configured: WeakMap<pg.ClientBase, Plans>
  /** Idle connections whose last reader has ended, but has not been rolled back. */
  readonly #unfinished = new Set<pg.ClientBase>()
  #rollingBack: NodeJS.Timeout | undefined

  constructor(options: FairPoolOptions) {
    const { url, acceptsStandby, tenantShare, onTenantWork, settings, clock, ...config } = options
    const servers = new Servers(url, { acceptsStandby })
    const configured = new WeakMap<pg.ClientBase, Plans>()
    const onConnect = async (client: pg.ClientBase) => {
      const sentAt = performance.now()
      const opened = await applySettings(client as pg.Client, { ...settings, ...SESSION_SETTINGS })
      clock?.read({ sentAt, receivedAt: performance.now(), time: opened.time })
      const openedAt = performance.now()
      if (opened.isOwn) configured.set(client, { openedAt, replanAt: openedAt + REPLAN_AFTER })
    }
    super({ ...config, Client: servers.Client, onConnect })
    this.#servers = servers
    this.#onTenantWork = onTenantWork
    this.#setConfigs = toSetConfig(settings, 'transaction')
    this.#configured = configured
    this.#slots = new FairSlots({
      slots: config.max,
      share: tenantShare,
      longestLine: 1_000,
      patience: config.connectionTimeoutMillis ?? 10_000,
      crowded: { busy: Math.ceil(config.max / 4), patience: 1_000, isOwner: isTenant },
      refuse: (why) => Object.assign(new Error(REFUSALS[why]), { code: CROWDED }),
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: PgConnectCallback): void
  override connect(callback?: PgConnectCallback): Promise<pg.PoolClient> | void {
    const connected = this.#checkOut().then((client) => {
      if (this.#unfinished.delete(client)) rollBack(client)
      return client
    })
    if (!callback) return connected
    callbackify(() => connected)(callback as CheckoutCallback)
  }

  #checkOut(): Promise<pg.PoolClient> {
    return this.#servers.isSingle ? super.connect() : this.#servers.tryEach(() => super.connect())
  }

  /** The statements that begin a transaction in this mode on the connection, and end what a reader has left. */
  beginning(client: pg.PoolClient, mode: string): readonly string[] {
    const left = this.#unfinished.delete(client) ? ['rollback'] : []
    const plans = this.#configured.get(client)
    const isSet = this.#setConfigs.length === 0 || plans !== undefined
    const settings = isSet ? [] : [`select ${this.#setConfigs.join(', ')}`]
    return [...left, `begin ${mode}`, ...(plans && isStale(plans) ? ['discard plans'] : []), ...settings]
  }

  /**
   * Releases the connection of a reader without waiting for its rollback, which is sent together with the next transaction, or
   * shortly afterwards. Behind a pooler, the connection would be kept from others, so there it rolls back at once.
   *
   * Measured with reads of one statement, in twelve alternating pairs: 13 % less CPU time of the host at the median, 30 % less of
   * PostgreSQL.
   */
  releaseReader(client: pg.PoolClient): void {
    if (!this.#configured.has(client) || client.getTransactionStatus() !== 'T') rollBack(client)
    else {
      this.#unfinished.add(client)
      if (this.#rollingBack === undefined)
        this.#rollingBack = setTimeout(() => this.#rollBackAll(), ROLL_BACK_AFTER).unref()
    }
    client.release()
  }

  #rollBackAll(): void {
    this.#rollingBack = undefined
    for (const client of this.#unfinished) rollBack(client)
    this.#unfinished.clear()
  }

  /** Closes connections to a server that no longer responds. */
  giveUp(lost: Parameters<Servers['giveUp']>[0]): void {
    this.#servers.giveUp(lost)
  }

  /** The number of connections in use; undefined if work in this queue would have to wait for one. */
  takenBefore(line: string): number | undefined {
    return this.#slots.takenBefore(line)
  }

  /** Releases the connection and throws if its server is read-only. */
  assertTakesWrites(client: pg.PoolClient): void {
    try {
      assertTakesWrites(client)
    } catch (error) {
      this.trouble.note(error)
      client.release()
      throw error
    }
  }

  /** Waits for a connection for the work of a tenant, or for a purpose of the platform. Release it as usual. */
  async connectFor(line: string): Promise<pg.PoolClient> {
    const client = await this.#connectInTurn(line)
    const release = client.release
    this.#lent.set(client, { line, isBusy: true, since: performance.now() })
    const leave = (broken?: Error | boolean) => {
      release.call(client, broken)
      if (this.#lent.get(client)?.isBusy) this.#tellWork(client)
      else this.goOn(client)
      this.#slots.leave(line)
    }
    client.release = leave
    return client
  }

  /** The statements on this connection have been answered, and the next ones are not known yet. */
  rest(client: pg.PoolClient): void {
    const lent = this.#lent.get(client)
    if (!lent?.isBusy) return
    this.#tellWork(client)
    noteResumed()
    lent.isBusy = false
    this.#slots.rest(lent.line)
  }

  /** More statements are sent on it. */
  goOn(client: pg.PoolClient): void {
    const lent = this.#lent.get(client)
    if (!lent || lent.isBusy) return
    lent.isBusy = true
    lent.since = performance.now()
    this.#slots.goOn(lent.line)
  }

  #tellWork(client: pg.PoolClient): void {
    const { line, since } = this.#lent.get(client)!
    if (this.#onTenantWork && isTenant(line)) this.#onTenantWork(line, performance.now() - since)
  }

  async #connectInTurn(line: string): Promise<pg.PoolClient> {
    await this.#slots.enter(line)
    try {
      return await this.#checkOut()
    } catch (error) {
      this.#slots.leave(line)
      throw Object.assign(new Error('The database cannot be reached', { cause: error }), { code: UNREACHABLE })
    }
  }
}

/** Sends a rollback. If it fails, the connection is broken, which its next statement finds out. */
const rollBack = (client: pg.ClientBase) => void client.query('rollback').catch(() => {})

/**
 * Applies the settings to a new session, once, and reads the time of the server. Behind a pooler, which lends sessions and
 * reports its own process id, it applies nothing: there, each transaction applies the settings.
 */
async function applySettings(client: pg.Client, settings: PostgresSettings): Promise<{ isOwn: boolean; time: string }> {
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`)
  const { rows } = await client.query<{ applied: number; time: string }>(
    `select count(set_config(name, value, false))::int as applied, ${DATABASE_TIME} as time
      from (values ${values.join(', ')}) setting (name, value) where pg_backend_pid() = ${Number(processOf(client))}`,
  )
  const { applied, time } = rows[0]!
  return { isOwn: applied > 0, time }
}

/** As declared by `pg`; its own `query`, the only caller that passes a callback, releases the client itself. */
type PgConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (broken?: Error | boolean) => void,
) => void

type CheckoutCallback = (error: Error | null, client?: pg.PoolClient) => void
