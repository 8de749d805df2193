import { mkdir } from 'node:fs/promises'
import type { Server } from 'node:http'
import { apiKeys } from '@plinth/api-keys'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { catalog } from '@plinth/catalog'
import { createPlatform, mailer, provide } from '@plinth/core'
import { dashboards } from '@plinth/dashboards'
import { directory } from '@plinth/directory'
import { onboarding } from '@plinth/onboarding'
import { progress as progressModule } from '@plinth/progress'
import { serve } from 'h3'
import { openDatabase } from './database.ts'
import { readEnv } from './env.ts'
import { freePort } from './free-port.ts'
import { createLogger, logRequest } from './logging.ts'
import { createMailTransport } from './mail.ts'
import { createMetrics } from './metrics.ts'
import { progress } from './progress.ts'
import { ensureSecret } from './secrets.ts'
import { seed } from './seed.ts'
import { drainServer, onShutdown } from './shutdown.ts'
import { createWeb } from './web.ts'
import { printWelcome } from './welcome.ts'

const env = readEnv(process.env)
const dataFolder = env.DATA_DIR ?? new URL('.data', import.meta.url).pathname
const log = createLogger({ level: env.LOG_LEVEL })
await mkdir(dataFolder, { recursive: true })
const secret = env.JWT_SECRET ?? (await ensureSecret({ file: `${dataFolder}/jwt-secret` }))
const port = env.PORT || (await freePort())
const origin = env.APP_URL ?? `http://localhost:${port}`

const database = await openDatabase({ env, dataFolder, onProgress: progress })
const mail = createMailTransport({
  ...(env.SMTP_URL && { smtpUrl: env.SMTP_URL }),
  from: env.MAIL_FROM,
  folder: `${dataFolder}/mail`,
  log,
})
const metrics = createMetrics()

const platform = await createPlatform({
  database: { url: database.url },
  modules: [
    directory,
    auth({ secret }),
    auditLogs,
    businessRules(),
    apiKeys,
    dashboards,
    progressModule,
    catalog,
    onboarding,
  ],
  services: [provide(mailer, () => mail)],
  secret,
  origin,
  log,
  trustedProxies: env.TRUST_PROXY_DEPTH,
  secureCookies: env.NODE_ENV === 'production',
  bodyLimit: env.REQUEST_BODY_LIMIT,
  rateLimits: { enabled: env.RATE_LIMIT_ENABLED },
  ...(env.CORS_ORIGINS && { cors: { origins: env.CORS_ORIGINS, credentials: true } }),
  onFinished({ facts, route, status, session, milliseconds }) {
    metrics.record({ method: facts.method, route, status, milliseconds })
    logRequest(log, {
      requestId: facts.requestId,
      method: facts.method,
      path: facts.path,
      status,
      milliseconds,
      tenant: session?.scope.tenantId ?? null,
      actor: session?.actor.id ?? null,
    })
  },
})

progress('Migrating the database')
await platform.migrate()
const seeded = await seed({ platform, env, log })
await platform.start()

const web = createWeb({ platform, metrics, isReady: async () => !shutdown.begun && (await platform.isHealthy()) })
const server = serve(web, { port, hostname: env.HOST, silent: true, gracefulShutdown: false })
await server.ready()
const shutdown = onShutdown({
  log,
  drain: () => drainServer(server.node?.server as Server),
  steps: [
    { name: 'platform', stop: () => platform.close() },
    { name: 'mail', stop: () => mail.close() },
    { name: 'database', stop: () => database.stop() },
  ],
})
printWelcome({ url: origin, seeded })
