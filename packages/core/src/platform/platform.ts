import { anonymous } from '../acl/callers.ts'
import { Caches, LATE } from '../cache/caches.ts'
import { Invalidations } from '../cache/invalidations.ts'
import { createOrm } from '../data/query/orm.ts'
import { type DatabaseOptions, MAX_RECORDED_BYTES } from '../data/connection/database-options.ts'
import { DatabaseClock } from '../data/connection/database-clock.ts'
import { createPool } from '../data/connection/pool.ts'
import { NoReplica } from '../data/connection/replica.ts'
import { Replicas, type ServerReads } from '../data/connection/replicas.ts'
import { Tables } from '../data/query/tables.ts'
import type { Caller } from '../define/access.ts'
import { BinaryAnswer } from '../define/binary-answer.ts'
import { rightsGuard } from '../define/rights-guard.ts'
import { watches } from '../define/cache.ts'
import type { Context, SystemContext } from '../define/context.ts'
import { internalRequests } from '../define/internal-requests.ts'
import { type Logger, standardError } from '../define/logger.ts'
import { composition, type Module } from '../define/module.ts'
import type { ReadListener } from '../define/read.ts'
import { ruleRunner } from '../define/rule-point.ts'
import { people } from '../define/people.ts'
import { writeSuspensions } from '../define/write-suspensions.ts'
import { createSpans, spans, type Telemetry } from '../define/telemetry.ts'
import type { Locale } from '../define/locales.ts'
import { createTexts, texts, type Translations } from '../define/texts.ts'
import { keyRing, platformKeys, provide, type Service } from '../define/service.ts'
import { brokenSetup } from '../errors.ts'
import { StatementNames } from '../data/connection/statement-names.ts'
import { toMarkdown } from '../http/openapi/markdown.ts'
import { type ApiInfo, createDocument, createDocumentInSteps } from '../http/openapi/document.ts'
import { RateLimiter, type RateLimitOverrides } from '../http/rate-limiter.ts'
import { type RequestQuota, RequestQuotas } from '../http/request-quotas.ts'
import { BatchedLogs } from '../jobs/batched-logs.ts'
import { JobQueue } from '../jobs/queue.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { ownTranslations } from '../http/translations.ts'
import { toGlobalResponse } from '../http/whole-response.ts'
import type { Finished } from '../request/finished.ts'
import { Responder } from '../request/responder.ts'
import type { Cors } from '../http/cors.ts'
import { type App, createApp } from '../request/app.ts'
import { createOriginCheck } from '../request/own-origin.ts'
import { FairTurns } from '../fairness/fair-turns.ts'
import { doWork, RequestContext } from '../context/context.ts'
import { Subscriptions } from '../context/subscriptions.ts'
import { createExecutor } from '../command/execute.ts'
import { extended } from '../command/custom-values-interceptor.ts'
import { previews } from '../command/preview-interceptor.ts'
import { ruled } from '../command/rule-interceptor.ts'
import { suspendable } from '../command/suspension-interceptor.ts'
import { createExportSlots } from '../request/export-list.ts'
import { createIdempotencyStore } from '../request/idempotency.ts'
import { InternalRequestServer } from '../request/internal-requests.ts'
import { findHealth, type Health } from './health.ts'
import { housekeepingJobs } from './housekeeping.ts'
import { bothOf, observeCommands, observeJobs, observeMailer } from './observed.ts'
import { deliver, performJob, toDeliveryJob } from '../context/jobs-and-subscribers.ts'
import type { Runtime } from '../context/runtime.ts'
import { Services } from '../context/services.ts'
import { createKeyRing } from '../security/key-ring.ts'
import { createPlatformKeys } from '../security/secret-keys.ts'
import { createEffectCipher } from '../log/effects.ts'
import type { RowUpgrades } from '../log/upgrade-rows.ts'
import { reverting } from '../log/revert.ts'
import { createUndoTokens, undoTokens } from '../log/undo-tokens.ts'
import { checkDatabase, checkReplica } from './check-database.ts'
import { customValues, findExtensions } from '../define/custom-values.ts'
import { personalLocales, tenantLocales } from '../define/locale-settings.ts'
import { createTenantDocuments } from './tenant-documents.ts'
import { checkDeclarations, summedTables } from './check-declarations.ts'
import { sortModules } from './module-order.ts'
import { databaseKey } from './database-key.ts'
import { listMigrations } from './applied-migrations.ts'
import { prepareDatabase } from './prepare-database.ts'
import { rotateSecret, type RotateSecretOptions, type SecretRotation } from './rotate-secret.ts'
import { upgradeTenants } from './upgrade-tenants.ts'

