import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Migration } from '../data/migration.ts'
import type { DatabaseOptions } from '../data/pool.ts'
import type { Caller } from '../define/access.ts'
import type { Module } from '../define/module.ts'
import { type Mail, mailer, provide } from '../define/service.ts'
import { sortModules } from '../platform/checks.ts'
import { listMigrations } from '../platform/migrate.ts'
import { createPlatform, type Platform, type PlatformOptions } from '../platform/platform.ts'
import { CapturedLog } from './captured-log.ts'
import { Client } from './client.ts'
import { TestClock } from './clock.ts'
import { toOptions } from './database-login.ts'
import { createTestDatabase, type Template } from './database.ts'
import { Logins, type Who } from './logins.ts'
import { Schedules } from './schedules.ts'
import { Statements } from './statements.ts'

/** What a test platform is made of: the options of a platform, all of them with defaults but these two. */
export interface TestPlatformOptions extends Partial<Omit<PlatformOptions, 'database' | 'log' | 'now'>> {
  readonly modules: readonly Module[]
  /** A superuser's URL of a PostgreSQL in which databases may be created. */
  readonly postgresUrl: string
  /**
   * The database of another test platform, to go on with a later version of its modules: it is migrated, and left to the
   * other one to drop. Default: a new one from the template.
   */
  readonly databaseUrl?: string
  /** Where the clock stands. Default: the present. */
  readonly startAt?: Date
  /** Whether this platform takes jobs by itself; otherwise they wait for `app.jobs()`. */
  readonly workers?: boolean
  /** Whether the database is left for inspection. */
  readonly keepDatabase?: boolean
  /**
   * Rows that every test of these modules starts with. Runs once, in the template; its source text is part of the
   * template's key, so it should depend on nothing but its argument and constants.
   */
  readonly prepare?: Prepare | readonly Prepare[]
}

/** Makes rows in the template that the databases of tests are copies of. */
export type Prepare = (template: { readonly platform: Platform; readonly sql: AdminSql }) => Promise<void>

/** Runs a statement as the superuser, past row level security and recording, and returns its rows. */
export type AdminSql = <Row extends object = Record<string, any>>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>

/** A platform on a database of its own. Dispose of it with `await using`. */
export interface TestPlatform extends AsyncDisposable {
  readonly platform: Platform
  /** Sends a request in memory; `path` begins with `/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** A client with a login. */
  as(who: Who): Client
  /** The caller that `as` gives to requests, for `platform.as`. */
  callerOf(who: Who): Caller
  /** The headers that identify a caller, for requests of other clients. */
  headersOf(who: Who): Readonly<Record<string, string>>
  /** A client without a login. */
  readonly anonymous: Client
  readonly clock: TestClock
  readonly log: CapturedLog
  /** Mails sent through the `mailer` service, the oldest first. */
  readonly mails: readonly Mail[]
  readonly sql: AdminSql
  /** A superuser's URL of its database. */
  readonly databaseUrl: string
  /** The same database for another host: with a login that owns nothing. */
  readonly database: DatabaseOptions
  /**
   * Runs the jobs that wait, those whose schedule has come due on `clock` since the last call, and those they queue;
   * returns how many ran.
   */
  jobs(): Promise<number>
  /** Resolves when subscribers and other work that requests left running have ended. */
  settled(): Promise<void>
  /** How many SQL statements the platform has sent so far. */
  queries(): number
  /** The text of every statement sent so far. */
  readonly statements: readonly string[]
}

/** The secret of test platforms: for a second host on the database of one. */
export const testSecret = 'a secret that no production platform has'

