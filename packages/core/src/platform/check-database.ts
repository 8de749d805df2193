import type pg from 'pg'
import type { DatabaseOptions } from '../data/connection/database-options.ts'
import { createPool, type FairPool, type Queryable } from '../data/connection/pool.ts'
import { balancesReads, isPooled, keepsSessions } from '../data/connection/pooler.ts'
import type { Database } from '../data/connection/database.ts'
import { querySystem } from '../data/connection/system-queries.ts'
import type { Logger } from '../define/logger.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import type { Runtime } from '../context/runtime.ts'
import { checkPointTables } from './check-declarations.ts'
import { checkSameDatabase, tracksStatements } from './check-server.ts'
import { checkSearches, checkTables } from './check-tables.ts'
import { findInvalidIndexes } from './invalid-indexes.ts'
import { warnOfSlowLists } from './slow-lists.ts'
import { checkStates } from './check-states.ts'
import { checkEntityTables } from './check-entity-tables.ts'
import { checkLines } from './check-lines.ts'
import { storeKey } from './database-key.ts'
import { listMigrations, pendingMigrations } from './applied-migrations.ts'

interface DatabaseCheck {
  readonly options: DatabaseOptions
  readonly database: Database
  readonly modules: readonly Module[]
  readonly tables: Runtime['tables']
  readonly log: Logger
  /** Whether to log slow lists at startup; set in development. */
  readonly warnsOfLists: boolean
}

/** Throws `broken_setup` if the database lacks something or does not enforce tenant isolation. */
export async function checkDatabase(checked: DatabaseCheck): Promise<void> {
  const { options, database, modules, tables, log } = checked
  const { pool } = database
  await checkPooler(options, pool)
  const problem = await findPoolerProblem(pool)
  if (problem !== undefined) log.warn({}, `${problem}; set load_balance_mode = off`)
  const pending = await pendingMigrations(pool, modules)
  if (pending.length > 0)
    throw brokenSetup(`The database lacks migrations: ${pending.join(', ')}; run \`platform.migrate()\``)
  await checkRights(pool, options)
  await checkKey(database)
  const client = await pool.connect()
  let isSound = false
  try {
    // The login itself may not even have the right to look up names.
    await client.query('begin read only')
    await client.query('set local role plinth_app')
    await checkTables(client)
    const indexes = await findInvalidIndexes(client, listMigrations(modules))
    if (indexes.length > 0) log.warn({ indexes }, 'indexes of migrations are not valid, and nothing uses them')
    await checkEntityTables(client, tables)
    if (checked.warnsOfLists) await warnOfSlowLists(client, { modules, tables, log })
    await checkLines(client, tables, modules)
    await checkSearches(client, modules)
    await checkPointTables(client, modules)
    await client.query('rollback')
    isSound = true
  } finally {
    client.release(!isSound)
  }
  await checkStates({ database, modules, log })
}

/** Throws for a replica that does not enforce what the primary enforces. */
export async function checkReplica(replica: pg.Client, options: DatabaseOptions): Promise<void> {
  await checkReplicaPooler(replica, options)
  await checkRights(replica, options, 'replicaUrls')
}

/** Throws for a login that would bypass tenant isolation. */
export async function checkRights(
  server: Queryable,
  { privilegedLogin }: DatabaseOptions,
  address: 'url' | 'replicaUrls' = 'url',
): Promise<void> {
  await checkRoles(server)
  if (!privilegedLogin) await checkLogin(server, address)
}

/**
 * Throws for a login that has its own privileges (decision: Unprivileged login), because an injected statement would get them with
 * `reset role` or `set role`. Inheriting the platform's roles counts as well: the login has to switch to them explicitly.
 */
async function checkLogin(server: Queryable, address: string, { areWallsUp = true } = {}): Promise<void> {
  const { rows } = await server.query<{ login: string; problem: string }>(`
    with login as (select oid, rolname, rolsuper from pg_roles where rolname = session_user),
    reached as (
      select r.*, case when r.oid = login.oid then '' else format('can switch to %I, which ', r.rolname) end as way
      from login join pg_roles r on r.oid = login.oid or not login.rolsuper and pg_has_role(login.oid, r.oid, 'member')
    ),
    -- Who owns everything is named for being a superuser alone.
    narrow as (select * from reached where not rolsuper),
    -- Read by database first. Read by owner, the grants in all databases of the server would be looked through.
    depending as materialized (
      select d.* from pg_database here
        join pg_shdepend d on d.dbid = here.oid or d.dbid = 0 and d.classid = 'pg_database'::regclass and d.objid = here.oid
        where here.datname = current_database()
    )
    select session_user as login, problem from (
      select way || 'is a superuser' from reached where rolsuper
      union all select way || 'bypasses row level security' from narrow where rolbypassrls
      union all select way || 'may create roles' from narrow where rolcreaterole
      union all select way || 'may replicate the database' from narrow where rolreplication
      union all select format('can switch to %I', rolname) from narrow where rolname in ('plinth_search', 'plinth_backup',
        'pg_read_all_data', 'pg_write_all_data', 'pg_read_server_files', 'pg_write_server_files',
        'pg_execute_server_program')
      union all select format('inherits %I', r.rolname) from login join pg_roles r
        on r.rolname in ('plinth_app', 'plinth_restricted', 'plinth_system') and not login.rolsuper and pg_has_role(login.oid, r.oid, 'usage')
      union all select format('%sowns %s', n.way, pg_describe_object(d.classid, d.objid, d.objsubid))
        from narrow n join depending d on d.refclassid = 'pg_authid'::regclass and d.refobjid = n.oid and d.deptype = 'o'
        -- Other hosts that run meanwhile may have temporary tables, which end with their sessions.
        where coalesce((pg_identify_object(d.classid, d.objid, d.objsubid)).schema, '') !~ '^pg_(toast_)?temp'
      union all select format('%smay create objects in the schema %s', n.way, s.nspname) from narrow n, pg_namespace s
        where ${areWallsUp} and s.nspname in ('public', 'plinth', 'plinth_jobs') and has_schema_privilege(n.oid, s.oid, 'create')
    ) found (problem) limit 5`)
  if (rows.length === 0) return
  const problems = [...new Set(rows.map(({ login, problem }) => `${login} ${problem}`))].join('; ')
  throw brokenSetup(
    `Privileged database login: ${problems}. Name a login that owns nothing in \`database.${address}\`, the owner in ` +
      '`database.migrationUrl`, or, for development, set `database.privilegedLogin`',
  )
}

