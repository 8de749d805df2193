import pg from 'pg'
import { LOCKS, withLock } from '../data/connection/advisory-locks.ts'
import type { Database } from '../data/connection/database.ts'
import type { DatabaseOptions } from '../data/connection/database-options.ts'
import { createPool } from '../data/connection/pool.ts'
import type { Job } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import { migrateQueue } from '../jobs/queue-migration.ts'
import type { Runtime } from '../context/runtime.ts'
import { assertSessions, checkLoginBefore, checkPooler } from './check-database.ts'
import { checkSameDatabase, checkServer } from './check-server.ts'
import { storeKey } from './database-key.ts'
import { migrate } from './migrate.ts'
import { isLatest } from './applied-migrations.ts'

interface Preparation {
  /** The keys of the system role, derived from the secrets that are accepted besides the current one. */
  readonly otherKeys: readonly string[]
  readonly options: DatabaseOptions
  readonly database: Database
  readonly modules: readonly Module[]
  readonly jobs: readonly Job[]
  readonly tables: Runtime['tables']
}

/** Migrates the schema, sets up tenant isolation, and grants the roles to the login of `url`. */
export async function prepareDatabase({
  otherKeys,
  options,
  database,
  modules,
  jobs,
  tables,
}: Preparation): Promise<readonly string[]> {
  await checkPooler(options, database.pool)
  const ownerUrl = options.migrationUrl ?? options.directUrl ?? options.url
  if (options.migrationUrl !== undefined) await assertSessions(options.migrationUrl, 'migrationUrl')
  await checkLoginBefore(database.pool, options)
  const owner = createPool({ url: ownerUrl, poolSize: 1 })
  try {
    await checkBefore(owner)
    if (options.migrationUrl !== undefined) await checkSameDatabase(database.pool, options.migrationUrl, 'migrationUrl')
    const ran = await migrate(owner, { modules, key: database.key, tables })
    await migrateQueue(owner, { jobs, isLatest: await isLatest(owner, modules) })
    await prepareWalls(owner, database, { otherKeys, hasLogin: options.migrationUrl !== undefined })
    return ran
  } catch (error) {
    throw options.migrationUrl === undefined && isDenied(error) ? noOwner(error) : error
  } finally {
    await owner.end()
  }
}

async function checkBefore(owner: pg.Pool): Promise<void> {
  const client = await owner.connect()
  // Closing the connection ends its subscriptions.
  await checkServer(client).finally(() => client.release(true))
}

const isDenied = (error: unknown): error is Error => error instanceof Error && 'code' in error && error.code === '42501'

const noOwner = ({ message }: Error) =>
  brokenSetup(
    `The login of \`database.url\` may not migrate (${message}): name the owner of the tables in \`database.migrationUrl\``,
  )

/** Hosts that start together run this one after the other: concurrent grants on the same object fail. */
async function prepareWalls(
  owner: pg.Pool,
  { pool, key }: Database,
  { otherKeys, hasLogin }: { readonly otherKeys: readonly string[]; readonly hasLogin: boolean },
): Promise<void> {
  const client = await owner.connect()
  try {
    await withLock(client, LOCKS.queue, async () => {
      await client.query('select plinth.wall(), plinth.admit_backup()')
      await storeKey(client, key, ...otherKeys)
      if (hasLogin) await admitLogin(client, pool)
    })
  } finally {
    client.release(true)
  }
}

/** Grants the roles without inheritance: the login has to switch to a role explicitly. */
async function admitLogin(owner: pg.PoolClient, pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ login: string; isModern: boolean; isMember: boolean }>(`
    select session_user as login, current_setting('server_version_num')::int >= 160000 as "isModern",
      (select bool_and(pg_has_role(session_user, role, 'member'))
        from unnest(array['plinth_app', 'plinth_restricted', 'plinth_system']) role) as "isMember"`)
  const { login, isModern, isMember } = rows[0]!
  if (isMember) return
  const how = isModern ? ' with inherit false, set true' : ''
  const grant = `grant plinth_app, plinth_restricted, plinth_system to ${pg.escapeIdentifier(login)}${how}`
  await owner.query(grant).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw brokenSetup(`The login cannot switch to the platform's roles (${reason}). Run as a superuser: ${grant}`)
  })
}
