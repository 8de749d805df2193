import type { MikroORM } from '@mikro-orm/postgresql'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { anonymous } from '../acl/grants.ts'
import { coreMigrations } from '../data/core-migrations.ts'
import { type Migration, runMigration } from '../data/migration.ts'
import { createPool, type DatabaseOptions, type Queryable } from '../data/pool.ts'
import { toPostgresSettings, toSetConfig } from '../data/text.ts'
import { LOCKS, withLock } from '../data/servers.ts'
import type { Database } from '../data/statements.ts'
import type { Job } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import { migrateQueue } from '../jobs/queue.ts'
import { doWork } from '../pipeline/context.ts'
import type { Runtime } from '../pipeline/runtime.ts'
import { deriveKey, toSecretKey } from '../security/tokens.ts'
import { assertSessions, checkLoginBefore, checkPooler } from './check-database.ts'
import { checkPointTables } from './check-declarations.ts'
import { checkSameDatabase, checkServer } from './check-server.ts'
import { checkSearches, checkTables, findUnprotected } from './check-tables.ts'
import { checkEntityTables } from './checks.ts'
import { readRecordedColumns, recordSchemaChanges, runOnlineMigrations } from './schema-changes.ts'

/** None of them changes a table of a module after the transaction. */
const ofCore: ReadonlySet<string> = new Set(coreMigrations.map(({ id }) => id))

/**
 * Brings the schema up to date: the core's migrations, then each module's in module order, in one transaction under an
 * advisory lock, so that hosts starting together do it once. What `start` would refuse of the tables is refused before the
 * commit. Entities are compared where `orm` has them and no migration of a module is left that commits by itself.
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
      if (orm && done.length > 0 && left.every((id) => ofCore.has(id))) {
        await checkEntityTables(client, orm)
        await checkSearches(client, modules)
      }
      await client.query('commit')
      return { ran: done, remaining: left }
    })
    // For statements outside a transaction, on a connection of their own.
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

/** Attempts at the transaction of all migrations: a second passes after the first, and one more each time. */
const ATTEMPTS = 10
const LOCKED = new Set<string | undefined>(['40P01', '55P03'])

/**
 * Who waits for a table makes all others wait who come later, and a deadlock with them would end one side. So a transaction
 * that does not get a lock in time is given up whole, and begun again.
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

/** What `migrate` does in its transaction, which the caller begins and ends. */
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

/** Where a transaction stood before it migrated. */
const BEFORE = 'plinth_before_migrations'