/** Creates a database from the modules' template and starts a platform on it, without workers and rate limits. */
export async function testPlatform(options: TestPlatformOptions): Promise<TestPlatform> {
  const {
    modules,
    postgresUrl,
    startAt,
    workers = false,
    keepDatabase = false,
    prepare,
    databaseUrl,
    services = [],
    ...rest
  } = options
  const logins = new Logins(modules)
  const clock = new TestClock(startAt)
  const schedules = new Schedules(clock)
  const log = new CapturedLog()
  const statements = new Statements()
  const mails: Mail[] = []
  const fakeMailer = provide(mailer, () => ({ send: async (mail) => void mails.push(mail) }))
  const composed: Omit<PlatformOptions, 'database'> = {
    secret: testSecret,
    rateLimits: { enabled: false },
    ...rest,
    services: [fakeMailer, ...services],
    modules: [logins.module, ...modules],
    log,
    now: () => clock.now,
  }
  const database =
    databaseUrl === undefined
      ? await createTestDatabase(postgresUrl, templateOf(sortModules(modules), composed, prepare))
      : { url: databaseUrl, drop: async () => {} }
  const platform = await createPlatform({
    ...composed,
    database: { ...toOptions(database.url), poolSize: 5, onStatement: statements.hear },
  })
  const admin = createAdmin(database.url)
  const fetch = async (path: string, init?: RequestInit) =>
    platform.fetch(new Request(new URL(path, 'http://localhost'), init))
  const close = async () => {
    await platform.close()
    await admin.end()
    if (!keepDatabase) await database.drop()
  }
  try {
    if (databaseUrl !== undefined) await platform.migrate()
    await platform.start({ workers })
  } catch (error) {
    await close()
    throw error
  }
  statements.forget()
  return {
    platform,
    fetch,
    as(who) {
      const login = logins.headersOf(who)
      return new Client((path, init) => fetch(path, { ...init, headers: withHeaders(init.headers, login) }))
    },
    callerOf: (who) => logins.callerOf(who),
    headersOf: (who) => logins.headersOf(who),
    anonymous: new Client(fetch),
    clock,
    log,
    mails,
    sql: admin.sql,
    databaseUrl: database.url,
    database: toOptions(database.url),
    async jobs() {
      await schedules.queueDue(platform)
      return platform.runJobs()
    },
    settled: () => platform.settled(),
    queries: () => statements.texts.length,
    statements: statements.texts,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * A database with the tables of these modules. What all of them but the last need is a template of its own: compositions
 * that begin alike are many, and migrating takes longest.
 */
function templateOf(
  modules: readonly Module[],
  options: Omit<PlatformOptions, 'database'>,
  prepare?: TestPlatformOptions['prepare'],
): Template {
  const { secret, services = [] } = options
  const earlier = modules.slice(0, -1)
  return {
    key: [secret, ...toKey(modules, prepare)],
    fill: (url) => fillTemplate(url, options, prepare),
    ...(modules.length > 0 && {
      base: templateOf(earlier, { secret, services, modules: earlier, log: new CapturedLog() }),
    }),
  }
}

async function fillTemplate(
  url: string,
  options: Omit<PlatformOptions, 'database'>,
  prepare: TestPlatformOptions['prepare'],
): Promise<void> {
  await using platform = await createPlatform({ ...options, database: { ...toOptions(url), poolSize: 2 } })
  await platform.migrate()
  if (!prepare) return
  await platform.start({ workers: false })
  const admin = createAdmin(url)
  try {
    for (const one of [prepare].flat()) await one({ platform, sql: admin.sql })
    await platform.settled()
  } finally {
    await admin.end()
  }
}

function toKey(modules: readonly Module[], prepare: TestPlatformOptions['prepare']): string[] {
  const queues = modules.flatMap(({ jobs = [], subscribers = [] }) => [
    ...jobs.map(({ id, retries, timeout, schedule }) => `${id} ${retries} ${timeout} ${schedule}`),
    ...subscribers.map(({ durable }) => durable ?? ''),
  ])
  // What `prepare` sets up depends on what the modules grant to roles.
  const roles = prepare ? modules.map(({ id, roles }) => JSON.stringify([id, roles])) : []
  return [...listMigrations(modules).map(digestOfMigration), ...queues, ...roles, String(prepare)]
}

const digests = new WeakMap<Migration, string>()

/** Each is read once: all of them together are long. */
function digestOfMigration(migration: Migration): string {
  let digest = digests.get(migration)
  if (digest === undefined) digests.set(migration, (digest = digestOf(`${migration.id} ${migration.sql}`)))
  return digest
}

function createAdmin(url: string) {
  // For the few rows that each table of a test has, starting parallel workers takes ten times what all else takes.
  const options = '-c timezone=UTC -c max_parallel_workers_per_gather=0'
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true, options })
  pool.on('error', () => {})
  const sql: AdminSql = async (text, values = []) =>
    (await pool.query({ text, values: [...values], ...(isOfAllTables(text) && { name: digestOf(text) }) })).rows
  return { sql, end: () => pool.end() }
}

/** A statement that looks at every table comes again and again, and takes longer to plan than to run: it is prepared. */
const isOfAllTables = (text: string) => text.length > 3_000 && !text.includes(';')

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

function withHeaders(init: HeadersInit | undefined, login: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(init)
  for (const [name, value] of Object.entries(login)) headers.set(name, value)
  return headers
}
