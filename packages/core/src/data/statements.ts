import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { isStalePlan } from './database-errors.ts'
import type { FairPool } from './pool.ts'
import type { Scope } from './scope.ts'
import type { Query, Statement, Transaction } from './transaction.ts'

/**
 * Whose rights a statement runs with: the caller's and the whole tenant's are bound by row level security, the
 * platform's own are not.
 */
export type Authority = 'app' | 'tenant' | 'system'

/** All organizations, as the session setting names them. */
const ALL_ORGANIZATIONS = '*'

/** How a platform speaks to its database. */
export interface Database {
  readonly pool: FairPool
  readonly statements: StatementNames
  /** Without it the system role sees and writes nothing (decision 45). */
  readonly key: string
}

/** Calls with which a transaction begins: in this scope, and recorded under the entry where there is one. */
export function toOpening(scope: Scope, entryId: string | undefined): readonly string[] {
  const settings = {
    role: 'plinth_app',
    'plinth.key': '',
    'plinth.tenant': uuid(scope.tenantId),
    'plinth.organizations': organizationsOf(scope),
    'plinth.entry': entryId === undefined ? '' : uuid(entryId),
  }
  return Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
}

/** The organizations of a scope, as the session setting names them. */
export const organizationsOf = ({ organizationIds }: Scope): string =>
  organizationIds === null ? ALL_ORGANIZATIONS : organizationIds.map(uuid).join(',')

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Session variables are written into SQL text, so nothing but an identifier may pass. */
function uuid(value: string): string {
  if (!UUID.test(value)) throw new TypeError('A scope holds identifiers only')
  return value
}

/**
 * Changes the authority for the rest of the transaction. The key is a parameter: a text is shown to others by
 * `pg_stat_activity`. The search path keeps an injected one from leading the platform to other tables.
 */
export function changeAuthority(
  to: Authority,
  { key, statements }: Pick<Database, 'key' | 'statements'>,
  organizations = '',
) {
  const role = to === 'system' ? 'plinth_system' : 'plinth_app'
  const text = `select set_config('role', '${role}', true), set_config('plinth.key', $1, true),
    set_config('plinth.organizations', $2, true), set_config('search_path', 'public, pg_temp', true)`
  const name = statements.nameOf(text)
  const values = [to === 'system' ? key : '', to === 'tenant' ? ALL_ORGANIZATIONS : organizations]
  return { text, values, ...(name !== undefined && { name }) }
}

/** One statement with the platform's authority, in a transaction of its own. `mark` begins the texts around it. */
export async function querySystem<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  database: Database,
  query: pg.QueryConfig,
  mark = '',
): Promise<pg.QueryResult<Row>> {
  const [result] = await transactSystem(database, await database.pool.connect(), { queries: [query], mark })
  return result as pg.QueryResult<Row>
}

/**
 * Statements with the platform's authority as one transaction, sent in one message; the connection is given back. Where
 * one is refused, so are those after it.
 */
export async function transactSystem(
  { pool, key, statements }: Database,
  client: pg.PoolClient,
  { queries, mark = '' }: { readonly queries: readonly pg.QueryConfig[]; readonly mark?: string },
): Promise<readonly pg.QueryResult[]> {
  const change = changeAuthority('system', { key, statements: mark === '' ? statements : UNNAMED })
  const settings = pool.settingsOf(client)
  const { stream } = client.connection
  stream.cork()
  const answers = [
    ask(client, `${mark}begin read write${settings.length > 0 ? `; select ${settings.join(', ')}` : ''}`),
    ask(client, { ...change, text: `${mark}${change.text}` }),
    ...queries.map((query) => ask(client, query)),
    ask(client, `${mark}commit`),
  ]
  stream.uncork()
  try {
    const results = await Promise.all(answers)
    client.release()
    return results.slice(2, -1)
  } catch (error) {
    // Everything has been sent; what follows a failure is refused, and the commit ends the transaction.
    await Promise.allSettled(answers)
    client.release(isStalePlan(error) || client.getTransactionStatus() !== 'I')
    throw error
  }
}

/**
 * Sends a statement on a connection. Where pg is told no function to answer to, it assigns a literal of its own to a
 * property, and V8 makes such functions old objects: the request that waits and all rows would be kept until the next
 * collection of everything.
 */
export async function ask(client: pg.ClientBase, query: pg.QueryConfig | string): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      // A copy, because pg notes the function in it.
      const config = typeof query === 'string' ? { text: query } : { ...query }
      client.query(config, (error, result) => (error ? reject(error) : resolve(result)))
    })
  } catch (error) {
    // Where it was asked, not where the answer was read.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

/**
 * Names for prepared statements: the first `limit` texts get one, so that generated SQL cannot fill the server. A name
 * is a hash of its text: behind a pooler, hosts share connections, and what one of them prepared another one may meet.
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The statement as `pg` takes it; one without values is sent as text. */
  prepare({ text, values = [] }: Query): pg.QueryConfig {
    const name = values.length > 0 ? this.nameOf(text) : undefined
    return { text, values: values as unknown[], ...(name !== undefined && { name }) }
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= this.#limit) return known
    const name = `plinth_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    this.#names.set(text, name)
    return name
  }
}

const UNNAMED = new StatementNames(0)

/**
 * Lean SQL in the caller's scope: Kysely over the unit of work, row level security included.
 *
 * @example
 * const { rows } = await sql<{ label: string }>`select label from tags where ${inScope(scope, 'tags')}`.execute(db)
 */
// Tables are the modules' own; a map of all of them would couple every module to every other.
export type Sql = Kysely<any>

/** Of a statement whose text says how many values there are. */
export interface Varying {
  readonly isVarying?: boolean | undefined
}

/** Binds Kysely to a unit of work. */
export function createSql(transaction: Transaction, authority: Authority, rows: Statement['rows']): Sql {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters, isVarying }: CompiledQuery & Varying): Promise<QueryResult<R>> {
      const result = await transaction.query(authority, { text: sql, values: parameters, rows, isVarying })
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    streamQuery() {
      throw new Error('Page through long results by key instead of streaming them')
    },
  }
  return new Kysely({ dialect: dialect(connection) })
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const refuse = async (): Promise<never> => {
  throw new Error('A unit of work is one transaction: it cannot be begun, ended or nested from inside')
}
const done = async (): Promise<void> => {}

function dialect(connection: DatabaseConnection): Dialect {
  return {
    createAdapter: () => adapter,
    createQueryCompiler: () => compiler,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: done,
      acquireConnection: async () => connection,
      releaseConnection: done,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      destroy: done,
    }),
  }
}

/** What MikroORM holds instead of a pool: statements outside a unit of work have no scope, hence no way out. */
export function createDetachedSql(): Sql {
  const execute = async (): Promise<never> => {
    throw new Error('No unit of work: use the `em` of a context')
  }
  return new Kysely({ dialect: dialect({ executeQuery: execute, streamQuery: execute as never }) })
}
