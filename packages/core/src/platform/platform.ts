import { anonymous, toCaller } from '../acl/callers.ts'
import { doWork } from '../context/context.ts'
import type { ServerReads } from '../data/connection/replicas.ts'
import type { Caller, PlatformCaller } from '../define/access.ts'
import type { Context, SystemContext } from '../define/context.ts'
import type { Locale } from '../define/locales.ts'
import type { Module } from '../define/module.ts'
import type { Service } from '../define/service.ts'
import type { Texts } from '../define/texts.ts'
import { toGlobalResponse } from '../http/whole-response.ts'
import type { App } from '../request/app.ts'
import { checkDatabase } from './check-database.ts'
import { compose } from './compose.ts'
import { createRuntime } from './create-runtime.ts'
import { createServer, type Server } from './create-server.ts'
import { databaseKey } from './database-key.ts'
import { findHealth, type Health } from './health.ts'
import type { PlatformOptions } from './options.ts'
import { prepareDatabase } from './prepare-database.ts'
import { rotateSecret, type RotateSecretOptions, type SecretRotation } from './rotate-secret.ts'
import { connectServers } from './connect-servers.ts'
import { upgradeTenants } from './upgrade-tenants.ts'

/** A composed platform. It serves requests after `start`, on a database that `migrate` has brought up to date. */
export interface Platform extends AsyncDisposable {
  /** In dependency order. */
  readonly modules: readonly Module[]
  readonly languages: readonly Locale[]
  /** What the modules and the product say, in these languages. */
  readonly texts: Texts
  readonly app: App
  readonly fetch: (request: Request) => Promise<Response>
  /**
   * Runs pending migrations and upgrades of modules; returns the ids of the migrations. Safe to call on several hosts at once.
   */
  migrate(): Promise<readonly string[]>
  /** Checks the database, starts listening for invalidations, and processes jobs unless `workers` is false. */
  start(options?: { workers?: boolean }): Promise<void>
  /** Runs the queued jobs and returns how many it ran: for tests and short-lived processes. */
  runJobs(): Promise<number>
  /**
   * Renews all stored values with the keys of `secret`, so that `retiredSecrets` are no longer needed. Call it when all hosts
   * write with the new secret; they keep serving requests meanwhile. Uses the login for migrations. If it is interrupted, call
   * it again.
   */
  rotateSecret(options?: RotateSecretOptions): Promise<SecretRotation>
  /**
   * The caller of a request for a page that is not a route of a module, identified as for routes: by a token, an API key or cookies. Null
   * without a valid credential. Throws a `PlatformError` with the code `unavailable` without a database.
   */
  identify(request: Request): Promise<Caller | null>
  /** Works as a caller, outside any request. */
  actAs<T>(caller: Caller | PlatformCaller, work: (ctx: Context) => Promise<T>): Promise<T>
  /** Works without tenant isolation; the reason is logged. */
  widenScope<T>(reach: 'allTenants', reason: string, work: (system: SystemContext) => Promise<T>): Promise<T>
  override<T>(service: Service<T>, fake: T | ((ctx: Context) => T)): void
  /** The OpenAPI 3.1 document, in English or in a language of the platform. Do not change it. */
  document(language?: Locale): Record<string, unknown>
  /**
   * The same as a caller sees it: with the custom fields of the organization that the caller works in, by default in the caller's
   * language. Do not change it.
   */
  documentFor(caller: Caller, language?: Locale): Promise<Record<string, unknown>>
  /** Whether the database answers and takes writes. */
  isHealthy(): Promise<boolean>
  /** The same, and why not; also what does not keep the host from working, such as a wrong clock. */
  health(): Promise<Health>
  /** Pool statistics: open connections, idle connections, and units of work waiting for a connection. */
  connections(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** The number of statements of read requests handled by each server; empty without `replicaUrls`. */
  reads(): readonly ServerReads[]
  /** Batched log statistics: records waiting to be written, and records that could not be written since the start. */
  logRecords(): { readonly waiting: number; readonly lost: number }
  /** Resolves when all work that requests left running has ended. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** Composes modules into a fetch handler. Throws `broken_setup` with the reason if the configuration is invalid. */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const composed = compose(options)
  const servers = connectServers(composed)
  const runtime = createRuntime(composed, servers, () => server.internal)
  const server: Server = createServer(composed, servers, runtime)

  const { modules, log, keys, texts } = composed
  const { clock, database, invalidations, replicas } = servers
  const { pool } = database
  const asNobody = { runtime, caller: anonymous, origin: { requestId: null } }
  const settled = async () => {
    await runtime.ended()
    await Promise.all([runtime.batchedLogs.flush(), invalidations.flush()])
  }
  let closing: Promise<void> | undefined
  const close = async () => {
    await runtime.queue.stop()
    await Promise.all([runtime.batchedLogs.close(), settled(), server.close()])
    await runtime.services.close()
    await servers.close()
  }
  return {
    modules,
    languages: texts.languages,
    texts,
    app: server.app,
    fetch: async (request) => toGlobalResponse(await server.app.fetch(request)),
    async migrate() {
      const { tables, jobs } = runtime
      const otherKeys = (options.retiredSecrets ?? []).map(databaseKey)
      const ran = await prepareDatabase({ options: options.database, database, otherKeys, modules, jobs, tables })
      await upgradeTenants(runtime, modules)
      return ran
    },
    rotateSecret: (rotation) =>
      doWork(asNobody, ({ inject }) => {
        const { now } = runtime
        return rotateSecret(
          { options: options.database, database, modules, ring: keys.ring, log, now, inject },
          rotation,
        )
      }),
    async start({ workers = true } = {}) {
      await checkDatabase({ ...runtime, options: options.database, modules, warnsOfLists: !options.secureCookies })
      await servers.start()
      await runtime.queue.start({ workers })
    },
    runJobs: () => runtime.queue.drain(),
    identify: server.identify,
    actAs: (caller, work) => doWork({ ...asNobody, caller: toCaller(caller) }, work),
    widenScope: (reach, reason, work) => doWork(asNobody, (ctx) => ctx.widenScope(reach, reason, work)),
    override: (service, fake) => runtime.services.override(service, fake),
    document: server.documents.general,
    documentFor: server.documents.read,
    isHealthy: async () => (await findHealth({ database, clock })).isHealthy,
    health: () => findHealth({ database, clock }),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    reads: () => replicas.counts(),
    logRecords: () => runtime.batchedLogs.counts,
    settled,
    close: () => (closing ??= close()),
    [Symbol.asyncDispose]: () => (closing ??= close()),
  }
}