/**
 * Throws, before anything is migrated, for a login that `start` would reject afterwards. Privileges that migrations revoke
 * (creating objects in schemas, which older databases grant to everybody) are not checked yet.
 */
export async function checkLoginBefore(server: Queryable, { privilegedLogin }: DatabaseOptions): Promise<void> {
  if (!privilegedLogin) await checkLogin(server, 'url', { areWallsUp: false })
}

/** Throws for roles that would bypass row-level security, and for a login that cannot switch to them. */
async function checkRoles(server: Queryable): Promise<void> {
  const { rows } = await server.query<{ problem: string }>(`
    with privilege as (
      select case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end as name
    )
    select format('%I cannot switch to %I: grant it', session_user, rolname) as problem from pg_roles, privilege
      where rolname in ('plinth_app', 'plinth_restricted', 'plinth_system')
        and not pg_has_role(session_user, oid, privilege.name)
    union all
    select format('%I is a superuser or bypasses row level security', rolname) from pg_roles
      where rolname in ('plinth_app', 'plinth_restricted') and (rolsuper or rolbypassrls)
    union all
    select format('%I is a member of %I, whose rows it would see', own.rolname, other.rolname)
      from pg_roles own, pg_roles other
      where own.rolname in ('plinth_app', 'plinth_restricted') and not own.rolsuper
        and other.rolname not in (own.rolname, 'plinth_app') and pg_has_role(own.oid, other.oid, 'member')`)
  if (rows.length > 0) throw brokenSetup(`Unsafe database roles: ${rows.map(({ problem }) => problem).join('; ')}`)
}

type Address = 'url' | 'directUrl' | 'migrationUrl'

/**
 * Throws for a pooler that the options do not declare. One in session mode needs no options. Behind any other, notifications
 * between hosts and migrations would silently fail, and prepared statements would end up on other connections.
 */
export async function checkPooler(options: DatabaseOptions, pool: FairPool): Promise<void> {
  const { url, directUrl, preparedStatements } = options
  if (directUrl !== undefined) {
    await assertSessions(directUrl, 'directUrl')
    await checkSameDatabase(pool, directUrl, 'directUrl')
  }
  if (directUrl !== undefined && preparedStatements === false) return
  const client = await pool.connect()
  const isBehind = await isPooled(client).finally(() => client.release())
  if (!isBehind || (await keepsSessions(url))) return
  if (preparedStatements === true && !(await hasTracker(options)))
    throw brokenSetup(
      '`database.preparedStatements` is true, and `database.url` leads to a pooler that does not track prepared statements ' +
        '(PgBouncer before 1.21, or with max_prepared_statements = 0): set it to false',
    )
  const missing = [
    ...(directUrl === undefined ? ['name the server itself in `database.directUrl`'] : []),
    ...(preparedStatements === undefined ? [SAY_WHETHER_IT_TRACKS] : []),
  ]
  if (missing.length > 0)
    throw brokenSetup(`\`database.url\` leads to a pooler that keeps no sessions: ${missing.join(', and ')}`)
}

/** What is wrong with a pooler that works, in a sentence; undefined if nothing is. */
export async function findPoolerProblem(pool: FairPool): Promise<string | undefined> {
  const client = await pool.connect()
  const isBalancing = await balancesReads(client).finally(() => client.release())
  if (!isBalancing) return undefined
  return 'Pgpool-II sends reads to replicas, which may lag, so users do not see what they have just written'
}

/** Uses separate connections, on which nothing has been prepared. */
async function hasTracker({ url }: DatabaseOptions): Promise<boolean> {
  const pool = createPool({ url, poolSize: 2 })
  return tracksStatements(pool).finally(() => pool.end())
}

const SAY_WHETHER_IT_TRACKS =
  'use `database.preparedStatements` to say whether it tracks prepared statements (PgBouncer before 1.21 does not)'

/** Throws for an undeclared pooler in front of a replica: on a standby, it cannot be determined whether it keeps sessions. */
async function checkReplicaPooler(replica: pg.Client, { preparedStatements }: DatabaseOptions): Promise<void> {
  if (preparedStatements === undefined && (await isPooled(replica)))
    throw brokenSetup(`\`database.replicaUrls\` leads to a pooler: ${SAY_WHETHER_IT_TRACKS}`)
}

/** Throws unless the address belongs to the server itself, or to a pooler that keeps sessions. */
export async function assertSessions(url: string, address: Address): Promise<void> {
  if (await keepsSessions(url)) return
  throw brokenSetup(`\`database.${address}\` leads to a pooler that keeps no sessions: name the server itself`)
}

/** Throws if the database does not know the key derived from the secret; a login that owns the database may store it. */
async function checkKey(database: Database): Promise<void> {
  const { rows } = await querySystem<{ known: boolean }>(database, { text: 'select plinth.holds_key() as known' })
  if (rows[0]?.known) return
  await storeKey(database.pool, database.key).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw brokenSetup(`The database does not know the key of this \`secret\`: run \`platform.migrate()\` (${reason})`)
  })
}
