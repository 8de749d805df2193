import type pg from 'pg'
import type { Migration } from '../data/migration.ts'
import { cutStatements } from '../data/sql-statements.ts'
import { runMigration } from './run-migration.ts'

/** Any number that other software is unlikely to lock by. */
const LOCK = 7_215_046_115
const PAUSE = 100

/**
 * Runs what cannot be part of a transaction, one statement after the other, and answers the ids. It counts as done when all
 * of it is: a crash, or a refusal in the middle, leaves it to the next attempt, which begins with its first statement.
 */
export async function runOnlineMigrations(
  client: pg.PoolClient,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const ran: string[] = []
  const pending = migrations.filter(({ transaction }) => transaction === false)
  if (pending.length === 0) return ran
  await lock(client)
  try {
    await client.query('set statement_timeout = 0')
    for (const migration of pending) {
      const { id, sql } = migration
      if (await isKnown(client, id)) continue
      for (const statement of cutStatements(sql)) await runMigration(client, { id, sql: statement.sql })
      await client.query('insert into public.plinth_migrations (id, sql) values ($1, $2)', [id, sql])
      ran.push(id)
    }
  } finally {
    // A connection that is gone has given its lock back.
    await client.query('reset statement_timeout').catch(() => {})
    await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {})
  }
  return ran
}

/** Asks again and again: who waits within a statement has a snapshot, and an index that is made online waits for that. */
async function lock(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (rows[0]?.mine) return
    await new Promise((done) => setTimeout(done, PAUSE))
  }
}

async function isKnown(client: pg.PoolClient, id: string): Promise<boolean> {
  const { rows } = await client.query('select from public.plinth_migrations where id = $1', [id])
  return rows.length > 0
}