/** The options of a platform. Only `modules`, `database` and `secret` are required. */
export interface PlatformOptions {
  readonly modules: readonly Module[]
  readonly database: DatabaseOptions
  /** At least 32 characters, the same on every host. The keys that sign, hash and encrypt are derived from it. */
  readonly secret: string
  /**
   * Further secrets that are accepted, but not used for new values: former ones and, while a new one is introduced, the next
   * one.
   */
  readonly retiredSecrets?: readonly string[]
  /** The public origin for links in emails and redirects; the Host header is never used. */
  readonly origin?: string
  /** The title and version of the product in the OpenAPI document. */
  readonly info?: ApiInfo
  /** The languages of the product, as ISO 639 codes. Default: those of Plinth's own texts, `en`, `pl`, `es` and `de`. */
  readonly languages?: readonly Locale[]
  /** Texts of the product, and of modules that have none in a language, by their English text. They win over those of modules. */
  readonly translations?: Translations
  /** Default: warnings and errors go to standard error; `silent` disables logging. */
  readonly log?: Logger
  /** Default: the time of the database, whatever the clock of the host says. */
  readonly now?: () => Date
  /** Number of trusted proxies, for the client's address. Default: 0. */
  readonly trustedProxies?: number
  readonly secureCookies?: boolean
  readonly cors?: Cors
  /** Maximum size of a JSON or form body in bytes. Default: 1 MB. */
  readonly bodyLimit?: number
  /** Maximum number of rows of an exported list. Default: 1,000,000. */
  readonly exportLimit?: number
  readonly rateLimits?: {
    readonly enabled?: boolean
    readonly shared?: boolean
    readonly overrides?: RateLimitOverrides
    /** Maximum number of requests of a tenant. Default: unlimited. */
    readonly tenant?: RequestQuota
    /** Maximum number of requests with an API key. Default: unlimited. */
    readonly apiKey?: RequestQuota
    /** Whether a request with these headers is counted. Default: all requests. */
    readonly appliesTo?: (headers: Headers) => boolean
  }
  /**
   * Makes each request first read pending invalidations of other hosts from the database, so that rights revoked before it
   * arrived are never used. Otherwise other hosts learn of changes within milliseconds, and within a second at worst.
   */
  readonly immediateRevocation?: boolean
  /** Implementations of services that modules declare: `provide(mailer, …)`. */
  readonly services?: readonly Service<unknown>[]
  /** Receives spans and metrics: `openTelemetry()` of `@plinth/core/opentelemetry`. Default: none. */
  readonly telemetry?: Telemetry
  /** Called after every request, for logs and metrics. */
  readonly onFinished?: (answer: Finished) => void
}

