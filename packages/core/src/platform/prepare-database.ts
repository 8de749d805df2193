import pg from 'pg'
import { anonymous } from '../acl/grants.ts'
import { createPool, type DatabaseOptions } from '../data/pool.ts'
import { LOCKS, withLock } from '../data/servers.ts'
import { type Database, querySystem } from '../data/statements.ts'
import { type CatalogColumn, findTableChanges, type Migration, type TableChange } from '../data/migration.ts'
import type { Job } from '../define/job.ts'
import type { Module } from '../define/module.ts'
import { brokenSetup } from '../errors.ts'
import { migrateQueue } from '../jobs/queue.ts'
import { doWork } from '../pipeline/context.ts'
import type { Runtime } from '../pipeline/runtime.ts'
import { deriveKey, toSecretKey } from '../security/tokens.ts'
import { assertSessions, checkPooler } from './check-database.ts'
import { isLatest, storeKey, migrate } from './migrate.ts'

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
  if (options.migrationUrl !== undefined) await assertSessions(options.migrationUrl, 'migrationUrl')
  const owner = createPool({ url: options.migrationUrl ?? options.directUrl ?? options.url, poolSize: 1 })
  try {
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

/** Refuses a secret whose key the database does not know; a login that owns the database may make it known. */
export async function checkKey(database: Database): Promise<void> {
  const { rows } = await querySystem<{ known: boolean }>(database, { text: 'select plinth.holds_key() as known' })
  if (rows[0]?.known) return
  await storeKey(database.pool, database.key).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw brokenSetup(`The database does not know the key of this \`secret\`: run \`platform.migrate()\` (${reason})`)
  })
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

/** The columns of every recorded table. */
export async function readRecordedColumns(client: pg.PoolClient): Promise<readonly CatalogColumn[]> {
  const { rows } = await client.query<CatalogColumn & { missingText: string | null }>(`
    select c.relname as "table", c.oid::int8::float8 as oid, a.attnum as position, a.attname as "column",
      format_type(a.atttypid, null) as type, a.attgenerated <> '' as "isGenerated", a.atthasmissing as "hasMissing",
      (a.attmissingval::text::text[])[1] as "missingText"
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where t.tgname = 'plinth_record_insert'`)
  const columns: CatalogColumn[] = []
  for (const { missingText, ...column } of rows) {
    const missing = column.hasMissing ? await toJson(client, column.type, missingText) : null
    columns.push({ ...column, missing })
  }
  return columns
}

async function toJson(client: pg.PoolClient, type: string, text: string | null): Promise<unknown> {
  const { rows } = await client.query<{ value: unknown }>(`select to_jsonb($1::text::${type}) as value`, [text])
  return rows[0]?.value
}

/** Records what a migration did to recorded tables; returns their columns of today. */
export async function recordSchemaChanges(
  client: pg.PoolClient,
  { migration, number, before }: { migration: Migration; number: string; before: readonly CatalogColumn[] },
): Promise<readonly CatalogColumn[]> {
  const after = await readRecordedColumns(client)
  const { rows: casts } = await client.query<{ cast: string }>(
    `select format_type(castsource, null) || ' > ' || format_type(casttarget, null) as cast from pg_cast
      where castcontext = 'i'`,
  )
  const lossless = new Set(casts.map(({ cast }) => cast))
  const declared = migration.rows ?? {}
  assertKnown(migration, before)
  const changes = findTableChanges(before, after, {
    declared,
    isLossless: (from, to) => lossless.has(`${from} > ${to}`),
  })
  for (const [table, change] of changes) assertFits(migration.id, { table, change }, after)
  if (changes.size > 0)
    await client.query(
      `insert into plinth.schema_changes (number, table_name, change)
        select $1, key, value from jsonb_each($2)`,
      [number, JSON.stringify(Object.fromEntries(changes))],
    )
  return after
}

function assertKnown({ id, rows = {} }: Migration, before: readonly CatalogColumn[]): void {
  for (const [table, { renames = {}, drops = [] }] of Object.entries(rows)) {
    const columns = new Set(before.filter((column) => column.table === table).map(({ column }) => column))
    if (columns.size === 0) throw brokenSetup(`Migration '${id}' declares rows of ${table}, which is no recorded table`)
    for (const column of [...Object.keys(renames), ...drops])
      if (!columns.has(column)) throw brokenSetup(`Migration '${id}' names ${table}.${column}, which does not exist`)
  }
}

function assertFits(
  id: string,
  { table, change }: { table: string; change: TableChange },
  after: readonly CatalogColumn[],
): void {
  if (change.table === null) return
  const columns = new Set(after.filter((column) => column.table === change.table).map(({ column }) => column))
  if (columns.size === 0)
    throw brokenSetup(`Migration '${id}' moves rows of ${table} to ${change.table}, which is no recorded table`)
  for (const column of Object.values(change.renames))
    if (!columns.has(column))
      throw brokenSetup(`Migration '${id}' renames a column to ${change.table}.${column}, which does not exist`)
}

/** Lets modules give existing tenants what a new version brings, in module order. */
export async function upgradeTenants(runtime: Runtime, modules: readonly Module[]): Promise<void> {
  for (const { upgrade } of modules)
    if (upgrade)
      await doWork({ runtime, caller: anonymous, origin: { requestId: null } }, ({ asSystem, inject }) =>
        asSystem('bring tenants up to date', (system) => upgrade(system, inject)),
      )
}
