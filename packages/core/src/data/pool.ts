import { callbackify } from 'node:util'
import pg from 'pg'
import { FairSlots } from '../fairness.ts'
import { CROWDED, UNREACHABLE } from './database-errors.ts'
import { type PostgresSettings, SESSION_SETTINGS, toPostgresSettings, toSetConfig } from './text.ts'
import { processOf, Servers, type ServersOptions } from './servers.ts'

/** Where the database is and how many connections this process may hold. */
export interface DatabaseOptions {
  /** A PostgreSQL connection string. Of several servers, `…@first:5432,second:5432/…`, the one that takes writes is used. */
  readonly url: string
  /**
   * Standbys of that server, which answer reads of requests as far as they have everything that was committed when they are
   * asked. One that is late or gone is left out.
   */
  readonly replicaUrls?: readonly string[]
  /** The server without the pooler in front of it, where hosts call each other and migrations run. Default: `url`. */
  readonly directUrl?: string
  /** Another login of the same database, which owns its tables: for migrations alone. */
  readonly migrationUrl?: string
  /**
   * Lets `url` be a login that owns tables, bypasses row level security or is a superuser: for development. Whoever
   * injects a statement is then all of that. Default: refused.
   */
  readonly privilegedLogin?: boolean
  /** Connections in the pool. Default: 10. */
  readonly poolSize?: number
  /** Connections that the work of one tenant may hold at once. Default: three quarters of them. */
  readonly tenantShare?: number
  /** Named prepared statements. Default: true. Required behind a pooler: whether it tracks them. */
  readonly preparedStatements?: boolean
  /** Milliseconds after which the server cancels a statement. Default: 30,000. */
  readonly statementTimeout?: number
  /**
   * Milliseconds for which a command may wait for something else between two statements: then the server gives up its
   * transaction, and what it has locked is free. Default: 120,000.
   */
  readonly idleTimeout?: number
  /**
   * Bytes that the rows may have which one command changes, before and after it together. Default: 64 MiB. They are
   * kept in the log, and read again to be undone.
   */
  readonly maxRecordedBytes?: number
  /**
   * Called with every statement before it is sent, the pulse excepted: for counting and tracing. What it returns is called
   * when the statement has ended. It never learns values or rows.
   *
   * @example
   * const onStatement: StatementListener = (text, { types }) => {
   *   const span = tracer.startSpan('sql', { attributes: { text, types } })
   *   return ({ rows, code }) => span.setAttributes({ rows, code }).end()
   * }
   */
  readonly onStatement?: StatementListener
}

/** Hears of statements; what it returns hears how one ended. */
export type StatementListener = (text: string, sent: SentStatement) => void | ((ended: EndedStatement) => void)

/** What is told of a statement beside its text, before it is sent. */
export interface SentStatement {
  /** What kind each value is, in the order of `$1`, `$2` …; never the value. */
  readonly types: readonly ValueKind[]
}

/** A value of a statement as it is handed to the driver. */
export type ValueKind = 'null' | 'string' | 'number' | 'bigint' | 'boolean' | 'date' | 'bytes' | 'array' | 'object'

/** How a statement ended. */
export interface EndedStatement {
  /** From when it was handed to the driver, so with the time that it waited behind others of its connection. */
  readonly milliseconds: number
  /** Rows that it returned or changed; 0 for one that failed. */
  readonly rows: number
  /** Set for one that failed: the SQLSTATE, or what Node says of the connection. */
  readonly code?: string
}

export const MAX_RECORDED_BYTES = 64 * 2 ** 20

/** A pool or one of its connections. */
export type Queryable = Pick<pg.ClientBase, 'query'>

/** Opens a pool of a platform: one for the server that takes writes, and one for each replica. */
export function createPool(options: DatabaseOptions & ServersOptions & { readonly patience?: number }): FairPool {
  const { url, poolSize = 10, tenantShare = defaultShare(poolSize), onStatement } = options
  const { acceptsStandby = false, patience = 10_000 } = options
  const pool = new FairPool({
    url,
    acceptsStandby,
    max: poolSize,
    tenantShare,
    settings: toPostgresSettings(options),
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: patience,
    allowExitOnIdle: true,
    application_name: 'plinth',
    // Statements may be sent while others run: a transaction opens, changes its role and ends without waiting.
    pipeline: true,
    ...KEEP_ALIVE,
  })
  // A connection dropped by the server fails the query in flight; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (onStatement) pool.on('connect', (client) => listenIn(client, onStatement))
  return pool
}