/** What `migrate` has to run in its transaction. */
async function readPending(client: pg.PoolClient, modules: readonly Module[]): Promise<readonly Migration[]> {
  const known = await readKnown(client)
  return listMigrations(modules).filter(({ id, sql, transaction }) => {
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
 * The migration behind each unprotected table: all run once more, with a look at the tables after each. A look takes longer
 * than most migrations, and only a refusal has to name them.
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

async function readKnown(client: pg.PoolClient): Promise<ReadonlyMap<string, string>> {
  await client.query(`
    do $$ begin
      create table if not exists public.plinth_migrations (
        id text primary key, sql text not null, ran_at timestamptz not null default now());
      if not exists (
        select from pg_attribute where attrelid = 'public.plinth_migrations'::regclass and attname = 'number'
      ) then
        alter table public.plinth_migrations add column number bigint generated always as identity;
      end if;
    end $$`)
  const { rows } = await client.query<{ id: string; sql: string }>('select id, sql from public.plinth_migrations')
  return new Map(rows.map(({ id, sql }) => [id, sql]))
}

/** From now on rows are recorded under the newest migration. */
const NUMBER = `
  do $$ begin
    execute format('create or replace function plinth.schema_number() returns bigint language sql stable parallel safe
      as ''select %s::bigint''', (select max(number) from public.plinth_migrations));
  end $$`

/** Makes the key of the system role known. */
export async function storeKey(owner: pg.Pool | pg.PoolClient, key: string): Promise<void> {
  const hash = createHash('sha256').update(key).digest()
  await owner.query('insert into plinth.keys (hash) values ($1) on conflict do nothing', [hash])
}

/** An owner who is no superuser sees rows by the system role that it inherits. */
async function holdKey(client: pg.PoolClient, key: string): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('plinth.keys') is not null as found`)
  if (rows[0]!.found) await storeKey(client, key)
  await client.query(`select set_config('plinth.key', $1, true)`, [key ?? ''])
}

/** Whether the migration that ran last is one of these modules; otherwise a later version has been here. */
export async function isLatest(pool: pg.Pool, modules: readonly Module[]): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from public.plinth_migrations order by number desc limit 1',
  )
  return listMigrations(modules).some(({ id }) => id === rows[0]?.id)
}

/** Ids of migrations that a database still lacks. */
export async function pendingMigrations(db: Queryable, modules: readonly Module[]): Promise<readonly string[]> {
  const table = await db.query<{ found: boolean }>(
    `select to_regclass('public.plinth_migrations') is not null as found`,
  )
  const ran = table.rows[0]?.found
    ? await db.query<{ id: string }>('select id from public.plinth_migrations')
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

interface Preparation {
  readonly options: DatabaseOptions
  readonly database: Database
  readonly modules: readonly Module[]
  readonly jobs: readonly Job[]
  readonly orm: Runtime['orm']
}

/** The key of the system role: derived from the platform's secret, so that only a host with the secret has it. */
export function databaseKey(secret: string): string {
  const root = toSecretKey({ name: '`secret`', secret })
  return Buffer.from(deriveKey({ secret: root, purpose: 'database.system' })).toString('base64url')
}

/** Brings the schema up to date, walls it in, and lets the login of `url` become the two roles. */
export async function prepareDatabase({
  options,
  database,
  modules,
  jobs,
  orm,
}: Preparation): Promise<readonly string[]> {
  await checkPooler(options, database.pool)
  const ownerUrl = options.migrationUrl ?? options.directUrl ?? options.url
  if (options.migrationUrl !== undefined) await assertSessions(options.migrationUrl, 'migrationUrl')
  await checkLoginBefore(database.pool, options)
  const owner = createPool({ url: ownerUrl, poolSize: 1 })
  try {
    await checkBefore(owner)
    if (options.migrationUrl !== undefined) await checkSameDatabase(database.pool, options.migrationUrl, 'migrationUrl')
    const ran = await migrate(owner, { modules, key: database.key, orm })
    await migrateQueue(owner, { jobs, isLatest: await isLatest(owner, modules) })
    await prepareWalls(owner, database, options.migrationUrl !== undefined)
    return ran
  } catch (error) {
    throw options.migrationUrl === undefined && isDenied(error) ? noOwner(error) : error
  } finally {
    await owner.end()
  }
}

async function checkBefore(owner: pg.Pool): Promise<void> {
  const client = await owner.connect()
  // Ends what it listens to.
  await checkServer(client).finally(() => client.release(true))
}

const isDenied = (error: unknown): error is Error => error instanceof Error && 'code' in error && error.code === '42501'

const noOwner = ({ message }: Error) =>
  brokenSetup(
    `The login of \`database.url\` may not migrate (${message}): name the owner of the tables in \`database.migrationUrl\``,
  )

/** Hosts that start together take turns: grants of the same thing at once are an error. */
async function prepareWalls(owner: pg.Pool, { pool, key }: Database, hasLogin: boolean): Promise<void> {
  const client = await owner.connect()
  try {
    await withLock(client, LOCKS.queue, async () => {
      await client.query('select plinth.wall(), plinth.admit_backup()')
      await storeKey(client, key)
      if (hasLogin) await admitLogin(client, pool)
    })
  } finally {
    client.release(true)
  }
}

/** Nothing is inherited: the login has to say as whom it acts. */
async function admitLogin(owner: pg.PoolClient, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ login: string; isModern: boolean; isMember: boolean }>(`
    select session_user as login, current_setting('server_version_num')::int >= 160000 as "isModern",
      pg_has_role(session_user, 'plinth_app', 'member') and pg_has_role(session_user, 'plinth_system', 'member')
        as "isMember"`)
  const { login, isModern, isMember } = rows[0]!
  if (isMember) return
  const how = isModern ? ' with inherit false, set true' : ''
  const grant = `grant plinth_app, plinth_system to ${pg.escapeIdentifier(login)}${how}`
  await owner.query(grant).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw brokenSetup(`The login may not become the platform's roles (${reason}). As a superuser: ${grant}`)
  })
}

/** Lets modules give existing tenants what a new version brings, in module order. */
export async function upgradeTenants(runtime: Runtime, modules: readonly Module[]): Promise<void> {
  for (const { upgrade } of modules)
    if (upgrade)
      await doWork({ runtime, caller: anonymous, origin: { requestId: null } }, ({ asSystem, inject }) =>
        asSystem('bring tenants up to date', (system) => upgrade(system, inject)),
      )
}
