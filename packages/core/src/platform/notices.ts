import pg from 'pg'
import { NOTICES } from '../commands/log.ts'
import type { Logger } from '../define/logger.ts'

export interface NoticesOptions {
  readonly url: string
  readonly log: Logger
  /** Called with the tags that another command invalidated, this process's own included. */
  readonly onTags: (tags: readonly string[]) => void
  /** False when notices may be getting lost, true when they arrive again. */
  readonly onTrust: (trusted: boolean) => void
}

const CHECK_EVERY = 2_000
const RETRY_AFTER = 500

/** Listens for invalidations on a connection of its own, and says when it cannot hear. */
export class Notices {
  readonly #options: NoticesOptions
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #stopped = false

  constructor(options: NoticesOptions) {
    this.#options = options
  }

  /** Connects; resolves when notices arrive. */
  async start(): Promise<void> {
    await this.#connect()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    await this.#client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const { url, onTags, onTrust } = this.#options
    const client = new pg.Client({
      connectionString: url,
      application_name: 'plinth notices',
      query_timeout: CHECK_EVERY,
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload }) => onTags(JSON.parse(payload ?? '[]') as string[]))
    await client.connect()
    await client.query(`listen ${NOTICES}`)
    this.#client = client
    onTrust(true)
    this.#check(client)
  }

  /** A connection can die without a word; a question it must answer tells. */
  #check(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query('select 1').then(
        () => this.#check(client),
        () => this.#lost(client),
      )
    }, CHECK_EVERY)
    this.#timer.unref()
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    clearTimeout(this.#timer)
    client.end().catch(() => {})
    if (this.#stopped) return
    this.#options.onTrust(false)
    this.#options.log.warn({}, 'invalidation notices are down; caches are bypassed')
    this.#retry()
  }

  #retry(): void {
    this.#timer = setTimeout(() => {
      this.#connect().catch(() => {
        if (!this.#stopped) this.#retry()
      })
    }, RETRY_AFTER)
  }
}
