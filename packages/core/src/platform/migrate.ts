import pg from 'pg'
import type { Tables } from '../data/query/tables.ts'
import { LOCKS } from '../data/connection/advisory-locks.ts'
import { coreMigrations } from '../data/schema/core-migrations.ts'
import { type Migration, runMigration } from '../data/schema/migration.ts'
import { toPostgresSettings, toSetConfig } from '../data/connection/postgres-settings.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import { checkPointTables } from './check-declarations.ts'
import { checkEntityTables } from './check-entity-tables.ts'
import { checkLines } from './check-lines.ts'
import { checkSearches, checkTables, findUnprotected } from './check-tables.ts'
import { holdKey } from './database-key.ts'
import {
  adoptBaselines,
  assertRolledOut,
  listMigrations,
  NUMBER,
  pendingMigrations,
  readKnown,
} from './applied-migrations.ts'
import { runOnlineMigrations } from './online-migrations.ts'
import { readRecordedColumns, recordSchemaChanges } from './schema-changes.ts'
import { TableLocks } from './table-locks.ts'

/**
 * Brings the schema up to date: the core's migrations, then those of each module in module order, in one transaction under an
 * advisory lock, so that hosts starting together run them once. Online migrations follow. In a database that skips a release,
 * what waits for a rollout also waits for the online migrations before it, in a transaction of its own. Table problems that `start` would reject are detected before
 * the commit. Entities are compared if `tables` are given and no online migration is pending.
 */
export async function migrate(
  pool: pg.Pool,
  { modules, key, tables }: { readonly modules: readonly Module[]; readonly key?: string; readonly tables?: Tables },
): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query(`select ${toSetConfig(toPostgresSettings({ statementTimeout: 0 }), 'session').join(', ')}`)
    const ran: string[] = []
    for (let isDone = false; !isDone;) {
      const locks = new TableLocks(client)
      const { done, remaining } = await locks.retry(async () => {
        await client.query('begin')
        const done = await runMigrations(client, { modules, locks, ...(key !== undefined && { key }) })
        const left = await pendingMigrations(client, modules)
        // Those of the platform that are left change no columns.
        if (tables && done.length > 0 && left.every((id) => coreMigrations.some((own) => own.id === id))) {
          await checkEntityTables(client, tables)
          await checkSearches(client, modules)
          await checkLines(client, tables, modules)
        }
        await client.query('commit')
        return { done, remaining: left }
      })
      // For statements outside a transaction, on a separate connection.
      await client.query(`select set_config('plinth.key', $1, false)`, [key ?? ''])
      const left = listMigrations(modules).filter(({ id }) => remaining.includes(id))
      const next = left.findIndex(({ transaction }) => transaction !== false)
      isDone = next < 0
      const online = isDone ? left : left.slice(0, next)
      ran.push(...done, ...(await runOnlineMigrations(client, online)))
    }
    return ran
  } finally {
    // Ends the connection, and with it a transaction that failed.
    client.release(true)
  }
}

/** The part of `migrate` inside its transaction, which the caller begins and ends. */
export async function runMigrations(
  client: pg.PoolClient,
  { modules, key, locks }: { readonly modules: readonly Module[]; readonly key?: string; readonly locks?: TableLocks },
): Promise<readonly string[]> {
  await client.query('set local statement_timeout = 0; set local lock_timeout = 0')
  await client.query(`select pg_advisory_xact_lock(${LOCKS.migrations}); set local lock_timeout = '3s'`)
  if (key !== undefined) await holdKey(client, key)
  const known = await readKnown(client)
  const pending = await findPending(client, modules, known)
  // Nobody uses a new database yet, so its migrations may wait for locks on roles, which all databases of a server share.
  const shared = known.size > 0 ? locks : undefined
  if (pending.length > 0) {
    await client.query(`savepoint ${BEFORE}`)
    await shared?.take()
    await runEach(client, { migrations: pending, locks: shared })
    await client.query('select plinth.renew_readers()')
    await client.query(NUMBER)
  }
  await checkTables(client, () => findCulprits(client, { migrations: pending, locks: shared }))
  await checkPointTables(client, modules)
  return pending.map(({ id }) => id)
}

/** The state before the migrations of a transaction. */
const BEFORE = 'plinth_before_migrations'

/** What `migrate` has to run in its transaction. */
async function findPending(
  client: pg.PoolClient,
  modules: readonly Module[],
  known: ReadonlyMap<string, string>,
): Promise<readonly Migration[]> {
  const listed = listMigrations(modules)
  const adopted = await adoptBaselines(client, listed, known)
  const pending = listed.filter(({ id, sql }) => {
    if (adopted.includes(id)) return false
    const released = known.get(id)
    if (released !== undefined && released !== sql)
      throw brokenSetup(`Migration '${id}' has changed since it ran; add a new one instead`)
    return released === undefined
  })
  const first = pending.findIndex(isOnline)
  const barrier = pending.findIndex(
    (migration, at) => migration.after !== undefined && first >= 0 && at > first && !isOnline(migration),
  )
  return (barrier < 0 ? pending : pending.slice(0, barrier)).filter((migration) => !isOnline(migration))
}

const isOnline = ({ transaction }: Migration) => transaction === false

interface Pending {
  readonly migrations: readonly Migration[]
  /** Undefined if nobody else uses the tables. */
  readonly locks: TableLocks | undefined
}

async function runEach(
  client: pg.PoolClient,
  { migrations, locks }: Pending,
  afterEach?: (id: string) => Promise<void>,
): Promise<void> {
  let columns = await readRecordedColumns(client)
  for (const migration of migrations) {
    const { id, sql } = migration
    await assertRolledOut(client, migration)
    await locks?.limitWaits()
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
async function findCulprits(client: pg.PoolClient, pending: Pending): Promise<ReadonlyMap<string, string>> {
  const culprits = new Map<string, string>()
  if (pending.migrations.length === 0) return culprits
  await client.query(`rollback to savepoint ${BEFORE}`)
  await runEach(client, pending, async (id) => {
    for (const problem of await findUnprotected(client)) if (!culprits.has(problem)) culprits.set(problem, id)
  })
  return culprits
}
