import { LOCKS } from '@plinth/core/internal'
import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ensureTestLogin } from './database-login.ts'

/** A separate database for one test, copied from a template that is migrated once. */
export interface TestDatabase {
  readonly name: string
  readonly url: string
  drop(): Promise<void>
}

/** A database that is created once per `key` and cluster, and then copied. */
export interface Template {
  /** Everything its contents depend on. */
  readonly key: readonly string[]
  readonly fill: (url: string) => Promise<void>
  /** The template it is based on. Default: an empty database. */
  readonly base?: Template
}

/** Copies a template, creating it first if no earlier test has. `postgresUrl` is the URL of a superuser of the cluster. */
export async function createTestDatabase(postgresUrl: string, template: Template): Promise<TestDatabase> {
  const hash = hashOf(template.key)
  const name = `plinth_test_${hash.slice(0, 6)}_${randomBytes(8).toString('hex')}`
  // Copies the files instead of writing every page to the WAL.
  const copy = `create database ${name} template ${templateName(template)} strategy file_copy`
  await withClient(postgresUrl, async (admin) => {
    await ensureTestLogin(admin, postgresUrl)
    try {
      await admin.query(copy)
    } catch (error) {
      if ((error as { code?: unknown }).code !== UNKNOWN_DATABASE) throw error
      await createTemplate(admin, { postgresUrl, template })
      await admin.query(copy)
    }
  })
  return {
    name,
    url: urlOf(postgresUrl, name),
    drop: () =>
      withClient(postgresUrl, async (admin) => {
        await awaitNobody(admin, name)
        await admin.query(dropping(name))
      }),
  }
}

const UNKNOWN_DATABASE = '3D000'

const hashOf = (key: readonly string[]) => createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 16)

const templateName = ({ key }: Template) => `plinth_template_${hashOf(key)}`

interface Creation {
  readonly postgresUrl: string
  readonly template: Template
}

async function createTemplate(admin: pg.ClientBase, { postgresUrl, template }: Creation): Promise<void> {
  const name = templateName(template)
  const draft = `${name}_draft`
  let { base } = template
  // A module without tables adds nothing, so its base is the same template.
  while (base && templateName(base) === name) base = base.base
  // The lock is reentrant within a session, which creating the base relies on.
  await admin.query('select pg_advisory_lock($1)', [LOCKS.testTemplates])
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    // A run that was killed may have left its draft behind.
    await admin.query(dropping(draft))
    if (base) await createTemplate(admin, { postgresUrl, template: base })
    await admin.query(`create database ${draft} ${base ? `template ${templateName(base)}` : ''} strategy file_copy`)
    await template.fill(urlOf(postgresUrl, draft))
    // A finished template accepts no connections, so copying it never has to wait.
    await admin.query(`alter database ${draft} with allow_connections false`)
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [draft])
    await awaitNobody(admin, draft)
    await admin.query(`alter database ${draft} rename to ${name}`)
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [LOCKS.testTemplates])
  }
}

/** Milliseconds between two attempts, and the number of attempts. */
const RETRY = { every: 4, times: 25 }

/**
 * A session ends a few milliseconds after its client. Dropping a database that still has one waits a tenth of a second before it
 * checks again.
 */
async function awaitNobody(admin: pg.ClientBase, name: string): Promise<void> {
  for (let attempt = 0; attempt < RETRY.times; attempt++) {
    const { rows } = await admin.query<{ sessions: number }>(
      'select pg_stat_get_db_numbackends(oid) as sessions from pg_database where datname = $1',
      [name],
    )
    if (!rows[0]?.sessions) return
    await sleep(RETRY.every)
  }
}

const dropping = (name: string) => `drop database if exists ${name} with (force)`

function urlOf(postgresUrl: string, name: string): string {
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Connections of this process for creating databases. Opening one takes as long as dropping a database. */
const pools = new Map<string, pg.Pool>()

async function withClient<T>(url: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  let pool = pools.get(url)
  if (!pool) {
    pools.set(url, (pool = new pg.Pool({ connectionString: url, allowExitOnIdle: true })))
    // The pool replaces an idle connection that is lost when its server stops.
    pool.on('error', () => {})
  }
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}