/** A server that has gone without a word is noticed by connections that wait. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** How the statements begin by which a host proves, twice a second, that it writes. */
export const PULSE = '/* pulse */'

/** A pool of one or two has nothing to share. */
const defaultShare = (poolSize: number) => (poolSize <= 2 ? poolSize : poolSize - Math.ceil(poolSize / 4))

type QueryCall = [string | { readonly text: string; readonly values?: readonly unknown[] }, ...unknown[]]
type Results = Pick<pg.QueryResult, 'rowCount'>

function listenIn(client: pg.PoolClient, onStatement: StatementListener): void {
  const query = client.query.bind(client) as (...call: unknown[]) => unknown
  const heard = (...call: QueryCall) => {
    const [statement, second] = call
    const { text, values = second } = typeof statement === 'string' ? { text: statement } : statement
    if (text.startsWith(PULSE)) return query(...call)
    const end = onStatement(text, { types: Array.isArray(values) ? values.map(kindOf) : [] })
    return typeof end === 'function' ? queryUntil(query, call, end) : query(...call)
  }
  client.query = heard as typeof client.query
}

/** Tells how a statement ended, after its answer has been handed on. */
function queryUntil(query: (...call: unknown[]) => unknown, call: QueryCall, end: (ended: EndedStatement) => void) {
  const begunAt = performance.now()
  const tell = (error: unknown, results?: Results | readonly Results[]) => {
    const rows = [results ?? []].flat().reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
    const code = (error as { code?: string } | null)?.code ?? (error ? 'unknown' : undefined)
    end({ milliseconds: performance.now() - begunAt, rows, ...(code !== undefined && { code }) })
  }
  const callback = call.at(-1)
  if (typeof callback === 'function')
    return query(...call.slice(0, -1), (error: unknown, results?: Results) => {
      callback(error, results)
      tell(error, results)
    })
  const answer = query(...call)
  if (answer instanceof Promise) answer.then((results: Results) => tell(null, results), tell)
  return answer
}

function kindOf(value: unknown): ValueKind {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  if (value instanceof Date) return 'date'
  if (value instanceof Uint8Array) return 'bytes'
  const kind = typeof value
  return kind === 'string' || kind === 'number' || kind === 'bigint' || kind === 'boolean' ? kind : 'object'
}

/**
 * Sends a statement on a connection. Where pg is told no function to answer to, it assigns a literal of its own to a
 * property, and V8 makes such functions old objects: the request that waits and all rows would be kept until the next
 * collection of everything.
 */
export async function sendStatement(client: pg.ClientBase, query: pg.QueryConfig | string): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      // A copy, because pg notes the function in it.
      const config = typeof query === 'string' ? { text: query } : { ...query }
      client.query(config, (error, result) => (error ? reject(error) : resolve(result)))
    })
  } catch (error) {
    // The stack of the caller, not of the reader of the answer.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/**
 * Sends statements in one message, and returns the result of each part. They run in order, and when one fails,
 * the transaction refuses those after it. Where `begin` itself fails there is none, and their results are dropped with it.
 */
export function sendStatements(
  client: pg.PoolClient,
  parts: readonly (readonly pg.QueryConfig[])[],
): Promise<pg.QueryResult[]>[] {
  const { stream } = client.connection
  stream.cork()
  const answers = parts.map((part) => Promise.all(part.map((statement) => sendStatement(client, statement))))
  stream.uncork()
  return answers
}

const DATES = [1082, 1114, 1184, 1186]

/** What MikroORM expects of dates: the server's own text. */
export const entityTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') =>
    DATES.includes(oid)
      ? (text: string) => text
      : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

const INT8 = 20
const TIMESTAMPTZ = 1184

/** What lean reads give: ISO 8601 timestamps and counts as numbers, ready for JSON. */
export const plainTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text') => {
    if (oid === TIMESTAMPTZ) return toIso
    if (oid === INT8) return Number
    return DATES.includes(oid) ? (text: string) => text : pg.types.getTypeParser(oid, format)
  }) as typeof pg.types.getTypeParser,
}

/** `2026-01-31 12:00:00.5+00` as the server writes it in UTC, to ISO 8601. */
function toIso(text: string): string {
  return new Date(text.replace(' ', 'T').replace(/\+00$/, 'Z')).toISOString()
}

/** Result of a statement, and of the change of authority that was sent ahead of it. */
export type StatementResult = PromiseSettledResult<readonly pg.QueryResult[]>

export const isFailed = (answer: StatementResult): answer is PromiseRejectedResult => answer.status === 'rejected'

