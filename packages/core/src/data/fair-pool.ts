import { callbackify } from 'node:util'
import pg from 'pg'
import { UNREACHABLE } from './database-errors.ts'
import { FairSlots } from '../fair-slots.ts'
import { Servers } from './servers.ts'
import { processOf } from './sessions.ts'

const REFUSALS = {
  full: 'Too much work of one tenant waits for a connection',
  late: 'No connection became free in time',
}

export interface FairPoolOptions extends Omit<pg.PoolConfig, 'connectionString'> {
  /** Where to connect; it may name several servers. */
  readonly url: string
  readonly max: number
  /** The number of connections that one tenant may hold. */
  readonly tenantShare: number
  /** What every statement needs to find, by the names of PostgreSQL's settings. */
  readonly settings: Settings
}

/** Values of PostgreSQL's settings by their names. */
export type Settings = Readonly<Record<string, string | number>>

/** A pool of connections that tenants share, to the one of its servers that takes writes. */
export class FairPool extends pg.Pool {
  readonly #places: FairSlots
  readonly #servers: Servers
  readonly #calls: readonly string[]
  /** Those whose session is their own. */
  readonly #settled: WeakSet<pg.ClientBase>

  constructor({ url, tenantShare, settings, ...config }: FairPoolOptions) {
    const servers = new Servers(url)
    const settled = new WeakSet<pg.ClientBase>()
    const onConnect = async (client: pg.ClientBase) => {
      if (await settle(client as pg.Client, settings)) settled.add(client)
    }
    super({ ...config, Client: servers.Client, onConnect })
    this.#servers = servers
    this.#calls = toCalls(settings, 'transaction')
    this.#settled = settled
    this.#places = new FairSlots({
      places: config.max,
      share: tenantShare,
      longestLine: 1_000,
      patience: config.connectionTimeoutMillis ?? 10_000,
      refuse: (why) => new Error(REFUSALS[why]),
    })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    const connected = this.#servers.tryEach(() => super.connect())
    if (!callback) return connected
    callbackify(() => connected)(callback as Answered)
  }

  /** Calls of `set_config` with which a transaction of this connection has to begin. */
  settingsOf(client: pg.PoolClient): readonly string[] {
    return this.#settled.has(client) ? [] : this.#calls
  }

  /** A connection for the work of a tenant, when it is its turn. Release it as usual. */
  async connectFor(tenantId: string): Promise<pg.PoolClient> {
    const client = await this.#connectInTurn(tenantId).catch((error: unknown) => {
      // MikroORM rewraps errors and keeps no more of them than message and code.
      throw Object.assign(new Error('The database cannot be reached', { cause: error }), { code: UNREACHABLE })
    })
    const release = client.release
    const leave = (broken?: Error | boolean) => {
      release.call(client, broken)
      this.#places.leave(tenantId)
    }
    client.release = leave
    return client
  }

  async #connectInTurn(tenantId: string): Promise<pg.PoolClient> {
    await this.#places.enter(tenantId)
    try {
      return await this.connect()
    } catch (error) {
      this.#places.leave(tenantId)
      throw error
    }
  }
}

/** Calls that give settings their values. */
export function toCalls(settings: Settings, until: 'transaction' | 'session'): readonly string[] {
  return Object.entries(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', ${until === 'transaction'})`,
  )
}

/**
 * Tells a new session the settings, once, and answers true. A pooler names a process of its own making and lends sessions:
 * there nothing is told, and each transaction says it for itself.
 */
async function settle(client: pg.Client, settings: Settings): Promise<boolean> {
  const values = Object.entries(settings).map(([name, value]) => `('${name}', '${value}')`)
  const { rowCount } = await client.query(
    `select set_config(name, value, false) from (values ${values.join(', ')}) told (name, value)
      where pg_backend_pid() = ${Number(processOf(client))}`,
  )
  return rowCount !== 0
}

/** As `pg` declares it; its own `query`, the only caller that has one, releases the client itself. */
type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (broken?: Error | boolean) => void,
) => void
type Answered = (error: Error | null, client?: pg.PoolClient) => void
