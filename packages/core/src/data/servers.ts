import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { callbackify } from 'node:util'
import pg from 'pg'

/** One connection string for each server that `postgres://user@first:5432,second:5432/product` names. */
export function toServerUrls(url: string): readonly string[] {
  const [, before = '', servers = '', after = ''] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return servers === '' ? [url] : servers.split(',').map((server) => `${before}${server}${after}`)
}

/** What the network and the server say of a server that cannot be written to now. */
const STANDBY = { message: 'The server is a standby, which takes no writes', code: '57P03' }

export interface ServersOptions {
  /** Lets a standby be connected to. Default: only a server that takes writes. */
  readonly acceptsStandby?: boolean
}

/**
 * The servers of one connection string. Connects to the one that takes writes; a failed attempt moves on to the next.
 */
export class Servers {
  /** For `pg`: connects to the server that is thought to take writes. */
  readonly Client: typeof pg.Client
  /** Whether there is no other one to try. */
  readonly isSingle: boolean
  readonly #urls: readonly string[]
  /** Its connections, and when they were opened, by the clock of `performance.now`. */
  readonly #opened = new Map<pg.Client, number>()
  #current = 0
  #failures = 0

  constructor(url: string, { acceptsStandby = false }: ServersOptions = {}) {
    const urls = toServerUrls(url)
    const leave = (server: number) => {
      this.#failures++
      if (this.#current === server) this.#current = (server + 1) % urls.length
    }
    const currentServer = () => this.#current
    const opened = this.#opened
    this.#urls = urls
    this.isSingle = urls.length === 1
    this.Client = class extends pg.Client {
      readonly #chosen = currentServer()
      #isStandby = false

      constructor(config: pg.ClientConfig) {
        super({ ...config, connectionString: urls[currentServer()]! })
        // Servers tell it from version 14 on; poolers do not, and choose by themselves.
        this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
          if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
        })
      }

      override connect(): Promise<pg.Client>
      override connect(callback: ConnectCallback): void
      override connect(callback?: ConnectCallback): Promise<pg.Client> | void {
        const connected = this.#connect()
        if (!callback) return connected
        callbackify(() => connected)(callback)
      }

      async #connect(): Promise<pg.Client> {
        try {
          await super.connect()
          if (acceptsStandby || !this.#isStandby) {
            opened.set(this, performance.now())
            this.once('end', () => opened.delete(this))
            return this
          }
          await this.end()
          throw Object.assign(new Error(STANDBY.message), { code: STANDBY.code })
        } catch (error) {
          leave(this.#chosen)
          throw error
        }
      }
    }
  }

  /** Connects, to as many servers as there are. What fails for another reason than a server is not tried again. */
  async tryEach<T>(connect: () => Promise<T>): Promise<T> {
    for (let remaining = this.#urls.length; ; remaining--) {
      const before = this.#failures
      try {
        return await connect()
      } catch (error) {
        if (remaining <= 1 || this.#failures === before) throw error
      }
    }
  }

  /** Ends connections that were opened before this moment. The next one is to `server`, where it is one of these. */
  giveUp({ before, server }: { readonly before: number; readonly server?: string | undefined }): void {
    const found = this.#urls.findIndex((url) => addressOf(new pg.Client(url)) === server)
    if (found !== -1) this.#current = found
    for (const [{ connection }, at] of this.#opened) if (at <= before) connection.stream.destroy()
  }
}

/** Host and port. */
export const addressOf = ({ host, port }: pg.Client) => `${host}:${port}`

type ConnectCallback = (error: Error | null) => void

interface Parameter {
  readonly parameterName: string
  readonly parameterValue: string
}

/** Milliseconds to wait for a notification through a pooler. */
const PATIENCE = 2_000

/** The server process that a connection was given as its own. */
export const processOf = (client: pg.Client) => (client as { processID?: number | null }).processID

/** Whether a pooler stands between: it names a process of its own making. */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]!.pid !== processOf(client)
}

/**
 * Whether connections to this address keep their session. A pooler in transaction mode lends sessions for a transaction at
 * a time, so that a notification does not reach its listener.
 */
export async function keepsSessions(url: string): Promise<boolean> {
  await using listener = await openClient(url)
  if (!(await isPooled(listener.client))) return true
  await using caller = await openClient(url)
  const channel = `plinth_${crypto.randomUUID().replaceAll('-', '')}`
  const heard = once(listener.client, 'notification', { signal: AbortSignal.timeout(PATIENCE) }).then(
    () => true,
    () => false,
  )
  try {
    await listener.client.query(`listen ${channel}`)
    await caller.client.query(`notify ${channel}`)
  } catch {
    return false
  }
  // Before the listener is closed.
  return await heard
}

async function openClient(url: string) {
  const servers = new Servers(url)
  const client = await servers.tryEach(async () => {
    const opened = new servers.Client({ connectionTimeoutMillis: PATIENCE, query_timeout: PATIENCE })
    // A later failure is thrown by the next query.
    opened.on('error', () => {})
    return opened.connect()
  })
  return { client, [Symbol.asyncDispose]: () => client.end() }
}

/**
 * Advisory locks of PostgreSQL that hosts take against each other: numbers that other software is unlikely to lock by. Two
 * versions run during a deployment and have to take the same lock for the same purpose, so no number may change.
 */
export const LOCKS = {
  /** All migrations that are one transaction: hosts that start together run them once. */
  migrations: 7_215_046_113,
  /** Tables of the job queue, schedules and grants: for moments, at every start of every version. */
  queue: 7_215_046_115,
  /**
   * Migrations that are no transaction: for as long as an index takes, so nobody else may wait for it. It was the number of
   * the queue, and hosts of other versions could not start meanwhile.
   */
  onlineMigrations: 7_215_046_116,
  /** Templates of test databases, in the database from which others are made. */
  testTemplates: 7_215_046_119,
} as const

/** Milliseconds between attempts. */
const PAUSE = 50

/**
 * Runs `work` alone among the holders of the same lock. `work` uses `holder` and no other connection: where that goes, the lock
 * goes and the work with it. So it has to be a session of its own, past any pooler that lends sessions, and is not used again
 * by whoever ends it. The lock is asked for again and again: who waits within a statement has a snapshot, and an index that is
 * made online waits for that.
 */
export async function withLock<T>(holder: pg.PoolClient, lock: number, work: () => Promise<T>): Promise<T> {
  while (!(await isTaken(holder, lock))) await sleep(PAUSE)
  try {
    return await work()
  } finally {
    // Where it cannot be given back, it ends with its session.
    await holder.query(`select pg_advisory_unlock(${lock})`).catch(() => {})
  }
}

/** A statement with parameters would keep its snapshot until the next one. */
async function isTaken(holder: pg.PoolClient, lock: number): Promise<boolean> {
  const { rows } = await holder.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`)
  return rows[0]!.mine
}
