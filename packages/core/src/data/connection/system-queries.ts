import type pg from 'pg'
import { changeAuthority } from './authority.ts'
import type { Database } from './database.ts'
import { isStalePlan } from './database-errors.ts'
import { sendStatement } from './send-statement.ts'
import { StatementNames } from './statement-names.ts'

/** Runs one statement with the platform's authority, in its own transaction. `mark` is a prefix of the surrounding statements. */
export async function querySystem<Row extends pg.QueryResultRow = pg.QueryResultRow>(
  database: Database,
  query: pg.QueryConfig,
  mark = '',
): Promise<pg.QueryResult<Row>> {
  const [result] = await transactSystem(database, await database.pool.connect(), { queries: [query], mark })
  return result as pg.QueryResult<Row>
}

/**
 * Sends statements with the platform's authority as one transaction, in one message, and releases the connection. If one fails,
 * those after it are rejected.
 */
export async function transactSystem(
  { pool, key, statements }: Database,
  client: pg.PoolClient,
  { queries, mark = '' }: { readonly queries: readonly pg.QueryConfig[]; readonly mark?: string },
): Promise<readonly pg.QueryResult[]> {
  pool.assertTakesWrites(client)
  const change = changeAuthority('system', { key, statements: mark === '' ? statements : UNNAMED })
  const beginning = pool.beginning(client, 'read write').join('; ')
  const { stream } = client.connection
  stream.cork()
  const answers = [
    sendStatement(client, `${mark}${beginning}`),
    sendStatement(client, { ...change, text: `${mark}${change.text}` }),
    ...queries.map((query) => sendStatement(client, query)),
    sendStatement(client, `${mark}commit`),
  ]
  stream.uncork()
  try {
    const results = await Promise.all(answers)
    client.release()
    return results.slice(2, -1)
  } catch (error) {
    // Everything has been sent; statements after a failure are rejected, and the commit ends the transaction.
    await Promise.allSettled(answers)
    if (isStalePlan(error)) for (const { name } of queries) statements.renew(name)
    client.release(isStalePlan(error) || client.getTransactionStatus() !== 'I')
    throw error
  }
}

const UNNAMED = new StatementNames(0)