/** A composed platform. It serves requests after `start`, on a database that `migrate` has brought up to date. */
export interface Platform extends AsyncDisposable {
  /** In dependency order. */
  readonly modules: readonly Module[]
  readonly languages: readonly Locale[]
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
  /** Works as a caller, outside any request. */
  as<T>(caller: Caller, work: (ctx: Context) => Promise<T>): Promise<T>
  /** Works without tenant isolation; the reason is logged. */
  asSystem<T>(reason: string, work: (system: SystemContext) => Promise<T>): Promise<T>
  override<T>(service: Service<T>, fake: T | ((ctx: Context) => T)): void
  /** The OpenAPI 3.1 document. */
  document(): Record<string, unknown>
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
  const { log = standardError, origin = 'http://localhost:3000' } = options
  const clock = new DatabaseClock((skew, isApart) =>
    isApart
      ? log.warn(
          { milliseconds: Math.round(skew) },
          'the clock of this host is not that of the database, which is used',
        )
      : log.info({}, 'the clock of this host is that of the database again'),
  )
  const { now = clock.now } = options
  if (options.secret.length < 32) throw brokenSetup('`secret` must have at least 32 characters')
  const modules = sortModules(options.modules)
  checkDeclarations(modules)
  const ownTexts = createTexts(options.languages, [
    ownTranslations,
    ...modules.map(({ translations = {} }) => translations),
    options.translations ?? {},
  ])
  const { telemetry } = options
  const onStatement = bothOf(options.database.onStatement, telemetry?.onStatement)
  const pool = createPool({ ...options.database, clock, ...(onStatement && { onStatement }) })
  const subscribers = modules.flatMap((module) => module.subscribers ?? [])
  const statements = new StatementNames(options.database.preparedStatements === false ? 0 : 500)
  const database = { pool, statements, key: databaseKey(options.secret) }
  const otherKeys = (options.retiredSecrets ?? []).map(databaseKey)
  const jobs = [
    ...housekeepingJobs({ database, now }),
    ...modules.flatMap((module) => module.jobs ?? []),
    ...subscribers.filter(({ durable }) => durable !== undefined).map(toDeliveryJob),
  ]
  const ring = createKeyRing(options)
  const keys = createPlatformKeys(options.secret, options.retiredSecrets)
  const tokens = createUndoTokens(keys)
  const cipher = createEffectCipher(ring)
  const upgrades: RowUpgrades = new Map(listMigrations(modules).map(({ id, rows = {} }) => [id, rows]))
  const caches = new Caches({ staleAfter: options.immediateRevocation ? LATE : undefined })
  const invalidations = new Invalidations({
    url: options.database.directUrl ?? options.database.url,
    database,
    clock,
    keyId: ring.id,
    migrations: modules.flatMap(({ migrations = [] }) => migrations.map(({ id }) => id)),
    log,
    onTags: (tags) => caches.invalidate(tags),
    onCurrent: (at) => caches.renew(at),
    onTrust: (trusted) => caches.trust(trusted),
  })
  const replicas = new Replicas({
    options: options.database,
    position: () => invalidations.position(),
    check: (replica) => checkReplica(replica, options.database),
    onChange(server, refusal) {
      if (!refusal) log.info({ server }, 'the replica answers reads')
      else log[refusal instanceof NoReplica ? 'info' : 'warn']({ err: refusal, server }, 'the replica is left out')
    },
  })
  const running = new Set<Promise<unknown>>()
  const ownSpans = createSpans(telemetry)
  const orm = await createOrm(modules.flatMap((module) => module.entities ?? []))
  const runtime: Runtime = {
    database,
    routeReads: () => replicas.begin(),
    log,
    now,
    dates: options.now ? 'host' : 'database',
    caches,
    summedTables: summedTables(modules),
    extensions: findExtensions(modules),
    invalidations,
    batchedLogs: new BatchedLogs({ database, log, queue: () => runtime.queue }),
    orm,
    tables: new Tables(orm),
    services: new Services(
      [
        provide(composition, () => ({ modules, origin })),
        provide(undoTokens, () => tokens),
        provide(reverting, () => ({ modules, upgrades, cipher, contextOf: RequestContext.ofRevert })),
        provide(watches, () => caches.watchers),
        provide(platformKeys, () => keys),
        provide(keyRing, () => ring),
        provide(internalRequests, () => internal),
        provide(spans, () => ownSpans),
        provide(texts, () => ownTexts),
        ...observeMailer(
          [...(options.services ?? []), ...modules.flatMap((module) => module.services ?? [])],
          telemetry,
        ),
      ],
      [ruleRunner, rightsGuard, people, customValues, personalLocales, tenantLocales, writeSuspensions],
    ),
    subscriptions: new Subscriptions(subscribers),
    events: new Set(modules.flatMap(({ events = {} }) => Object.values(events)).map(({ id }) => id)),
    tokens,
    effectCipher: cipher,
    mostRecorded: options.database.maxRecordedBytes ?? MAX_RECORDED_BYTES,
    queue: new JobQueue({
      database,
      jobs,
      log,
      now,
      isPaused: async ({ tenantId }) =>
        doWork({ runtime, caller: anonymous, origin: { requestId: null, line: 'jobs' } }, async ({ inject }) => {
          const suspensions = inject(writeSuspensions)
          return suspensions !== null && (await suspensions.messageFor(tenantId)) !== null
        }),
      perform: observeJobs((attempt) => performJob(runtime, attempt), telemetry),
    }),
    execute: observeCommands(createExecutor([suspendable, previews, ruled, extended]), telemetry),
    telemetry,
    deliver,
    background(work) {
      running.add(work)
      const end = () => void running.delete(work)
      work.then(end, (err: unknown) => {
        end()
        log.error({ err }, 'work in the background failed')
      })
    },
  }
  const { enabled = true, shared = true, overrides = {}, appliesTo, tenant, apiKey } = options.rateLimits ?? {}
  const counted = { appliesTo, ...(shared && { database }) }
  const limiter = new RateLimiter({ enabled, overrides, ...counted })
  const quotas = enabled && (tenant || apiKey) ? new RequestQuotas({ tenant, apiKey, log, ...counted }) : undefined
  const routes = modules.flatMap((module) => module.routes ?? [])
  const document = once(() => createDocument({ modules, origin, info: options.info }))
  const markdown = once(() => toMarkdown(document()))
  const authenticators = modules.flatMap((module) => module.authenticators ?? [])
  const documentFor = createTenantDocuments({
    modules,
    callers: { runtime, authenticators, limiter },
    document,
    create: (fields) => createDocumentInSteps({ modules, origin, info: options.info, fields }),
  })
  const internal = new InternalRequestServer({ origin, limiter, runtime, authenticators, app: () => app })
  const app: App = createApp({
    routes,
    origin,
    trustedProxies: options.trustedProxies ?? 0,
    secureCookies: options.secureCookies ?? false,
    ring,
    texts: ownTexts,
    cors: options.cors,
    documents: {
      '/openapi.json': documentFor,
      '/docs/openapi': documentFor,
      '/docs/markdown': () => new BinaryAnswer(Buffer.from(markdown()), { headers: MARKDOWN }),
    },
    deps: {
      runtime,
      authenticators,
      idempotency: createIdempotencyStore(options, { database, now }),
      limiter,
      becomeCurrent: options.immediateRevocation ? () => invalidations.becomeCurrent() : undefined,
      isOwnOrigin: createOriginCheck({ origin, cors: options.cors }),
      turns: new FairTurns(),
      quotas,
      bodyLimit: options.bodyLimit ?? 1_000_000,
      responder: new Responder(securityHeaders),
      onRead: createReadListener(modules, log),
      exportLimit: options.exportLimit ?? 1_000_000,
      exportSlots: createExportSlots(),
      onFinished: options.onFinished,
    },
  })
  const settled = async () => {
    while (running.size > 0) await Promise.allSettled(running)
    await Promise.all([runtime.batchedLogs.flush(), invalidations.flush()])
  }
  let closing: Promise<void> | undefined
  const close = async () => {
    await runtime.queue.stop()
    await Promise.all([runtime.batchedLogs.close(), settled(), quotas?.close()])
    await runtime.services.close()
    await replicas.close()
    await invalidations.stop()
    await pool.end()
  }
  return {
    modules,
    languages: ownTexts.languages,
    app,
    fetch: async (request) => toGlobalResponse(await app.fetch(request)),
    async migrate() {
      const ran = await prepareDatabase({ options: options.database, database, otherKeys, modules, jobs, orm })
      await upgradeTenants(runtime, modules)
      return ran
    },
    rotateSecret: (rotation) =>
      doWork({ runtime, caller: anonymous, origin: { requestId: null } }, ({ inject }) =>
        rotateSecret({ options: options.database, database, modules, ring, log, now, inject }, rotation),
      ),
    async start({ workers = true } = {}) {
      await checkDatabase({ ...runtime, options: options.database, modules, warnsOfLists: !options.secureCookies })
      await invalidations.start()
      await replicas.start()
      await runtime.queue.start({ workers })
    },
    runJobs: () => runtime.queue.drain(),
    as: (caller, work) => doWork({ runtime, caller, origin: { requestId: null } }, work),
    asSystem: (reason, work) =>
      doWork({ runtime, caller: anonymous, origin: { requestId: null } }, (ctx) => ctx.asSystem(reason, work)),
    override: (service, fake) => runtime.services.override(service, fake),
    document,
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

const MARKDOWN = { 'content-type': 'text/markdown; charset=utf-8' }

/** Combines the `onRead` of all modules; an error in one does not fail the request. */
function createReadListener(modules: readonly Module[], log: Logger): ReadListener | undefined {
  const listeners = modules.flatMap(({ onRead }) => (onRead ? [onRead] : []))
  if (listeners.length === 0) return undefined
  return (ctx, read) => {
    try {
      for (const hear of listeners) hear(ctx, read)
    } catch (error) {
      log.error({ err: error, resource: read.resourceKind }, 'a read could not be recorded')
    }
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
