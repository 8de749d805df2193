import {
  checkPooler,
  checkRights,
  checkServer as checkFeatures,
  createPool,
  type DatabaseOptions,
  findPoolerProblem,
  pendingMigrations,
} from '@plinth/core/internal'
import type { ToolPlatform } from '@plinth/host'
import { failed, ok, type Result, warning } from './finding.ts'

/** Whether the server is reachable and writable, and can do what the platform relies on. */
export async function checkServer(database: DatabaseOptions): Promise<Result> {
  const found = await onUrl(database.url, async (pool) => {
    const { rows } = await pool.query<Server>(`
      select current_setting('server_version') as version, pg_is_in_recovery() as "isStandby",
        current_setting('server_encoding') as encoding, current_setting('max_connections')::int as connections,
        current_setting('transaction_read_only')::boolean as "isReadOnly",
        current_setting('synchronous_commit') as commits`)
    return rows[0]!
  })
  if (found.isStandby || found.isReadOnly)
    return failed(
      'the server accepts no writes',
      'Name the primary in DATABASE_URL, or all servers: first:5432,second:5432',
    )
  if (found.encoding !== 'UTF8')
    return failed(`the database is encoded as ${found.encoding}`, "Create it with encoding 'UTF8'")
  // Behind a pooler, the server itself is asked.
  await onUrl(ownerUrl(database), async (pool) => {
    const client = await pool.connect()
    await checkFeatures(client).finally(() => client.release(true))
  })
  const server = `PostgreSQL ${found.version}, ${found.connections} connections`
  if (found.commits === 'off')
    return warning(
      `${server}; synchronous_commit is off`,
      'A crash of the server loses acknowledged writes: set it to on',
    )
  return ok(server)
}

interface Server {
  readonly version: string
  readonly isStandby: boolean
  readonly isReadOnly: boolean
  readonly encoding: string
  readonly connections: number
  readonly commits: string
}

/** Milliseconds between the clocks of this machine and the server. */
const SKEW = { warning: 1_000, failed: 30_000 }

/** Compares the clocks of this machine and the server: tokens, schedules and the log depend on both. */
export async function checkClock(database: DatabaseOptions): Promise<Result> {
  const skew = await onUrl(database.url, async (pool) => {
    await pool.query('select 1')
    const sent = Date.now()
    const { rows } = await pool.query<{ at: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
    )
    return rows[0]!.at - (sent + Date.now()) / 2
  })
  const found = `${Math.abs(Math.round(skew))} ms apart from the clock of the database`
  const advice = 'Synchronize the clocks of all machines, for example with chrony'
  if (Math.abs(skew) > SKEW.failed) return failed(found, advice)
  return Math.abs(skew) > SKEW.warning ? warning(found, advice) : ok(found)
}

/** Whether a pooler in front of the database is configured. */
export async function checkPoolers(database: DatabaseOptions): Promise<Result> {
  const problem = await onUrl(database.url, async (pool) => {
    await checkPooler(database, pool)
    return findPoolerProblem(pool)
  })
  if (problem !== undefined) return warning(problem, 'Set load_balance_mode = off, and DATABASE_REPLICA_URLS')
  const isDeclared = database.directUrl !== undefined || database.preparedStatements === false
  return ok(isDeclared ? 'as configured' : 'none, or one that keeps sessions')
}

/** Whether the login of the host has the privileges it needs, and no more. */
export async function checkRoles(database: DatabaseOptions): Promise<Result> {
  return onUrl(database.url, async (pool) => {
    await checkRights(pool, { ...database, privilegedLogin: true })
    const problem = await checkRights(pool, { ...database, privilegedLogin: false }).then(
      () => undefined,
      (error: Error) => error.message,
    )
    if (problem === undefined) return ok('the login owns nothing, and can switch to the two roles of the platform')
    const advice = 'Create a login for the host with the SQL that `plinth database roles` prints'
    const [found = ''] = problem.split('. Name a login')
    return database.privilegedLogin ? warning(found, advice) : failed(found, advice)
  })
}

/** Whether all migrations of the modules have run. */
export async function checkMigrations({ platform, database }: ToolPlatform): Promise<Result> {
  const pending = await onUrl(ownerUrl(database), (pool) => pendingMigrations(pool, platform.modules))
  if (pending.length === 0) return ok('all have run')
  const first = pending.slice(0, 3).join(', ')
  const more = pending.length > 3 ? ` and ${pending.length - 3} more` : ''
  return failed(
    `${pending.length} are pending: ${first}${more}`,
    'Run plinth migrate; rehearse it with plinth upgrade --check',
  )
}

/** What a host checks when it starts: keys, row-level security, recording, entities, indexes. */
export async function checkTables({ platform }: ToolPlatform): Promise<Result> {
  await platform.start({ workers: false })
  return ok('tenants are isolated, and writes recorded')
}

const ownerUrl = ({ migrationUrl, directUrl, url }: DatabaseOptions) => migrationUrl ?? directUrl ?? url

async function onUrl<T>(url: string, work: (pool: ReturnType<typeof createPool>) => Promise<T>): Promise<T> {
  const pool = createPool({ url, poolSize: 2 })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}
