import {
  type Caller,
  createPlatform,
  mailer,
  type Migration,
  type Module,
  type Platform,
  type PlatformOptions,
  provide,
} from '@plinth/core'
import type { Mail } from '@plinth/core/http'
import { type DatabaseOptions, listMigrations, sortModules } from '@plinth/core/internal'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { CapturedLog } from './captured-log.ts'
import { Client } from './client.ts'
import { TestClock } from './clock.ts'
import { toOptions } from './database-login.ts'
import { createTestDatabase, type Template } from './database.ts'
import { Logins, testLogins, type Who } from './logins.ts'
import { explainAll, planIn, type QueryPlan } from './query-plans.ts'
import { Schedules } from './schedules.ts'
import { Statements } from './statements.ts'

/** Options of a test platform: those of a platform, all of which have defaults except these two. */
export interface TestPlatformOptions extends Partial<Omit<PlatformOptions, 'database' | 'log' | 'now'>> {
  readonly modules: readonly Module[]
  /** URL of a superuser of a PostgreSQL server on which databases may be created. */
  readonly postgresUrl: string
  /**
   * URL of another test platform's database, to continue with a later version of its modules. It is migrated, and dropped by the
   * other platform. Default: a new database from the template.
   */
  readonly databaseUrl?: string
  /** Initial time of the clock. Default: the current time. */
  readonly startAt?: Date
  /** Whether this platform runs jobs by itself; otherwise they wait for `app.jobs()`. */
  readonly workers?: boolean
  /** Whether to collect the plans of all statements in `plans`. Needs the contrib module `auto_explain`. */
  readonly explain?: boolean
  /** Whether to keep the database for inspection. */
  readonly keepDatabase?: boolean
  /**
   * Creates rows that every test of these modules starts with. Runs once, in the template. Its source text is part of the
   * template's key, so it should depend on nothing but its argument and constants.
   */
  readonly prepare?: Prepare | readonly Prepare[]
}

/** Creates rows in the template that test databases are copied from. */
export type Prepare = (template: { readonly platform: Platform; readonly sql: AdminSql }) => Promise<void>

/** Runs a statement as the superuser, bypassing row-level security and recording, and returns its rows. */
export type AdminSql = <Row extends object = Record<string, any>>(
  text: string,
  values?: readonly unknown[],
) => Promise<Row[]>

/** A platform with a separate database. Dispose of it with `await using`. */
export interface TestPlatform extends AsyncDisposable {
  readonly platform: Platform
  /** Sends a request in memory. `path` begins with `/`. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** A client that is logged in as `who`. */
  as(who: Who): Client
  /** The caller that `as` authenticates as, for `platform.actAs`. */
  callerOf(who: Who): Caller
  /** The headers that authenticate a caller, for requests of other clients. */
  headersOf(who: Who): Readonly<Record<string, string>>
  /** A client without a login. */
  readonly anonymous: Client
  readonly clock: TestClock
  readonly log: CapturedLog
  /** Emails sent through the `mailer` service, oldest first. */
  readonly mails: readonly Mail[]
  readonly sql: AdminSql
  /** URL of a superuser of the platform's database. */
  readonly databaseUrl: string
  /** The same database for another host, with a login that owns nothing. */
  readonly database: DatabaseOptions
  /**
   * Runs waiting jobs, those whose schedule has become due on `clock` since the last call, and all jobs queued by these. Returns
   * how many ran.
   */
  jobs(): Promise<number>
  /** Resolves when subscribers and other work started by requests have finished. */
  settled(): Promise<void>
  /** The number of SQL statements sent so far, without rollbacks. */
  queries(): number
  /** The text of all statements sent so far, without rollbacks. */
  readonly statements: readonly string[]
  /** The plans of all statements so far, those in functions and triggers too, if `explain` is set. */
  readonly plans: readonly QueryPlan[]
}

/** The secret of test platforms, for a second host on the same database. */
export const testSecret = 'a secret that no production platform has'

/** Creates a database from the modules' template and starts a platform on it, without workers and rate limits. */
export async function testPlatform(options: TestPlatformOptions): Promise<TestPlatform> {
  const {
    modules,
    postgresUrl,
    startAt,
    workers = false,
    keepDatabase = false,
    explain = false,
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
  const plans: QueryPlan[] = []
  const onNotice = (notice: string) => void plans.push(...[planIn(notice) ?? []].flat())
  const mails: Mail[] = []
  const fakeMailer = provide(mailer, () => ({ send: async (mail) => void mails.push(mail) }))
  const composed: Omit<PlatformOptions, 'database'> = {
    secret: testSecret,
    rateLimits: { enabled: false },
    ...rest,
    services: [fakeMailer, ...services],
    modules: [testLogins, ...modules],
    log,
    now: () => clock.now,
  }
  const database =
    databaseUrl === undefined
      ? await createTestDatabase(postgresUrl, templateOf(sortModules(modules), composed, prepare))
      : { url: databaseUrl, drop: async () => {} }
  const admin = createAdmin(database.url)
  if (explain) await explainAll(admin.sql)
  const platform = await createPlatform({
    ...composed,
    database: { ...toOptions(database.url), poolSize: 5, onStatement: statements.hear, onNotice },
  })
  const fetch = async (path: string, init?: RequestInit) =>
    platform.fetch(new Request(new URL(path, 'http://localhost'), init))
  const close = async () => {
    await platform.close()
    logins[Symbol.dispose]()
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
    plans,
    [Symbol.asyncDispose]: close,
  }
}

/**
 * A database with the tables of these modules. All modules except the last form a separate template, because many compositions
 * start with the same modules and migrating takes the most time.
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
      base: templateOf(earlier, { secret, services, modules: earlier.map(toFoundation), log: new CapturedLog() }),
    }),
  }
}

/**
 * What a module leaves in a database without tenants. The rest may mention features of any composed module, which need not be among
 * the earlier ones.
 */
const toFoundation = (module: Module): Module => ({ ...module, roles: {}, contributes: [], commands: [], routes: [] })

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
  // What `prepare` sets up depends on the features that modules grant to roles.
  const roles = prepare ? modules.map(({ id, roles }) => JSON.stringify([id, roles])) : []
  return [...listMigrations(modules).map(digestOfMigration), ...queues, ...roles, String(prepare)]
}

const digests = new WeakMap<Migration, string>()

/** Computed once per migration, because together they are long. */
function digestOfMigration(migration: Migration): string {
  let digest = digests.get(migration)
  if (digest === undefined) digests.set(migration, (digest = digestOf(`${migration.id} ${migration.sql}`)))
  return digest
}

function createAdmin(url: string) {
  // Tests have few rows per table; starting parallel workers would take ten times as long as everything else.
  const options = '-c timezone=UTC -c max_parallel_workers_per_gather=0'
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true, options })
  pool.on('error', () => {})
  const sql: AdminSql = async (text, values = []) =>
    (await pool.query({ text, values: [...values], ...(isOfAllTables(text) && { name: digestOf(text) }) })).rows
  return { sql, end: () => pool.end() }
}

/** Statements over all tables are repeated often and take longer to plan than to run, so they are prepared. */
const isOfAllTables = (text: string) => text.length > 3_000 && !text.includes(';')

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

function withHeaders(init: HeadersInit | undefined, login: Readonly<Record<string, string>>): Headers {
  const headers = new Headers(init)
  for (const [name, value] of Object.entries(login)) headers.set(name, value)
  return headers
}
