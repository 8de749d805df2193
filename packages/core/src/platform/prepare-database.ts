import pg from 'pg'
import { withLock } from '../data/held-lock.ts'
import { createPool, type DatabaseOptions } from '../data/pool.ts'
import { type Database, querySystem } from '../data/statements.ts'
import type { Job } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import { migrateQueue, QUEUE_LOCK } from '../jobs/queue-schema.ts'
import type { Runtime } from '../pipeline/runtime.ts'
import { deriveKey, toSecretKey } from '../security/secret-key.ts'
import { assertSessions, checkPooler } from './check-pooler.ts'
import { isLatest, keepKey, migrate } from './migrate.ts'

export interface Preparation {
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
  if (options.migrationUrl !== undefined) await assertSessions(options.migrationUrl, 'migrationUrl')
  // One connection holds the lock under which the other works.
  const owner = createPool({ url: options.migrationUrl ?? options.directUrl ?? options.url, poolSize: 2 })
  try {
    const ran = await migrate(owner, { modules, key: database.key, orm })
    await migrateQueue(owner, { jobs, isLatest: await isLatest(owner, modules) })
    await wallIn(owner, database, options.migrationUrl !== undefined)
    return ran
  } finally {
    await owner.end()
  }
}

/** Hosts that start together take turns: grants of the same thing at once are an error. */
async function wallIn(owner: pg.Pool, { pool, key }: Database, hasLogin: boolean): Promise<void> {
  await withLock(owner, QUEUE_LOCK, async () => {
    await owner.query('select plinth.wall(), plinth.admit_backup()')
    await keepKey(owner, key)
    if (hasLogin) await admitLogin(owner, pool)
  })
}

/** Refuses a secret whose key the database does not know; a login that owns the database may make it known. */
export async function checkKey(database: Database): Promise<void> {
  const { rows } = await querySystem<{ known: boolean }>(database, { text: 'select plinth.holds_key() as known' })
  if (rows[0]?.known) return
  await keepKey(database.pool, database.key).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw brokenSetup(`The database does not know the key of this \`secret\`: run \`platform.migrate()\` (${reason})`)
  })
}

/** Nothing is inherited: the login has to say as whom it acts. */
async function admitLogin(owner: pg.Pool, pool: pg.Pool): Promise<void> {
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
