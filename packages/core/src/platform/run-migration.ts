import type pg from 'pg'
import type { Migration } from '../data/migration.ts'
import { lineOf, splitStatements } from '../data/text.ts'
import { brokenSetup } from '../errors.ts'

/** Runs one migration's SQL. A failure names the migration, the line of its SQL and the statement. */
export async function runMigration(client: pg.PoolClient, { id, sql }: Pick<Migration, 'id' | 'sql'>): Promise<void> {
  let done = 0
  const count = () => done++
  client.connection.on('commandComplete', count)
  try {
    await client.query(sql)
  } catch (error) {
    throw Object.assign(brokenSetup(describe({ id, sql, done }, error)), { cause: error })
  } finally {
    client.connection.off('commandComplete', count)
  }
}

function describe({ id, sql, done }: { id: string; sql: string; done: number }, error: unknown): string {
  const { message, position } = error as { message: string; position?: string }
  const statement = splitStatements(sql)[done]
  const line = position === undefined ? statement?.line : lineOf(sql, Number(position) - 1)
  const text = sql.split('\n')[(line ?? 1) - 1]?.trim()
  const shown = position === undefined ? statement?.text : text
  return line === undefined
    ? `Migration '${id}' failed: ${message}`
    : `Migration '${id}' failed at line ${line}, \`${shorten(shown ?? '')}\`: ${message}`
}

const shorten = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)
