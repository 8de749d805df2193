import { callbackify } from 'node:util'
import pg from 'pg'

/** One connection string for each server that `postgres://user@first:5432,second:5432/product` names. */
export function toServerUrls(url: string): readonly string[] {
  const [, before = '', servers = '', after = ''] = /^([^/]*\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s.exec(url) ?? []
  return servers === '' ? [url] : servers.split(',').map((server) => `${before}${server}${after}`)
}

/** What the network and the server say of a server that cannot be written to now. */
const STANDBY = { message: 'The server is a standby, which takes no writes', code: '57P03' }

/**
 * The servers of one connection string, of which one takes writes: that one is connected to, and who fails to connect has
 * moved on to the next.
 */
export class Servers {
  /** For `pg`: connects to the server that is thought to take writes. */
  readonly Client: typeof pg.Client
  readonly #count: number
  #failures = 0

  constructor(url: string) {
    const urls = toServerUrls(url)
    let current = 0
    const leave = (server: number) => {
      this.#failures++
      if (current === server) current = (server + 1) % urls.length
    }
    this.#count = urls.length
    this.Client = class extends pg.Client {
      readonly #chosen = current
      #isStandby = false

      constructor(config: pg.ClientConfig) {
        super({ ...config, connectionString: urls[current]! })
        // Servers tell it from version 14 on; poolers do not, and choose by themselves.
        this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Parameter) => {
          if (parameterName === 'in_hot_standby') this.#isStandby = parameterValue === 'on'
        })
      }

      override connect(): Promise<pg.Client>
      override connect(callback: Answered): void
      override connect(callback?: Answered): Promise<pg.Client> | void {
        const connected = this.#connect()
        if (!callback) return connected
        callbackify(() => connected)(callback)
      }

      async #connect(): Promise<pg.Client> {
        try {
          await super.connect()
          if (!this.#isStandby) return this
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
    for (let remaining = this.#count; ; remaining--) {
      const before = this.#failures
      try {
        return await connect()
      } catch (error) {
        if (remaining <= 1 || this.#failures === before) throw error
      }
    }
  }
}

type Answered = (error: Error | null) => void

interface Parameter {
  readonly parameterName: string
  readonly parameterValue: string
}
