import pg from 'pg'
import { fromNotice, NOTICES, sendNotices } from '../commands/notice.ts'
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
/** Many writes share one notice. */
const TELL_AFTER = 20

/** Listens for invalidations on a connection of its own, and says when it cannot hear. */
export class Notices {
  readonly #options: NoticesOptions
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #isStopped = false
  readonly #untold = new Set<string>()
  #telling: NodeJS.Timeout | undefined
  /** What this process said to itself and has not heard yet. */
  #echo: string | undefined

  constructor(options: NoticesOptions) {
    this.#options = options
  }

  /** Connects; resolves when notices arrive. */
  async start(): Promise<void> {
    await this.#connect()
  }

  /**
   * Tells the other processes, a moment after the transaction: one that notifies holds a lock that all others wait for
   * when they commit. A process that dies before has told nobody, so only caches that may be a little late use this.
   */
  tell(tags: Iterable<string>): void {
    for (const tag of tags) this.#untold.add(tag)
    if (this.#untold.size > 0) this.#telling ??= setTimeout(() => void this.#tell(), TELL_AFTER).unref()
  }

  async #tell(): Promise<void> {
    clearTimeout(this.#telling)
    this.#telling = undefined
    const client = this.#client
    if (!client || this.#untold.size === 0) return
    const tags = [...this.#untold]
    this.#untold.clear()
    await client.query(sendNotices(tags)).catch(() => {
      for (const tag of tags) this.#untold.add(tag)
      this.#lost(client)
    })
  }

  async stop(): Promise<void> {
    await this.#tell()
    this.#isStopped = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  async #connect(): Promise<void> {
    const { url, onTags, onTrust } = this.#options
    const client = new pg.Client({
      connectionString: url,
      application_name: 'plinth notices',
      query_timeout: CHECK_EVERY,
      connectionTimeoutMillis: CHECK_EVERY,
      keepAlive: true,
      pipeline: true,
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ payload, processId }) => {
      const isOwn = processId === (client as { processID?: number }).processID
      if (payload === this.#echo) this.#echo = undefined
      else if (!isOwn && !payload?.startsWith(ECHO)) onTags(fromNotice(payload))
    })
    try {
      await client.connect()
      await client.query(`listen ${NOTICES}`)
      await this.#listenToItself(client)
    } catch (error) {
      await client.end().catch(() => {})
      throw error
    }
    if (this.#isStopped) return client.end()
    this.#client = client
    onTrust(true)
    this.tell([])
    this.#check(client)
  }

  #check(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      this.#listenToItself(client).then(
        () => this.#check(client),
        () => this.#lost(client),
      )
    }, CHECK_EVERY)
    this.#timer.unref()
  }

  /** A connection can die without a word, and a pooler can swallow notices: only an echo tells. */
  async #listenToItself(client: pg.Client): Promise<void> {
    const echo = `${ECHO}${crypto.randomUUID()}`
    this.#echo = echo
    await client.query('select pg_notify($1, $2)', [NOTICES, echo])
    // The server sends what was notified before it answers the next statement.
    if (this.#echo === echo) await client.query('select 1')
    if (this.#echo === echo) throw new Error('Notices do not arrive; set `database.directUrl` when there is a pooler')
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    clearTimeout(this.#timer)
    client.end().catch(() => {})
    if (this.#isStopped) return
    this.#options.onTrust(false)
    this.#options.log.warn({}, 'invalidation notices are down; caches are bypassed')
    this.#retry()
  }

  #retry(): void {
    this.#timer = setTimeout(() => {
      this.#connect().catch(() => {
        if (!this.#isStopped) this.#retry()
      })
    }, RETRY_AFTER)
  }
}

const ECHO = 'echo:'
