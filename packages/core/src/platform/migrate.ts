import pg from 'pg'
import type { MikroORM } from '@mikro-orm/postgresql'
import { setTimeout as sleep } from 'node:timers/promises'
import { LOCKS } from '../data/connection/advisory-locks.ts'
import { type Migration, runMigration } from '../data/schema/migration.ts'
import { toPostgresSettings, toSetConfig } from '../data/connection/settings.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import { checkPointTables } from './check-declarations.ts'
import { checkEntityTables } from './check-indexes.ts'
import { checkSearches, checkTables, findUnprotected } from './check-tables.ts'
import { holdKey } from './database-key.ts'
import { adoptBaselines, listMigrations, NUMBER, pendingMigrations, readKnown } from './migrations.ts'
import { runOnlineMigrations } from './online-migrations.ts'
import { readRecordedColumns, recordSchemaChanges } from './schema-changes.ts'

/**
 * Brings the schema up to date: the core's migrations, then those of each module in module order, in one transaction under an
 * advisory lock, so that hosts starting together run them once. Table problems that `start` would reject are detected before the
 * commit. Entities are compared if `orm` has them and no online migration is pending.
 */
export async function migrate(
  pool: pg.Pool,
  { modules, key, orm }: { readonly modules: readonly Module[]; readonly key?: string; readonly orm?: MikroORM },
): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query(`select ${toSetConfig(toPostgresSettings({ statementTimeout: 0 }), 'session').join(', ')}`)
    const { ran, remaining } = await retryAtLocks(client, async () => {
      await client.query('begin')
      const done = await runMigrations(client, { modules, ...(key !== undefined && { key }) })
      const left = await pendingMigrations(client, modules)
      if (orm && done.length > 0 && left.length === 0) {
        await checkEntityTables(client, orm)
        await checkSearches(client, modules)
      }
      await client.query('commit')
      return { ran: done, remaining: left }
    })
    // For statements outside a transaction, on a separate connection.
    await client.query(`select set_config('plinth.key', $1, false)`, [key ?? ''])
    const online = listMigrations(modules).filter(({ id }) => remaining.includes(id))
    return [...ran, ...(await runOnlineMigrations(client, online))]
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release(true)
  }
}

/**
 * Maximum number of attempts at the transaction of all migrations. The pause is one second after the first attempt, and grows by
 * a second with each further one.
 */
const ATTEMPTS = 10

const LOCKED = new Set<string | undefined>(['40P01', '55P03'])

/**
 * A statement that waits for a table lock blocks all later ones on the table, and a deadlock would abort one side. So a
 * transaction that does not get a lock in time is rolled back completely and retried.
 */
async function retryAtLocks<T>(client: pg.PoolClient, transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === ATTEMPTS || !LOCKED.has((error as { cause?: pg.DatabaseError }).cause?.code)) throw error
      await client.query('rollback')
      await sleep(attempt * 1_000)
    }
  }
}

/** The part of `migrate` inside its transaction, which the caller begins and ends. */
export async function runMigrations(
  client: pg.PoolClient,
  { modules, key }: { readonly modules: readonly Module[]; readonly key?: string },
): Promise<readonly string[]> {
  await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
  await client.query(`select pg_advisory_xact_lock(${LOCKS.migrations}); set local lock_timeout = '3s'`)
  if (key !== undefined) await holdKey(client, key)
  const pending = await readPending(client, modules)
  if (pending.length > 0) {
    await client.query(`savepoint ${BEFORE}`)
    await runEach(client, pending)
    await client.query(NUMBER)
  }
  await checkTables(client, () => findCulprits(client, pending))
  await checkPointTables(client, modules)
  return pending.map(({ id }) => id)
}

/** The state before the migrations of a transaction. */
const BEFORE = 'plinth_before_migrations'

/** What `migrate` has to run in its transaction. */
async function readPending(client: pg.PoolClient, modules: readonly Module[]): Promise<readonly Migration[]> {
  const known = await readKnown(client)
  const listed = listMigrations(modules)
  const adopted = await adoptBaselines(client, listed, known)
  return listed.filter(({ id, sql, transaction }) => {
    if (adopted.includes(id)) return false
    const released = known.get(id)
    if (released !== undefined && released !== sql)
      throw brokenSetup(`Migration '${id}' has changed since it ran; add a new one instead`)
    return released === undefined && transaction !== false
  })
}

async function runEach(
  client: pg.PoolClient,
  migrations: readonly Migration[],
  afterEach?: (id: string) => Promise<void>,
): Promise<void> {
  let columns = await readRecordedColumns(client)
  for (const migration of migrations) {
    const { id, sql } = migration
    await runMigration(client, migration)
    const { rows } = await client.query<{ number: string }>(
      'insert into public.plinth_migrations (id, sql) values ($1, $2) returning number',
      [id, sql],
    )
    columns = await recordSchemaChanges(client, { migration, number: rows[0]!.number, before: columns })
    await afterEach?.(id)
  }
}

/**
 * Finds the migration responsible for each unprotected table: runs all migrations once more and checks the tables after each. A
 * check takes longer than most migrations, and the names are needed only for an error.
 */
async function findCulprits(
  client: pg.PoolClient,
  migrations: readonly Migration[],
): Promise<ReadonlyMap<string, string>> {
  const culprits = new Map<string, string>()
  if (migrations.length === 0) return culprits
  await client.query(`rollback to savepoint ${BEFORE}`)
  await runEach(client, migrations, async (id) => {
    for (const problem of await findUnprotected(client)) if (!culprits.has(problem)) culprits.set(problem, id)
  })
  return culprits
}
