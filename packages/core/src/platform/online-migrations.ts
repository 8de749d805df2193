import type pg from 'pg'
import type { Migration } from '../data/migration.ts'
import { withLock } from '../data/held-lock.ts'
import { cutStatements } from '../data/sql-statements.ts'
import { runMigration } from './run-migration.ts'

/** Any number that other software is unlikely to lock by. */
const LOCK = 7_215_046_115

/**
 * Runs what cannot be part of a transaction on `client`, one statement after the other, and answers the ids. It counts as
 * done when all of it is: a crash, or a refusal in the middle, leaves it to the next attempt, which begins with its first
 * statement. The lock takes another connection of the pool.
 */
export async function runOnlineMigrations(
  { pool, client }: { readonly pool: pg.Pool; readonly client: pg.PoolClient },
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const pending = migrations.filter(({ transaction }) => transaction === false)
  if (pending.length === 0) return []
  return withLock(pool, LOCK, async () => {
    const ran: string[] = []
    for (const migration of pending) {
      const { id, sql } = migration
      if (await isKnown(client, id)) continue
      for (const statement of cutStatements(sql)) await runMigration(client, { id, sql: statement.sql })
      await client.query('insert into public.plinth_migrations (id, sql) values ($1, $2)', [id, sql])
      ran.push(id)
    }
    return ran
  })
}

async function isKnown(client: pg.PoolClient, id: string): Promise<boolean> {
  const { rows } = await client.query('select from public.plinth_migrations where id = $1', [id])
  return rows.length > 0
}