/** The server answers the statements of one text one by one, the condition last. */
export function withCondition(opened: StatementResult): StatementResult {
  if (isFailed(opened)) return opened
  const [results] = opened.value as unknown as readonly (readonly pg.QueryResult<{ holds: unknown }>[])[]
  if (results?.at(-1)?.rows[0]?.holds === true) return opened
  return { status: 'rejected', reason: new Error('The server is not the one, or not yet where it has to be') }
}

const REFUSALS = {
  full: 'Too much work of one tenant waits for a connection',
  late: 'No connection became free in time',
}

interface FairPoolOptions extends Omit<pg.PoolConfig, 'connectionString'>, ServersOptions {
  /** Where to connect; it may name several servers. */
  readonly url: string
  readonly max: number
  /** The number of connections that one tenant may hold. */
  readonly tenantShare: number
  /** What every statement needs to find, by the names of PostgreSQL's settings. */
  readonly settings: PostgresSettings
}

/** A pool of connections that tenants share, to one of its servers. */
export class FairPool extends pg.Pool {
  readonly #slots: FairSlots
  readonly #servers: Servers
  readonly #setConfigs: readonly string[]
  /** Connections whose session is theirs alone, not lent by a pooler: they have their settings. */
  readonly #configured: WeakSet<pg.ClientBase>

  constructor({ url, acceptsStandby, tenantShare, settings, ...config }: FairPoolOptions) {
    const servers = new Servers(url, { acceptsStandby })
    const configured = new WeakSet<pg.ClientBase>()
    const onConnect = async (client: pg.ClientBase) => {
      if (await applySettings(client as pg.Client, { ...settings, ...SESSION_SETTINGS })) configured.add(client)
    }
    super({ ...config, Client: servers.Client, onConnect })
    this.#servers = servers
    this.#setConfigs = toSetConfig(settings, 'transaction')
    this.#configured = configured
    this.#slots = new FairSlots({
      slots: config.max,
      share: tenantShare,
      longestLine: 1_000,
      patience: config.connectionTimeoutMillis ?? 10_000,
      refuse: (why) => Object.assign(new Error(REFUSALS[why]), { code: CROWDED }),
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: PgConnectCallback): void
  override connect(callback?: PgConnectCallback): Promise<pg.PoolClient> | void {
    const connected = this.#servers.isSingle ? super.connect() : this.#servers.tryEach(() => super.connect())
    if (!callback) return connected
    callbackify(() => connected)(callback as CheckoutCallback)
  }

  /** Calls of `set_config` with which a transaction of this connection has to begin. */
  openingSettings(client: pg.PoolClient): readonly string[] {
    return this.#configured.has(client) ? [] : this.#setConfigs
  }

  /** Ends connections to a server that does not answer any more. */
  giveUp(lost: Parameters<Servers['giveUp']>[0]): void {
    this.#servers.giveUp(lost)
  }

  /** How many connections work has; undefined where this line would have to wait for one. */
  takenBefore(line: string): number | undefined {
    return this.#slots.takenBefore(line)
  }

  /** A connection for the work of a tenant, or of a purpose of the platform, when it is its turn. Release it as usual. */
  async connectFor(line: string): Promise<pg.PoolClient> {
    const client = await this.#connectInTurn(line)
    const release = client.release
    const leave = (broken?: Error | boolean) => {
      release.call(client, broken)
      this.#slots.leave(line)
    }
    client.release = leave
    return client
  }

  async #connectInTurn(line: string): Promise<pg.PoolClient> {
    await this.#slots.enter(line)
    try {
      return await this.connect()
    } catch (error) {
      this.#slots.leave(line)
      // MikroORM rewraps errors and keeps no more of them than message and code.
      throw Object.assign(new Error('The database cannot be reached', { cause: error }), { code: UNREACHABLE })
    }
  }
}

/**
 * Sets the settings of a new session, once, and returns true. Not behind a pooler, which lends sessions and names a
 * process of its own making: there each transaction sets them for itself.
 */
async function applySettings(client: pg.Client, settings: PostgresSettings): Promise<boolean> {
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`)
  const { rowCount } = await client.query(
    `select set_config(name, value, false) from (values ${values.join(', ')}) setting (name, value)
      where pg_backend_pid() = ${Number(processOf(client))}`,
  )
  return rowCount !== 0
}

/** As `pg` declares it; its own `query`, the only caller that has one, releases the client itself. */
type PgConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (broken?: Error | boolean) => void,
) => void
type CheckoutCallback = (error: Error | null, client?: pg.PoolClient) => void
