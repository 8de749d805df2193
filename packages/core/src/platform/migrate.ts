import type pg from 'pg'
import { coreMigrations } from '../data/core-migrations.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import { checkAnalyticsTables } from './check-analytics.ts'
import { checkTables, findUnprotected } from './check-tables.ts'
import { runMigration } from './run-migration.ts'

/** Any number that other software is unlikely to lock by. */
const LOCK = 7_215_046_113

/**
 * Brings the schema up to date: the core's migrations, then each module's in module order, all in one transaction
 * under an advisory lock, so that hosts starting together do it once. What `start` would refuse of the tables is
 * refused before the commit, and leaves nothing behind.
 */
export async function migrate(pool: pg.Pool, modules: readonly Module[]): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await client.query(`create table if not exists public.plinth_migrations (
      id text primary key, sql text not null, ran_at timestamptz not null default now())`)
    const { rows } = await client.query<{ id: string; sql: string }>('select id, sql from public.plinth_migrations')
    const known = new Map(rows.map(({ id, sql }) => [id, sql]))
    const ran: string[] = []
    const blamed = new Map<string, string>()
    for (const { id, sql } of listMigrations(modules)) {
      const released = known.get(id)
      if (released === sql) continue
      if (released !== undefined) throw brokenSetup(`Migration '${id}' has changed since it ran; add a new one instead`)
      await runMigration(client, { id, sql })
      await client.query('insert into public.plinth_migrations (id, sql) values ($1, $2)', [id, sql])
      ran.push(id)
      for (const problem of await findUnprotected(client)) if (!blamed.has(problem)) blamed.set(problem, id)
    }
    await checkTables(client, blamed)
    await checkAnalyticsTables(
      client,
      modules.flatMap((module) => module.analytics ?? []),
    )
    await client.query('commit')
    return ran
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

/** Ids of migrations that a database still lacks. */
export async function pendingMigrations(pool: pg.Pool, modules: readonly Module[]): Promise<readonly string[]> {
  const table = await pool.query<{ found: boolean }>(
    `select to_regclass('public.plinth_migrations') is not null as found`,
  )
  const ran = table.rows[0]?.found
    ? await pool.query<{ id: string }>('select id from public.plinth_migrations')
    : { rows: [] }
  const known = new Set(ran.rows.map(({ id }) => id))
  return listMigrations(modules)
    .map(({ id }) => id)
    .filter((id) => !known.has(id))
}

/** Every migration in the order of running. */
export function listMigrations(modules: readonly Module[]) {
  const listed = [...coreMigrations, ...modules.flatMap((module) => module.migrations ?? [])]
  const seen = new Set<string>()
  for (const { id } of listed) {
    if (seen.has(id)) throw brokenSetup(`Two migrations have the id '${id}'`)
    seen.add(id)
  }
  return listed
}
