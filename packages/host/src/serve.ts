import cluster from 'node:cluster'
import { definePasswordPolicy } from '@plinth/auth'
import { consoleHandler, signInPages } from '@plinth/console'
import { createPlatform, type Health, type Logger, toNodeHandler } from '@plinth/core'
import type { HostDatabase } from './database/open-database.ts'
import { toPasswordPolicy } from './env/account-variables.ts'
import { drainMsOf } from './env/env.ts'
import { toHostContext } from './host-context.ts'
import { CONSOLE, type HostOptions, nameOf } from './host-options.ts'
import type { HostSettings } from './host-settings.ts'
import { toTerminal } from './observe/log-output.ts'
import { createRequestLogger } from './observe/logging.ts'
import { createMetrics } from './observe/metrics.ts'
import { TenantUsage } from './observe/tenant-usage.ts'
import { toFacts, toUsage, watchRequests } from './observe/watch-requests.ts'
import { shareMetrics, tellMetrics } from './observe/worker-metrics.ts'
import { createWeb } from './pages/web.ts'
import { toPlatformOptions } from './platform-options.ts'
import type { DrainOptions, Listening } from './process/listen.ts'
import type { Shutdown } from './process/shutdown.ts'
import { seedFirstTenant } from './seed.ts'
import { openServices } from './services.ts'

/** The reason of a shutdown after a successor has taken over the port. */
export const REPLACED = 'replaced'

interface Parts {
  readonly settings: HostSettings
  readonly database: HostDatabase
  readonly log: Logger
  readonly server: Listening
  readonly shutdown: Shutdown
}

/** Composes the platform, migrates, seeds, and answers requests. What it opens is closed by `shutdown`, in reverse order. */
export async function serve(options: HostOptions, { settings, database, log, server, shutdown }: Parts) {
  const { env } = settings
  const origin = env.APP_URL ?? server.origin
  const counted = createMetrics()
  const metrics = cluster.isWorker ? shareMetrics(counted) : counted
  if (cluster.isWorker) await shutdown.open('metrics', counted, tellMetrics)
  const destination = toTerminal(env)
  const requests = options.log ?? createRequestLogger({ level: env.LOG_LEVEL, ...(destination && { destination }) })
  const watch = watchRequests(requests, metrics)
  const host = toHostContext(settings, (usage) => metrics.recordTokens(usage))
  const composed = await toPlatformOptions(options, host)
  const { services, mail } = await openServices(options, { host, modules: composed.modules, log })
  await shutdown.open('mail', mail, (opened) => opened?.close())
  const tenants = env.METRICS_TENANTS > 0 ? new TenantUsage(env.METRICS_TENANTS) : undefined
  if (tenants) metrics.watchTenants(tenants)
  const onTenantWork = (tenantId: string, milliseconds: number) =>
    tenants?.add(tenantId, { databaseSeconds: milliseconds / 1000 })
  const onLoopTime = (tenantId: string, milliseconds: number) =>
    tenants?.add(tenantId, { processSeconds: milliseconds / 1000 })
  const platform = await shutdown.open(
    'platform',
    createPlatform({
      database: { ...database.options, ...(tenants && { onTenantWork }) },
      ...(tenants && { onLoopTime }),
      origin,
      ...composed,
      services,
      log,
      onFinished(answer) {
        watch(toFacts(answer))
        if (tenants && answer.caller) tenants.add(answer.caller.scope.tenantId, toUsage(answer))
        composed.onFinished?.(answer)
      },
    }),
    (opened) => opened.close(),
  )
  metrics.watchPool(() => {
    const { waiting, lost } = platform.logRecords()
    return { ...platform.connections(), recordsWaiting: waiting, recordsLost: lost }
  })
  metrics.watchReads(() => platform.reads())
  const start = async () => {
    settings.onProgress('Migrating the database')
    await platform.migrate()
    const accounts =
      options.firstTenant === false ? [] : await seedFirstTenant({ platform, env, log, tenant: options.firstTenant })
    await options.prepare?.(platform)
    await platform.start()
    return accounts
  }
  const seeded = await shutdown.open('start', start())
  const { apiReference = true, console: consolePages = {}, signIn = true } = options.pages ?? {}
  const brand = nameOf(options)
  const mounts: HostOptions['mount'] = {
    ...(consolePages !== false && { [CONSOLE]: (its) => consoleHandler(its, { name: brand, ...consolePages }) }),
    ...options.mount,
  }
  const web = createWeb({
    platform,
    metrics,
    metricsAccess: { token: env.METRICS_TOKEN, isOpen: env.METRICS_OPEN },
    brand,
    apiReference,
    signIn: signIn
      ? signInPages(platform, {
          brand,
          ...(!env.SELF_SERVICE_ONBOARDING_ENABLED && { signsUp: false }),
          termsUrl: env.TERMS_URL,
          passwordPolicy: definePasswordPolicy(toPasswordPolicy(env)),
        }).routes
      : [],
    mounts: Object.entries(mounts).map(([path, create]) => ({ path, handle: create(platform) })),
    watch,
    health,
  })
  await shutdown.open('requests', server.answer(toNodeHandler({ app: web })), () => server.drain(toDrain()))
  return { origin, port: server.port, platform, seeded }

  /** A request on a connection to a replaced process asks about the host as a whole, which is still ready. */
  async function health(): Promise<Health> {
    const isStaying = shutdown.reason === undefined || shutdown.reason === REPLACED
    return isStaying ? platform.health() : { isHealthy: false, findings: ['The host is shutting down'] }
  }

  /** After Ctrl-C, somebody is waiting for the process to end; otherwise, clients keep using the same port. */
  function toDrain(): DrainOptions {
    if (shutdown.reason === 'SIGINT') return { cutsIdle: true }
    return { graceMs: shutdown.reason === REPLACED ? 0 : drainMsOf(env) }
  }
}
