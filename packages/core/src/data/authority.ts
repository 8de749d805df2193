import type pg from 'pg'
import { ask } from './ask.ts'
import { isStalePlan } from './database-errors.ts'
import type { FairPool } from './fair-pool.ts'
import { StatementNames } from './statement-names.ts'

/**
 * Whose rights a statement runs with: the caller's and the whole tenant's are bound by row level security, the
 * platform's own are not.
 */
export type Authority = 'app' | 'tenant' | 'system'

/** Organizations as the session setting names them. */
export const ALL_ORGANIZATIONS = '*'

/** How a platform speaks to its database. */
export interface Database {
  readonly pool: FairPool
  readonly statements: StatementNames
  /** Without it the system role sees and writes nothing (decision 45). */
  readonly key: string
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

const UNNAMED = new StatementNames(0)
