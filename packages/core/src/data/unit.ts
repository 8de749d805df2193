import type pg from 'pg'
import { entityTypes, plainTypes } from './pool.ts'
import type { Scope } from './scope.ts'

/** Whose rights a statement runs with: the tenant's, bound by row level security, or the platform's own. */
export type Authority = 'app' | 'system'

/** One statement of a unit of work. */
export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  /** Rows for entities (MikroORM converts) or plain rows ready for JSON. */
  readonly rows: 'entity' | 'plain'
}

export interface UnitOptions {
  readonly pool: pg.Pool
  readonly scope: Scope
  readonly statements: StatementNames
  /** The action-log entry under which writes are recorded; without it the transaction is read only. */
  readonly entryId?: string
}

/**
 * One transaction in one scope, opened by its first statement. Opening costs one round trip: the transaction, the
 * role and the tenant's session variables travel in one message.
 */
export class Unit {
  readonly #options: UnitOptions
  #client: Promise<pg.PoolClient> | undefined
  #authority: Authority = 'app'
  #tail: Promise<unknown> = Promise.resolve()
  #ended = false

  constructor(options: UnitOptions) {
    this.#options = options
  }

  /** Whether a transaction is open now. */
  get isOpen(): boolean {
    return this.#client !== undefined
  }

  /** Runs one statement after those before it, whoever issued them. */
  query(authority: Authority, statement: Statement): Promise<pg.QueryResult> {
    const result = this.#tail.then(() => this.#execute(authority, statement))
    this.#tail = result.catch(() => {})
    return result
  }

  /** Makes everything permanent and gives the connection back. A read unit may be used again afterwards. */
  async commit(): Promise<void> {
    await this.#end('commit')
  }

  /** Undoes everything and gives the connection back. */
  async rollback(): Promise<void> {
    await this.#end('rollback')
  }

  async #execute(authority: Authority, { text, values = [], rows }: Statement): Promise<pg.QueryResult> {
    if (this.#ended) throw new Error('This unit of work has ended; do not keep its `em` or `db`')
    this.#client ??= this.#open(authority)
    const client = await this.#client
    if (authority !== this.#authority) {
      await client.query(`select set_config('role', 'plinth_${authority}', true)`)
      this.#authority = authority
    }
    const name = values.length > 0 ? this.#options.statements.nameOf(text) : undefined
    return client.query({ text, values: values as unknown[], types: rows === 'plain' ? plainTypes : entityTypes, name })
  }

  async #open(authority: Authority): Promise<pg.PoolClient> {
    const { pool, scope, entryId } = this.#options
    const client = await pool.connect()
    this.#authority = authority
    const settings = {
      role: `plinth_${authority}`,
      'plinth.tenant': uuid(scope.tenantId),
      'plinth.organizations': scope.organizationIds === null ? '*' : scope.organizationIds.map(uuid).join(','),
      'plinth.entry': entryId === undefined ? '' : uuid(entryId),
    }
    const assignments = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
    try {
      await client.query(
        `begin ${entryId === undefined ? 'read only' : 'read write'}; select ${assignments.join(', ')}`,
      )
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async #end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#options.entryId !== undefined) this.#ended = true
    await this.#tail
    const opened = this.#client
    this.#client = undefined
    const client = await opened?.catch(() => undefined)
    if (!client) return
    try {
      const { command } = await client.query(how)
      client.release()
      // PostgreSQL answers `commit` of a failed transaction with ROLLBACK and no error.
      if (how === 'commit' && command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back')
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('The transaction had failed'))) client.release(true)
      throw error
    }
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Session variables are written into SQL text, so nothing but an identifier may pass. */
function uuid(value: string): string {
  if (!UUID.test(value)) throw new TypeError('A scope holds identifiers only')
  return value
}

/** Names for prepared statements: the first `limit` texts get one, so that generated SQL cannot fill the server. */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#limit) return known
    const name = `plinth_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}
