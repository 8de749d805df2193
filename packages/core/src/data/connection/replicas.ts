import type pg from 'pg'
import type { ReadRoute } from './read-route.ts'
import { inTime, type LogPosition, Replica, type ReplicasOptions } from './replica.ts'
import { toServerUrls } from './servers.ts'
import type { Authority } from './authority.ts'
import { connectionLine, type Query, Transaction, type TransactionOptions } from './transaction.ts'

/** The number of read statements of requests that a server has handled. */
export interface ServerReads {
  /** `primary`, or host and port of a replica. */
  readonly server: string
  readonly count: number
  /** False while the server is skipped. */
  readonly isUsed: boolean
}

/** The replicas, and the number of reads that each has handled. */
export class Replicas {
  /** Statements handled by the primary. */
  primaryReads = 0
  readonly #replicas: readonly Replica[]
  #asked: Promise<unknown> = Promise.resolve()
  #next: Promise<LogPosition> | undefined

  constructor(options: ReplicasOptions) {
    const urls = options.options.replicaUrls ?? []
    const position = () => this.#position(options)
    this.#replicas = urls.flatMap(toServerUrls).map((url) => new Replica(url, { ...options, position }))
  }

  /** Throws `broken_setup` if one is not a replica of this platform. */
  async start(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.start()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#replicas.map((replica) => replica.close()))
  }

  /** Empty if there are no replicas. */
  counts(): readonly ServerReads[] {
    if (this.#replicas.length === 0) return []
    const replicas = this.#replicas.map(({ server, reads, isUsed }) => ({ server, count: reads, isUsed }))
    return [{ server: 'primary', count: this.primaryReads, isUsed: true }, ...replicas]
  }

  /** The reads of a new request; undefined if there are no replicas. */
  begin(): ReadRoute | undefined {
    return this.#replicas.length === 0 ? undefined : new RequestReads(this)
  }

  /** The least busy replica on which the tenant does not have to wait. */
  choose(line: string): Replica | undefined {
    let least = Infinity
    let chosen: Replica | undefined
    for (const replica of this.#replicas) {
      const taken = replica.takenBefore(line) ?? Infinity
      if (taken < least) [least, chosen] = [taken, replica]
    }
    return chosen
  }

  /** Reads the primary's position. Requests that start while a query is pending share the next one. */
  #position({ position }: ReplicasOptions): Promise<LogPosition> {
    this.#next ??= this.#asked.then(() => {
      this.#next = undefined
      const answer = inTime(position())
      this.#asked = answer.catch(() => {})
      return answer
    })
    return this.#next
  }
}

/**
 * The reads of one request: from a replica, until it fails to respond or a value is loaded into a cache. From then on they go to
 * the primary, because a cached value must not be older than its last invalidation.
 */
class RequestReads implements ReadRoute {
  readonly replicas: Replicas
  isOver = false

  constructor(replicas: Replicas) {
    this.replicas = replicas
  }

  open(options: TransactionOptions): Transaction {
    return new ReplicaReader(this, options)
  }

  usePrimary(): void {
    this.isOver = true
  }
}

/** A reader on a replica. Each statement is independent, so another server can handle it if this one fails. */
class ReplicaReader extends Transaction {
  readonly #request: RequestReads
  readonly #options: TransactionOptions
  #replica: Replica | undefined
  #reader: Transaction | undefined

  constructor(request: RequestReads, options: TransactionOptions) {
    super(options)
    this.#request = request
    this.#options = options
  }

  override async query(authority: Authority, statement: Query): Promise<pg.QueryResult> {
    if (this.#choose()) {
      const replica = this.#replica!
      try {
        const result = await this.#reader!.query(authority, statement)
        replica.reads++
        return result
      } catch (error) {
        // It would take as long on another server.
        if (isTooLong(error)) throw error
        this.#request.usePrimary()
        replica.checkNow()
      }
    }
    this.#request.replicas.primaryReads++
    return super.query(authority, statement)
  }

  override async release(): Promise<void> {
    await this.#reader?.release()
    await super.release()
  }

  override async close(): Promise<void> {
    await this.#reader?.close()
    await super.close()
  }

  /** Whether a replica is used. */
  #choose(): boolean {
    const { isOver, replicas } = this.#request
    if (!isOver && !this.#reader) {
      this.#replica = replicas.choose(connectionLine(this.#options))
      if (this.#replica) this.#reader = new Transaction(this.#replica.toReader(this.#options))
      else this.#request.usePrimary()
    }
    // It must not wait for a second connection while it holds one.
    if (this.#request.isOver) void this.#reader?.close()
    return !this.#request.isOver
  }
}

const isTooLong = (error: unknown) => (error as { code?: unknown } | null)?.code === '57014'
