import pg from 'pg'
import { callbackify } from 'node:util'

/** Splits `postgres://user@first:5432,second:5432/product` into one connection string per server. */
export function toServerUrls(url: string): readonly string[] {
  const [, before = '', servers = '', after = ''] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return servers === '' ? [url] : servers.split(',').map((server) => `${before}${server}${after}`)
}

/** Connections whose server has been made read-only by its operator or provider, for example because its disk fills up. */
const readOnly = new WeakSet<pg.ClientBase>()

const setReadOnly = (client: pg.ClientBase, isSet: boolean) => (isSet ? readOnly.add(client) : readOnly.delete(client))

/** Throws if the server is read-only by default. We begin every transaction in a mode of our own, which would overrule that. */
export function assertTakesWrites(client: pg.ClientBase): void {
  if (readOnly.has(client)) throw Object.assign(new Error('The server is read-only'), { code: '25006' })
}

/** Errors of the network and of servers that currently cannot be written to. */
const STANDBY = { message: 'The server is a standby, which takes no writes', code: '57P03' }

export interface ServersOptions {
  /** Allows connecting to a standby. Default: only to a server that accepts writes. */
  readonly acceptsStandby?: boolean
}

/** The servers of a connection string. Connects to the one that accepts writes; after a failed attempt, tries the next one. */
export class Servers {
  /** For `pg`: connects to the server that is assumed to accept writes. */
  readonly Client: typeof pg.Client
  /** Whether there is no other server to try. */
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
        // Servers report it since version 14; poolers do not, and choose a server themselves.
        this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
          if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
          if (parameterName === 'default_transaction_read_only') setReadOnly(this, parameterValue === 'on')
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

  /** Connects, trying each server at most once. Errors that are not caused by a server are not retried. */
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

  /** Closes connections that were opened before this moment. The next one is to `server`, if it is one of these. */
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
export const PATIENCE = 2_000

/** The server process reported to a connection as its own. */
export const processOf = (client: pg.Client) => (client as { processID?: number | null }).processID
